"""What a player does to the table before the turn is taken: a value that edits turn into the next one.

It is a list of edits on what the turn found, nothing else; so it travels in an address, is undone by taking
edits off, and is laid anew on a table that has moved on. Nothing here raises: an edit that does not fit is
left out. Whether cards are a meld, the solver says; whether the turn is legal, the engine.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from makiaveli.game import Play, View
from makiaveli.solver import Card, Fault, FaultCode, Plan, Zone, table_order, why_not
from makiaveli.web.game.pieces import PIECE, Piece, Setting

MOST_EDITS = 400
"""Edits of one turn. There are fewer than a hundred cards to move."""


class Place(StrEnum):
    """Where pieces can go other than onto a pile; the value stands in tokens."""

    HAND = "h"
    CROSS = "x"
    NEW = "n"


Target = Place | int
"""Where pieces go; a number is that of a pile, the floor melds first."""


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces that are put somewhere together. ``str()`` writes it, as in ``7S0.8S1-3``."""

    pieces: tuple[str, ...]
    target: Target

    def __str__(self) -> str:
        return f"{'.'.join(self.pieces)}-{self.target}"


Edit = tuple[Move, ...]
"""Moves that are done and undone as one; none at all puts everything back."""

RESET: Edit = ()
_RESET = "r"
_NAMES = rf"{PIECE.pattern}(?:\.{PIECE.pattern})*"
_MOVE = re.compile(rf"({_NAMES})-([hxn]|0|[1-9][0-9]?[0-9]?)")


def read_names(text: str) -> tuple[str, ...]:
    """The names in such a text as ``7S0.8S1``; none where it is anything else."""
    return tuple(text.split(".")) if re.fullmatch(_NAMES, text) else ()


def read_edits(text: str) -> tuple[Edit, ...]:
    """The edits that :func:`write_edits` has written; what it cannot have written is left out."""
    edits: list[Edit] = []
    for token in text.split("_")[:MOST_EDITS] if text else []:
        matches = [_MOVE.fullmatch(move) for move in token.split("~")]
        if token == _RESET:
            edits.append(RESET)
        elif all(matches):
            edits.append(tuple(Move(read_names(match[1]), _target(match[2])) for match in matches if match))
    return tuple(edits)


def write_edits(edits: Iterable[Edit]) -> str:
    """The edits as text for an address."""
    return "_".join("~".join(map(str, edit)) or _RESET for edit in edits)


def _target(text: str) -> Target:
    return int(text) if text.isdigit() else Place(text)


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together on the floor now."""

    number: int
    pieces: tuple[Piece, ...]
    """In the order in which they lie."""
    base: tuple[Piece, ...]
    """The floor meld that it was; none for a new pile."""

    @property
    def changed(self) -> bool:
        """Whether it is another than the turn found."""
        return set(self.pieces) != set(self.base)

    @property
    def cards(self) -> tuple[Card, ...]:
        """What lies there."""
        return tuple(piece.card for piece in self.pieces)

    @property
    def fault(self) -> Fault | None:
        """Why it is no meld."""
        return why_not(self.cards)

    @property
    def unfinished(self) -> bool:
        """Whether it is no meld for want of cards alone."""
        return self.fault is not None and self.fault.code is FaultCode.TOO_SHORT


@dataclass(frozen=True)
class Arranging:
    """A table in the hands of the player whose turn it is."""

    setting: Setting
    done: tuple[Edit, ...] = ()
    undone: tuple[Edit, ...] = ()
    """What was undone, the next one to redo last."""
    picked: tuple[Piece, ...] = ()
    """The pieces in the player's fingers, in the order in which they were picked."""

    @classmethod
    def begin(cls, view: View) -> "Arranging":
        """The table as the turn found it."""
        return cls(Setting(view))

    @cached_property
    def _laid(self) -> tuple[dict[Piece, Target], tuple[int, ...]]:
        """Where each piece lies, and the piles that were touched, the first one first."""
        start = {piece: _home(piece) for piece in self.setting.pieces}
        where, touched, piles = dict(start), list[int](), len(self.setting.piles)
        for edit in self.done:
            if edit == RESET:
                where, touched = dict(start), []
            for move in edit:
                pieces = self.setting.find(move.pieces)
                target = move.target
                if not pieces or (isinstance(target, int) and target >= piles):
                    continue
                if target is Place.NEW:
                    target, piles = piles, piles + 1
                for piece in pieces:
                    if _fits(piece, target):
                        touched += [each for each in (where[piece], target) if isinstance(each, int)]
                        where[piece] = target
        return where, tuple(dict.fromkeys(touched))

    def place_of(self, piece: Piece) -> Target:
        """Where the piece lies now: in the hand, in the cross, or on the pile of this number."""
        return self._laid[0][piece]

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """The piles that have cards: the floor melds, then those that are new."""
        where, _ = self._laid
        lying: dict[int, list[Piece]] = {}
        for piece, place in where.items():
            if isinstance(place, int):
                lying.setdefault(place, []).append(piece)
        bases = self.setting.piles
        return tuple(
            Pile(number, _in_order(lying[number]), bases[number] if number < len(bases) else ())
            for number in sorted(lying)
        )

    @cached_property
    def changed(self) -> tuple[Pile, ...]:
        """The piles that are new or other than before, in the order in which they were touched."""
        by_number = {pile.number: pile for pile in self.piles}
        touched = [by_number[number] for number in self._laid[1] if number in by_number]
        return tuple(pile for pile in touched if pile.changed)

    @cached_property
    def faulty(self) -> tuple[Pile, ...]:
        """The piles that are no melds."""
        return tuple(pile for pile in self.changed if pile.fault is not None)

    @property
    def laid_down(self) -> tuple[Piece, ...]:
        """The pieces of the hand that lie on the floor now."""
        return tuple(piece for piece in self.setting.hand if self.place_of(piece) is not Place.HAND)

    @property
    def full(self) -> bool:
        """Whether so many edits were made that there can be no more but a reset or undo."""
        return len(self.done) >= MOST_EDITS

    @property
    def arranged(self) -> bool:
        """Whether anything lies elsewhere than the turn found it."""
        return bool(self.changed)

    def play(self) -> Play:
        """The play that would leave the table so; maybe no legal one."""
        cards = tuple(piece.card for piece in self.laid_down)
        return Play(self.setting.view.seat, cards, tuple(pile.cards for pile in self.piles))

    # ------------------------------------------------------------ Picking and placing

    def tap(self, piece: Piece) -> "Arranging":
        """The piece is picked or let go; or, where others are picked, these are put where it lies.

        With cards of the same pile or of the hand it is picked beside them.
        """
        here = self.place_of(piece)
        if piece in self.picked:
            return replace(self, picked=tuple(each for each in self.picked if each != piece))
        beside = any(self.place_of(each) == here for each in self.picked)
        if not self.picked or here is Place.HAND or (beside and here is not Place.CROSS):
            return replace(self, picked=(*self.picked, piece))
        if here is Place.CROSS:
            return self.put(Place.NEW, (piece, *self.picked))
        return self.put(here)

    def tap_stack(self, pieces: Sequence[Piece]) -> "Arranging":
        """Two equal cards of the hand in one place: one tap picks one, the next both, the third none."""
        free = [piece for piece in pieces if self.place_of(piece) is Place.HAND]
        more = [piece for piece in free if piece not in self.picked]
        if more:
            return replace(self, picked=(*self.picked, more[0]))
        return replace(self, picked=tuple(piece for piece in self.picked if piece not in free))

    def put(self, target: Target, pieces: Sequence[Piece] | None = None) -> "Arranging":
        """These pieces, or the picked ones, lie there; those that cannot go there stay where they are."""
        pieces = self.picked if pieces is None else pieces
        going = [piece for piece in pieces if _fits(piece, target) and self.place_of(piece) != target]
        if not going:
            return self.let_go()
        return self._after((Move(tuple(map(str, going)), target),))

    def lay(self, made: Plan) -> "Arranging":
        """The table after the play of a plan, as one edit."""
        back = tuple(
            Move((str(piece),), _home(piece))
            for piece in self.setting.pieces
            if self.place_of(piece) != _home(piece)
        )
        return self._after(back + _moves(self.setting, made))

    def _after(self, edit: Edit) -> "Arranging":
        if self.full:
            return self.let_go()
        return replace(self, done=(*self.done, edit), undone=(), picked=())

    def let_go(self) -> "Arranging":
        """Nothing is picked."""
        return replace(self, picked=())

    def undo(self) -> "Arranging":
        """Without the last edit."""
        if not self.done:
            return self
        return replace(self, done=self.done[:-1], undone=(*self.undone, self.done[-1]), picked=())

    def redo(self) -> "Arranging":
        """With the edit that was undone last."""
        if not self.undone:
            return self
        return replace(self, done=(*self.done, self.undone[-1]), undone=self.undone[:-1], picked=())

    def reset(self) -> "Arranging":
        """Everything as the turn found it; that can be undone."""
        if self.full:
            return replace(self, done=(), undone=(), picked=())
        return self._after(RESET) if self.arranged else self.let_go()

    # ------------------------------------------------------------ Another table

    def on(self, view: View) -> "Arranging":
        """The same edits on a table that has moved on, as far as they still can be made.

        A piece is the same where the same card still lies in the hand, at its place of the cross, or in a
        meld that is still there.
        """
        new = Setting(view)
        melds = _same_melds(self.setting.view.floor, view.floor)
        names = _same_pieces(self.setting, new, melds)
        piles, made, count = dict(melds), len(self.setting.piles), len(new.piles)
        kept = list[Edit]()
        for edit in self.done:
            moves = []
            for move in edit:
                known = [name for name in move.pieces if name in self.setting.named]
                possible = bool(known) and all(name in names for name in known)
                target: Target | None = move.target
                if target is Place.NEW and known:
                    if possible:
                        piles[made] = count
                        count += 1
                    made += 1
                elif isinstance(target, int):
                    target = piles.get(target)
                if target is not None and possible:
                    moves.append(Move(tuple(names[name] for name in known), target))
            if moves or edit == RESET:
                kept.append(tuple(moves))
        return Arranging(new, tuple(kept))


def _same_melds(before: Sequence[tuple[Card, ...]], after: Sequence[tuple[Card, ...]]) -> dict[int, int]:
    """The numbers now of the melds that are still there."""
    left: dict[tuple[Card, ...], list[int]] = {}
    for number, meld in enumerate(after):
        left.setdefault(meld, []).append(number)
    return {number: left[meld].pop(0) for number, meld in enumerate(before) if left.get(meld)}


def _same_pieces(before: Setting, after: Setting, melds: dict[int, int]) -> dict[str, str]:
    """The names now of the pieces that still lie where they lay."""
    left: dict[tuple[Card, Zone, int | None], list[Piece]] = {}
    for piece in after.pieces:
        left.setdefault((piece.card, piece.source, piece.spot), []).append(piece)
    names = {}
    for piece in before.pieces:
        spot = melds.get(piece.spot) if piece.source is Zone.FLOOR else piece.spot
        if same := left.get((piece.card, piece.source, spot)):
            names[str(piece)] = str(same.pop(0))
    return names


def _home(piece: Piece) -> Target:
    """Where the turn found it."""
    match piece.source:
        case Zone.HAND:
            return Place.HAND
        case Zone.CROSS:
            return Place.CROSS
    return piece.spot


def _fits(piece: Piece, target: Target) -> bool:
    """Whether the piece may lie there: no card enters the hand or the cross that did not come from it."""
    match target:
        case Place.HAND:
            return piece.source is Zone.HAND
        case Place.CROSS:
            return piece.source is Zone.CROSS
    return True


def _in_order(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces in the order in which their cards lie."""
    left = sorted(pieces)
    ordered = []
    for card in table_order(piece.card for piece in left):
        piece = next(each for each in left if each.card == card)
        left.remove(piece)
        ordered.append(piece)
    return tuple(ordered)


def _moves(setting: Setting, made: Plan) -> Edit:
    """The moves that lead from what the turn found to the end of the plan.

    The floor meld that gives a final meld the most cards stays where it is.
    """
    left = list(setting.pieces)
    going: dict[int, list[tuple[Piece, int | None]]] = {}
    for way in made.ways:
        piece = next(
            each
            for each in left
            if (each.card, each.source) == (way.card, way.source)
            and (way.source is not Zone.FLOOR or each.spot == way.source_meld)
        )
        left.remove(piece)
        if way.target_meld is not None:
            going.setdefault(way.target_meld, []).append((piece, way.source_meld))
    shared = Counter((meld, target) for target, ways in going.items() for _, meld in ways if meld is not None)
    homes: dict[int, int] = {}
    taken: set[int] = set()
    for (meld, target), _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if target not in homes and meld not in taken:
            homes[target] = meld
            taken.add(meld)
    moves = []
    for target in sorted(going):
        home = homes.get(target)
        names = tuple(str(piece) for piece, meld in going[target] if home is None or meld != home)
        if names:
            moves.append(Move(names, Place.NEW if home is None else home))
    return tuple(moves)
