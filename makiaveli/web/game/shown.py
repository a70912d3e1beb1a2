"""What the table's template is given: seats, floor and hand as they are drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from makiaveli.solver import Card, Suit, Zone
from makiaveli.web.game import words
from makiaveli.web.game.arranging import Arranging, Pile
from makiaveli.web.game.layout import Cards, Gap, Layout, Slot
from makiaveli.web.game.pieces import Piece
from makiaveli.web.game.since import Deed, Trace
from makiaveli.web.shown import Origin
from makiaveli.web.table import Table
from makiaveli.web.words import card_name

BROAD_FROM = 5
"""From so many cards right and left of the stock nothing fits beside the cross on a phone."""
DENSE_FROM = 17
"""From so many melds on a wide table uses small cards."""


@dataclass(frozen=True, slots=True)
class ShownPiece:
    """A card on the floor or in the cross."""

    piece: Piece
    origin: Origin | None
    last: bool
    picked: bool

    @property
    def face(self) -> Card:
        """The card."""
        return self.piece.card

    @property
    def name(self) -> str:
        """As it is read aloud."""
        parts = [card_name(self.face, self.origin)]
        parts += ["played since your last turn"] * self.last + ["picked"] * self.picked
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class ShownPile:
    """Cards that lie together, or the room they left."""

    id: str
    """Stays with its place while others move, and with the pile while it is arranged."""
    pieces: tuple[ShownPiece, ...]
    state: str
    """``rest``, ``gap`` where the pile has gone to this turn's, ``tray``, ``short`` or ``bad``."""
    caption: str = ""
    size: int = 0
    """Cards that it takes the room of."""

    @property
    def open(self) -> bool:
        """Whether its cards are spread out, since one of them is picked."""
        return any(piece.picked for piece in self.pieces)

    @property
    def name(self) -> str:
        """As it is read aloud."""
        name = words.pile_name([piece.face for piece in self.pieces])
        return f"{name}. {self.caption}" if self.caption else name


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A player at the edge of the table."""

    name: str
    cards: int
    last: str
    turn: bool
    low: bool


@dataclass(frozen=True, slots=True)
class ShownFloor:
    """Everything on the table."""

    cross: tuple[ShownPiece | ShownPile | str | None, ...]
    """At each place a single card, a meld that took it, ``None`` for the room that it left this turn, or no
    text where all melds that could have taken it lie elsewhere."""
    changed: tuple[ShownPile, ...]
    sets: tuple[ShownPile, ...]
    lanes: tuple[tuple[Suit, tuple[ShownPile, ...]], ...]
    """The runs, one lane a suit."""
    fresh: tuple[ShownPile, ...]
    """What others added where there was no room."""
    dense: bool
    """Whether there are so many melds that their cards are small."""
    arm: str
    """How much room the longest meld in the cross needs: none, ``long``, ``longer`` or ``longest``."""
    broad: bool
    """Whether the cross leaves no room beside it on a phone."""


def seats(table: Table, own: int | None) -> tuple[ShownSeat, ...]:
    """Every seat in the order of play, the own one last."""
    last: dict[int, object] = {turn.seat: turn for turn in table.record.turns}
    state, size = table.state, len(table.info.seats)
    order = [(((own or 0) + 1) + step) % size for step in range(size)]
    shown = []
    for at in order:
        turn = table.outcome is None and state.turn == at
        cards = len(state.hands[at])
        low = cards <= words.FEW and at != own
        said = words.last_deed(last.get(at))
        if turn:
            said = "your turn" if at == own else "thinking"
        elif low:
            said = f"{cards} left"
        name = "You" if at == own else table.info.seats[at].name
        shown.append(ShownSeat(name, cards, said, turn, low and not turn))
    return tuple(shown)


def floor(arranging: Arranging, layout: Layout, traces: dict[int, Trace], names: Sequence[str]) -> ShownFloor:
    """The floor as it is laid out; what changes stands apart, and its room is kept."""
    numbers: dict[Cards, list[int]] = {}
    for number, cards in enumerate(arranging.setting.view.floor):
        numbers.setdefault(cards, []).append(number)
    changed = {pile.number for pile in arranging.changed}
    now = {pile.number: pile for pile in arranging.piles}

    def rest(name: str, slot: Slot) -> ShownPile:
        if isinstance(slot, Gap):
            return ShownPile(name, (), "gap", size=slot.size)
        number = numbers[slot].pop(0)
        if number in changed or number not in now:
            return ShownPile(name, (), "gap", size=len(slot))
        trace = traces.get(number)
        caption = names[trace.seat] if trace else ""
        return _shown(arranging, now[number], name, "rest", caption, trace.cards if trace else ())

    def block(name: str, slots: Iterable[Slot]) -> tuple[ShownPile, ...]:
        return tuple(rest(f"{name}-{at}", slot) for at, slot in enumerate(slots))

    cross: list[ShownPiece | ShownPile | str | None] = []
    for place, piece in enumerate(arranging.setting.cross):
        if piece is not None:
            lies = not isinstance(arranging.place_of(piece), int)
            cross.append(_piece(arranging, piece) if lies else None)
        else:
            cross.append(rest(f"cross-{place}", layout.cross[place]) if place in layout.cross else "")
    return ShownFloor(
        cross=tuple(cross),
        changed=tuple(_changed(arranging, pile) for pile in arranging.changed),
        sets=block("set", layout.sets),
        lanes=tuple((suit, block(f"run-{suit.letter}", layout.lanes[suit])) for suit in sorted(layout.lanes)),
        fresh=block("fresh", layout.fresh),
        dense=layout.melds >= DENSE_FROM,
        broad=layout.beside >= BROAD_FROM,
        arm=next((name for least, name in _ARMS if layout.arm >= least), ""),
    )


_ARMS = ((10, "longest"), (6, "longer"), (5, "long"))


def _changed(arranging: Arranging, pile: Pile) -> ShownPile:
    state = "tray" if pile.fault is None else "short" if pile.unfinished else "bad"
    return _shown(arranging, pile, f"m-{pile.number}", state, words.caption(pile))


def _shown(
    arranging: Arranging, pile: Pile, name: str, state: str, caption: str, marked: Iterable[Card] = ()
) -> ShownPile:
    left = list(marked)
    pieces = []
    for piece in pile.pieces:
        last = piece.card in left
        if last:
            left.remove(piece.card)
        pieces.append(_piece(arranging, piece, last=last, laid=True))
    return ShownPile(name, tuple(pieces), state, caption, len(pieces))


def _piece(arranging: Arranging, piece: Piece, *, last: bool = False, laid: bool = False) -> ShownPiece:
    origin = {Zone.HAND: Origin.HAND, Zone.CROSS: Origin.CROSS}.get(piece.source) if laid else None
    return ShownPiece(piece, origin, last, piece in arranging.picked)


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the log."""

    name: str
    deed: str


def log(deeds: Iterable[Deed], names: Sequence[str], drawn: Card | None) -> tuple[Said, ...]:
    """What the player drew, and what the others did, in words."""
    own = (Said("You", f"drew {drawn.pretty}."),) if drawn is not None else ()
    return own + tuple(Said(names[deed.seat], words.deed(deed)) for deed in deeds)
