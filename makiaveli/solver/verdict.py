"""The answer to a position: whether the hand can be emptied now, and if not, the largest play."""

from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum

from makiaveli.errors import PositionError
from makiaveli.solver.arrangement import Arrangement, Play, play_nothing, play_of_path
from makiaveli.solver.cards import Card
from makiaveli.solver.homes import find_homes
from makiaveli.solver.position import Position
from makiaveli.solver.search import Limit, Meter, OutOfLimitError, Search
from makiaveli.solver.table import Table

_DIVE_NODES = 400
"""What a search may still spend once its limit has run out, to tell of a legal play all the same."""
_TIDY_NODES = 4_000
"""What ``tidy`` may spend."""


class Status(StrEnum):
    """What is known of a position."""

    WIN = "win"
    """The whole hand goes down."""
    PARTIAL = "partial"
    """Some of it goes down, and it is proved how much."""
    DRAW = "draw"
    """Proved: no card can go down."""
    UNDECIDED = "undecided"
    """The limit ran out before the largest play was proved."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer that never says more than was proved.

    >>> verdict = solve(Position.parse("3S4S7S/7H7D7C/2S"))
    >>> verdict.wins, verdict.arrangement.melds
    (True, (Meld.parse('7S7H7D7C'), Meld.parse('2S3S4S')))
    """

    position: Position
    wins: bool | None
    """Whether the whole hand can go down in this turn; ``None``: not settled. May be ``False`` while the
    largest play is still open: the two are proved apart."""
    at_least: int
    """Hand cards that go down in the play below."""
    at_most: int
    """Proved: no play takes more. Equal to ``at_least`` when the largest play is proved."""
    played: tuple[Card, ...]
    """The hand cards that go down, sorted."""
    left: tuple[Card, ...]
    """The hand cards that stay, sorted."""
    arrangement: Arrangement
    """The table after this play; always a legal one."""
    kept: int
    """Floor melds whose cards still lie together in one final meld."""
    kept_proved: bool
    """Whether no play of this size keeps more."""
    moved: int
    """Floor cards that left the largest part of their meld that still lies together."""
    nodes: int = field(compare=False)
    """Nodes searched."""
    seconds: float | None = field(compare=False, repr=False)
    """Time on the limit's clock; ``None`` without one."""

    @property
    def status(self) -> Status:
        """The verdict in one word."""
        if self.at_least < self.at_most:
            return Status.UNDECIDED
        if self.wins:
            return Status.WIN
        return Status.PARTIAL if self.at_least else Status.DRAW


def solve(position: Position, limit: Limit | None = None, tidy: bool = True) -> Verdict:
    """The verdict on a position: a win, or the largest play, proved unless the limit runs out first.

    With ``tidy``, a second search looks for a play of the same size that breaks the fewest floor melds;
    what it finds is proved unless it spends more than a fixed number of nodes, see ``kept_proved``. In
    either case runs are cut so that floor runs stay as they lie where the cards allow it. ``tidy=False``
    stops at the largest play.

    The same cards give the same verdict in whatever order they are given, except for ``position`` itself.
    Raises :class:`PositionError` with every fault of a position that cannot lie like that.
    """
    if faults := position.problems():
        raise PositionError(f"{position}: {' '.join(map(str, faults))}", faults)
    meter = Meter(limit or Limit())
    table = Table(position.canonical())
    play, proved_left, by_suits = _largest_play(table, meter)
    proved = len(play.left) == proved_left
    homes = find_homes(position.floor, [meld.cards for meld in play.arrangement.melds])
    kept_proved = homes.moved == 0
    if tidy and proved and not kept_proved:
        found, kept_proved = _tidiest_play(table, proved_left, by_suits, meter)
        if found:
            found_homes = find_homes(position.floor, [meld.cards for meld in found.arrangement.melds])
            if (found_homes.kept, -found_homes.moved) > (homes.kept, -homes.moved):
                play, homes = found, found_homes
    size = len(position.hand)
    return Verdict(
        position=position,
        wins=False if proved_left else True if proved else None,
        at_least=len(play.played),
        at_most=size - proved_left,
        played=play.played,
        left=play.left,
        arrangement=play.arrangement,
        kept=homes.kept,
        kept_proved=kept_proved,
        moved=homes.moved,
        nodes=meter.nodes,
        seconds=meter.seconds,
    )


def _largest_play(table: Table, meter: Meter) -> tuple[Play, int, bool]:
    """The largest play found; the hand cards proved to stay; whether the suits alone prove that number."""
    size = len(table.position.hand)
    columns = table.columns()
    search = Search(columns, table.vectors)
    left = search.bound
    try:
        while left < size:
            path = search.path(left, meter)
            if path:
                return play_of_path(table.position, path, columns), left, left == search.bound
            left += 1
        return play_nothing(table.position), size, size == search.bound
    except OutOfLimitError:
        best = play_nothing(table.position)
        with suppress(OutOfLimitError), meter.allowance(_DIVE_NODES):
            while len(best.left) > left:
                path = search.path(len(best.left) - 1, meter)
                if path is None:
                    return best, len(best.left), False
                best = play_of_path(table.position, path, columns)
        return best, left, False


def _tidiest_play(table: Table, left: int, by_suits: bool, meter: Meter) -> tuple[Play | None, bool]:
    """A play that leaves this many hand cards and breaks few floor melds; whether none breaks fewer.

    Only the number of hand cards left is known, not which. Where each suit alone proves it, a high price on
    hand cards steers the search; elsewhere that price would swamp the melds, and the cap alone does better.
    """
    weight = 64 if by_suits else 2
    columns = table.columns(labelled=True)
    search = Search(columns, table.vectors, weight, table.prices())
    floor = table.position.floor
    best: Play | None = None
    broken = len(floor)
    try:
        with meter.at_most(_TIDY_NODES):
            for budget in range(search.bound, weight * left + broken + 1):
                path = search.path(budget, meter, left)
                if path:
                    return play_of_path(table.position, path, columns), True
    except OutOfLimitError:
        with suppress(OutOfLimitError), meter.allowance(_DIVE_NODES):
            while path := search.path(weight * left + broken, meter, left):
                best = play_of_path(table.position, path, columns)
                broken = (
                    len(floor) - find_homes(floor, [meld.cards for meld in best.arrangement.melds]).kept - 1
                )
            return best, best is not None
    return best, False
