"""The questions that come after a verdict: which card would have done it, and why a no is a no."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

from makiaveli.errors import PositionError
from makiaveli.solver.cards import FACES, Card
from makiaveli.solver.lanes import FLOOR, HAND
from makiaveli.solver.limits import Limit, Meter, OutOfLimitError
from makiaveli.solver.melds import Meld, melds_with
from makiaveli.solver.position import COPIES, Position
from makiaveli.solver.search import Search
from makiaveli.solver.table import Table
from makiaveli.solver.verdict import solve

DECK = 52 * COPIES
"""All cards of the game."""
LARGEST_GROUP = 3
"""Conflicts of more cards are not looked for."""
MOST_CARDS = 10
"""Hand cards up to which every group of that size is looked at."""
MOST_GROUPS = 175
"""Groups looked at, at most: all ones, twos and threes of ten cards."""


@dataclass(frozen=True, slots=True)
class Out:
    """One more card, and what the hand could do with it."""

    card: Card
    unseen: int
    """Copies that are neither in the hand nor on the table: 1 or 2."""
    wins: bool | None
    """Whether the hand could be emptied with it; ``None``: the limit ran out."""
    at_least: int
    at_most: int
    """Hand cards that could go down, this one included; equal when proved."""


@dataclass(frozen=True, slots=True)
class Outs:
    """What every further card would do, and what it would do to have one card less."""

    cards: tuple[Out, ...]
    """Every face that is not used up, in order of faces."""
    unseen: int
    """All cards that are neither in the hand nor on the table."""
    without: tuple[Card, ...]
    """Hand cards of which it is true that the hand could be emptied had this one not been there."""

    @property
    def winning(self) -> int:
        """Unseen cards of which any one would win."""
        return sum(out.unseen for out in self.cards if out.wins)

    @property
    def open(self) -> int:
        """Unseen cards of which the limit left it open."""
        return sum(out.unseen for out in self.cards if out.wins is None)

    @property
    def chance(self) -> float:
        """How likely the next card drawn wins, 0 to 1, each unseen card being as likely as any other."""
        return self.winning / self.unseen if self.unseen else 0.0


def outs(position: Position, limit: Limit | None = None) -> Outs:
    """What the hand could do with one more card, for every face that is not used up, and with one less.

    The nodes of the limit hold for each card by itself, its seconds for all of them. Raises
    :class:`PositionError` for a position with problems.

    >>> found = outs(Position.parse("3S4S/-/-"))
    >>> [str(out.card) for out in found.cards if out.wins], found.winning, found.unseen
    (['2S', '5S'], 4, 102)
    """
    seen = [0] * 52
    for card in _judged(position).cards():
        seen[card] += 1
    rest_of = _shared(limit or Limit())
    cards = []
    for card in FACES:
        if seen[card] < COPIES:
            verdict = solve(_with_hand(position, (*position.hand, card)), rest_of(), tidy=False)
            out = Out(card, COPIES - seen[card], verdict.wins, verdict.at_least, verdict.at_most)
            cards.append(out)
    without = []
    if len(position.hand) > 1:
        for card in sorted(set(position.hand)):
            rest = list(position.hand)
            rest.remove(card)
            if solve(_with_hand(position, rest), rest_of(), tidy=False).wins:
                without.append(card)
    return Outs(tuple(cards), DECK - sum(seen), tuple(without))


def _shared(limit: Limit) -> Callable[[], Limit]:
    """A function that gives what is left of the limit's seconds, each time it is called."""
    if limit.seconds is None or limit.clock is None:
        return lambda: limit
    seconds, clock = limit.seconds, limit.clock
    until = clock() + seconds
    return lambda: Limit(limit.nodes if clock() < until else 0, max(until - clock(), 0), clock)


@dataclass(frozen=True, slots=True)
class Need:
    """A meld that could take a card, and what stands in the way."""

    meld: Meld
    missing: tuple[Card, ...]
    """Cards of it that are not here: neither in the hand nor on the table."""
    held: tuple[Card, ...]
    """Cards of it that cannot leave the floor melds they lie in, alone or (if several) together; nothing else
    is missing then. Empty with nothing missing: they can leave, but not while the card goes there."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Hand cards that cannot go down together in any play, though every part of the group can."""

    cards: tuple[Card, ...]
    needs: tuple[Need, ...] = ()
    """For a single card: every smallest meld that could take it."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a hand cannot be emptied."""

    conflicts: tuple[Conflict, ...]
    """The smallest groups that cannot go down together: ones, then twos, then threes. None is part of
    another."""
    complete: bool
    """Whether every group of up to three cards was looked at; else the search stopped at its cap or limit."""


def why_not_win(position: Position, limit: Limit | None = None) -> WhyNot:
    """The smallest groups of hand cards that cannot go down together in any play; none for a win.

    Every group told is proved, and so is that no part of it conflicts. At most :data:`MOST_GROUPS` groups are
    looked at, which is all of up to three cards in a hand of :data:`MOST_CARDS`. A position in which no three
    cards conflict may still be lost: then the conflict takes four or more. The limit holds for the whole.
    Raises :class:`PositionError` for a position with problems.

    >>> [str(conflict.cards[0]) for conflict in why_not_win(Position.parse("3S4S5S9H/-/-")).conflicts]
    ['9H']
    """
    judged = _judged(position)
    meter = Meter(limit or Limit())
    conflicts: list[Conflict] = []
    looked_at = 0
    try:
        for size in range(1, min(LARGEST_GROUP, len(judged.hand)) + 1):
            for group in sorted(set(combinations(sorted(judged.hand), size))):
                if any(_within(conflict.cards, group) for conflict in conflicts):
                    continue
                if looked_at == MOST_GROUPS:
                    return WhyNot(tuple(conflicts), complete=False)
                looked_at += 1
                if not _can_go_down(judged, group, meter):
                    needs = _needs(judged, group[0], meter) if size == 1 else ()
                    conflicts.append(Conflict(group, needs))
    except OutOfLimitError:
        return WhyNot(tuple(conflicts), complete=False)
    return WhyNot(tuple(conflicts), complete=True)


def _judged(position: Position) -> Position:
    if faults := position.problems():
        raise PositionError(f"{position}: {' '.join(map(str, faults))}", faults)
    return position


def _with_hand(position: Position, hand: Iterable[Card]) -> Position:
    return Position(tuple(hand), position.floor, position.cross)


def _within(part: tuple[Card, ...], group: tuple[Card, ...]) -> bool:
    return all(part.count(card) <= group.count(card) for card in part)


def _can_go_down(position: Position, group: Iterable[Card], meter: Meter) -> bool:
    """Whether some play takes all of these hand cards."""
    table = Table(position)
    table.change(group, FLOOR - HAND)
    return _is_possible(table, meter)


def _can_leave(position: Position, cards: Iterable[Card], without: Card, meter: Meter) -> bool:
    """Whether the floor can be laid without these of its cards, and without the help of one hand card."""
    table = Table(position)
    table.change(cards, -FLOOR)
    table.change([without], -HAND)
    return _is_possible(table, meter)


def _is_possible(table: Table, meter: Meter) -> bool:
    """Whether the floor cards can all lie in melds."""
    search = Search(table.columns(), table.vectors)
    return search.path(len(table.position.hand), meter) is not None


def _needs(position: Position, card: Card, meter: Meter) -> tuple[Need, ...]:
    """For a hand card that cannot go down: each smallest meld with it, and what stands in the way."""
    loose = [0] * 52
    on_floor = [0] * 52
    for other in (*position.hand, *position.cross):
        loose[other] += 1
    for other in (card for cards in position.floor for card in cards):
        on_floor[other] += 1
    needs = []
    for meld in melds_with(card, 3):
        others = [other for other in meld.cards if other != card]
        missing = tuple(other for other in others if not loose[other] and not on_floor[other])
        held: tuple[Card, ...] = ()
        if not missing:
            tied = [other for other in others if not loose[other]]
            alone = tuple(other for other in tied if not _can_leave(position, [other], card, meter))
            if alone:
                held = alone
            elif tied and not _can_leave(position, tied, card, meter):
                held = tuple(tied)
        needs.append(Need(meld, missing, held))
    return tuple(needs)
