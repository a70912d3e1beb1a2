"""The answer to a position: whether the hand can be emptied now, and if not, the largest play."""

from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from makiaveli.errors import PositionError
from makiaveli.solver.arrangement import Arrangement, Play, play_nothing, play_of_path
from makiaveli.solver.bounds import Tariff
from makiaveli.solver.cards import Card
from makiaveli.solver.dual import DualSearch
from makiaveli.solver.homes import Homes, find_homes
from makiaveli.solver.position import Position
from makiaveli.solver.search import Limit, Meter, OutOfLimitError, Path, Search, ShortOfNodesError
from makiaveli.solver.table import Table

_DIVE_NODES = 400
"""What a search may still spend once its limit has run out, to tell of a legal play all the same."""
_SHORT_NODES = 60
"""What a search may spend before the vectors are narrowed: enough for most positions."""
_SHORT_TIDY_NODES = 500
"""What ``tidy`` may spend before its bound is raised."""
_EFFORTS = ((4, 1000), (12, 100_000))
"""How often ``tidy`` raises its bound over all ranks, and what it may spend then: a good bound takes time
that most positions do not need. It keeps every node, so the last number bounds the memory as well."""


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


@dataclass(frozen=True)
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
    kept_proved: bool
    """Whether it is proved that no play of this size keeps more floor melds whole."""
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

    @cached_property
    def _homes(self) -> Homes:
        return _homes(self.position, self.arrangement)

    @property
    def kept(self) -> int:
        """Floor melds whose cards still lie together in one final meld."""
        return self._homes.kept

    @property
    def moved(self) -> int:
        """Floor cards that left the largest part of their meld that still lies together."""
        return self._homes.moved


def solve(position: Position, limit: Limit | None = None, tidy: bool = True) -> Verdict:
    """The verdict on a position: a win, or the largest play, proved unless the limit runs out first.

    With ``tidy``, a second search looks for a play of the same size that breaks the fewest floor melds; what
    it finds is proved unless it spends more than a fixed number of nodes, see ``kept_proved``. Runs are then
    cut so that floor runs stay as they lie where the cards allow it. ``tidy=False`` stops at the largest play
    and lays its runs as long as they come.

    The same cards give the same verdict in whatever order they are given, except for ``position`` itself.
    Raises :class:`PositionError` with every fault of a position that cannot lie like that.
    """
    if faults := position.problems():
        raise PositionError(f"{position}: {' '.join(map(str, faults))}", faults)
    meter = Meter(limit or Limit())
    table = Table(position.canonical())
    play, proved_left, search = _largest_play(table, meter, tidy)
    proved = len(play.left) == proved_left
    kept_proved = not play.played
    if tidy and proved and not kept_proved:
        play, kept_proved = _tidiest_play(table, play, search, meter)
        if len(play.arrangement.cross) < len(position.cross):
            play = _sparing_play(table, play, meter)
    return Verdict(
        position=position,
        wins=False if proved_left else True if proved else None,
        at_least=len(play.played),
        at_most=len(position.hand) - proved_left,
        played=play.played,
        left=play.left,
        arrangement=play.arrangement,
        kept_proved=kept_proved,
        nodes=meter.nodes,
        seconds=meter.seconds,
    )


def _homes(position: Position, arrangement: Arrangement) -> Homes:
    return find_homes(position.floor, [meld.cards for meld in arrangement.melds])


def _largest_play(table: Table, meter: Meter, tidy: bool) -> tuple[Play, int, Search]:
    """The largest play found; the hand cards proved to stay; the search that proved it."""
    size = len(table.position.hand)
    columns = table.columns()
    search = Search(columns, table.vectors)
    left = search.bound
    try:
        while left < size:
            path = _path_at(search, left, meter)
            if path:
                return play_of_path(table, path, columns, tidy), left, search
            left += 1
        return play_nothing(table.position), size, search
    except OutOfLimitError:
        best = play_nothing(table.position)
        with suppress(OutOfLimitError), meter.allowance(_DIVE_NODES):
            while len(best.left) > left:
                path = search.path(len(best.left) - 1, meter)
                if path is None:
                    return best, len(best.left), search
                best = play_of_path(table, path, columns, tidy)
        return best, left, search


def _path_at(search: Search, budget: int, meter: Meter) -> Path | None:
    """A path within the budget, or the proof that there is none: by a short search, else a narrowed one."""
    with suppress(ShortOfNodesError), meter.short(_SHORT_NODES):
        return search.path(budget, meter)
    narrowed = search.within_budget(budget, meter)
    return narrowed.path(budget, meter) if narrowed else None


def _tidiest_play(table: Table, found: Play, largest: Search, meter: Meter) -> tuple[Play, bool]:
    """The play of this size that breaks the fewest floor melds, and whether that is proved.

    Only the number of hand cards left is known, not which. Where each suit alone proves it, a high price on
    hand cards steers the search; elsewhere that price would swamp the melds, and the cap alone does better.
    """
    position = table.position
    least_harm = _harm(position, found)
    if least_harm == (0, 0):
        return found, True
    left = len(found.left)
    tariff = Tariff(left=64 if largest.bound == left else 2, broken=1)
    columns = table.columns(labelled=True)
    search = Search(columns, table.vectors, tariff, table.broken_sets())

    def better(path: Path) -> None:
        nonlocal found, least_harm
        play = play_of_path(table, path, columns)
        if (harm := _harm(position, play)) < least_harm:
            found, least_harm = play, harm

    most = tariff.left * left + least_harm[0]
    try:
        with suppress(ShortOfNodesError), meter.short(_SHORT_TIDY_NODES):
            for budget in range(search.bound, most + 1):
                if path := search.path(budget, meter, left):
                    better(path)
                    return found, True
        narrowed = largest.within_budget(left, meter)
        vectors = narrowed.vectors if narrowed else table.vectors
        dual = DualSearch(Search(columns, vectors, tariff, table.broken_sets()))
        for sweeps, nodes in _EFFORTS:
            dual.raise_bound(sweeps)
            with suppress(ShortOfNodesError), meter.short(nodes):
                if cheapest := dual.cheapest(most + 1, left, meter):
                    better(cheapest[1])
                return found, True
        raise ShortOfNodesError
    except (OutOfLimitError, ShortOfNodesError):
        with suppress(OutOfLimitError), meter.allowance(_DIVE_NODES):
            while path := search.path(tariff.left * left + least_harm[0] - 1, meter, left):
                better(path)
            return found, True
    return found, False


def _sparing_play(table: Table, found: Play, meter: Meter) -> Play:
    """A play that does no more harm and takes fewer cross cards, if a short search finds one.

    Floor melds count so much that the cross cards never outweigh one: there are four at most.
    """
    left, (broken, moved) = len(found.left), _harm(table.position, found)
    tariff = Tariff(left=64 * 8, broken=8, crossed=1)
    columns = table.columns(labelled=True)
    search = Search(columns, table.vectors, tariff, table.broken_sets())
    taken = len(table.position.cross) - len(found.arrangement.cross)
    with suppress(OutOfLimitError, ShortOfNodesError), meter.short(_SHORT_TIDY_NODES):
        for crossed in range(taken):
            path = search.path(tariff.left * left + tariff.broken * broken + crossed, meter, left)
            if path:
                play = play_of_path(table, path, columns)
                return play if _harm(table.position, play) <= (broken, moved) else found
    return found


def _harm(position: Position, play: Play) -> tuple[int, int]:
    """Floor melds that the play breaks, and floor cards that it moves."""
    homes = _homes(position, play.arrangement)
    return len(position.floor) - homes.kept, homes.moved
