"""The answer to a position: whether the hand can be emptied now, and if not, the largest play."""

from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from makiaveli.errors import PositionError
from makiaveli.solver.arrangement import Arrangement, Play, play_nothing, play_of_path
from makiaveli.solver.bounds import IMPOSSIBLE, Tariff
from makiaveli.solver.cards import Card
from makiaveli.solver.dual import DualSearch
from makiaveli.solver.homes import Homes, find_homes
from makiaveli.solver.limits import Limit, Meter, OutOfLimitError, ShortOfNodesError
from makiaveli.solver.paths import Path
from makiaveli.solver.position import Position
from makiaveli.solver.search import Search
from makiaveli.solver.table import Table

_DIVE_NODES = 400
"""What a search may still spend once its limit has run out, to tell of a legal play all the same."""
_SHORT_NODES = 60
"""What a search may spend before the vectors are narrowed: enough for most positions."""
_NARROWED_NODES = 1000
"""What a search may spend after that, before its bound is raised."""
_SHORT_TIDY_NODES = 500
"""What ``tidy`` may spend before its bound is raised."""
_RAISED_NODES, _RAISED_MORE_NODES = 1500, 20_000
"""What a search may spend once its bound is raised, and once it is raised further. What is not settled then
is taken all at once: a good bound takes time that most positions do not need."""
_STEERING = Tariff(left=64, broken=1)
"""One more card left in the hand costs more than all melds of a floor: there are 34 at most."""
_CAPPING = Tariff(left=2, broken=1, capped=True)
"""The hand cards left are capped, and a price on them still steers."""
_SPARING = Tariff(left=64 * 8, broken=8, crossed=1)
"""A floor meld costs more than all cards of the cross."""


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

    With ``tidy``, a second search looks for the play of the same size that breaks the fewest floor melds,
    proved unless the limit runs out first (``kept_proved``). Runs are then cut so that floor runs stay as
    they lie where the cards allow it. ``tidy=False`` stops at the largest play and lays its runs as long as
    they come.

    The same cards give the same verdict in whatever order they are given, except for ``position`` itself.
    Raises :class:`PositionError` with every fault of a position that cannot lie like that.
    """
    if faults := position.problems():
        raise PositionError(f"{position}: {' '.join(map(str, faults))}", faults)
    meter = Meter(limit or Limit())
    table = Table(position.canonical())
    largest = _largest_play(table, meter)
    if not tidy or not largest.proved or not largest.path:
        play, kept_proved = largest.play(table, tidy), not largest.path
    else:
        play, kept_proved = _tidiest_play(table, largest, meter)
        if len(play.arrangement.cross) < len(position.cross):
            play = _sparing_play(table, play, meter)
    left = largest.least_left
    return Verdict(
        position=position,
        wins=False if left else True if largest.proved else None,
        at_least=len(play.played),
        at_most=len(position.hand) - left,
        played=play.played,
        left=play.left,
        arrangement=play.arrangement,
        kept_proved=kept_proved,
        nodes=meter.nodes,
        seconds=meter.seconds,
    )


def _homes(position: Position, arrangement: Arrangement) -> Homes:
    return find_homes(position.floor, [meld.cards for meld in arrangement.melds])


class _Largest(NamedTuple):
    """What was found of the largest play."""

    path: Path | None
    """``None``: the position as it lies."""
    least_left: int
    """Hand cards that are proved to stay in the hand, at least."""
    proved: bool
    """Whether the path leaves no more."""
    search: Search

    def play(self, table: Table, tidy: bool) -> Play:
        """The play of the path."""
        if self.path is None:
            return play_nothing(table.position)
        return play_of_path(table, self.path, self.search.columns, tidy)


def _largest_play(table: Table, meter: Meter) -> _Largest:
    size = len(table.position.hand)
    search = Search(table.columns(), table.vectors)
    left = search.bound
    try:
        while left < size:
            if path := _path_at(search, left, meter):
                return _Largest(path, left, True, search)
            left += 1
        return _Largest(None, size, True, search)
    except OutOfLimitError:
        found = _Largest(None, left, False, search)
        best = size
        with suppress(OutOfLimitError), meter.allowance(_DIVE_NODES):
            while best > left:
                path = search.path(best - 1, meter)
                if path is None:
                    return found._replace(least_left=best, proved=True)
                found = found._replace(path=path)
                best = len(found.play(table, tidy=False).left)
        return found._replace(proved=best == left)


def _path_at(search: Search, budget: int, meter: Meter) -> Path | None:
    """A path that costs the budget, or the proof that there is none: by ever more thorough searches.

    No path costs less.
    """
    with suppress(ShortOfNodesError), meter.short(_SHORT_NODES):
        return search.path(budget, meter)
    narrowed = search.within_budget(budget, meter)
    if narrowed is None:
        return None
    with suppress(ShortOfNodesError), meter.short(_NARROWED_NODES):
        return narrowed.path(budget, meter)
    return _cheapest(narrowed, budget, budget, meter)


def _cheapest(
    search: Search, least: int, most: int, meter: Meter, most_left: int = IMPOSSIBLE
) -> Path | None:
    """The cheapest path that costs no more than ``most``, if there is one, on a bound that is raised.

    It is known that none costs less than ``least``.
    """
    dual = DualSearch(search)
    dual.raise_bound(sweeps=4)
    with suppress(ShortOfNodesError), meter.short(_RAISED_NODES):
        return dual.cheapest(most, most_left, meter)
    dual.drop_dominated()
    dual.raise_bound(sweeps=12)
    with suppress(ShortOfNodesError), meter.short(_RAISED_MORE_NODES):
        return dual.cheapest(most, most_left, meter)
    return dual.cheapest_at_once(most, least, most_left, meter)


def _tidiest_play(table: Table, largest: _Largest, meter: Meter) -> tuple[Play, bool]:
    """The play of this size that breaks the fewest floor melds, and whether that is proved.

    Only the number of hand cards left is known, not which. Where each suit alone proves it, a high price on
    hand cards steers the search; elsewhere that price would swamp the melds, and a cap does better.
    """
    position = table.position
    left = largest.least_left
    tariff = _STEERING if largest.search.bound == left else _CAPPING
    columns = table.columns(labelled=True)
    search = Search(columns, table.vectors, tariff, table.broken_sets())
    found: Play | None = None
    try:
        with suppress(ShortOfNodesError), meter.short(_SHORT_TIDY_NODES):
            for budget in range(search.bound, tariff.left * left + len(position.floor) + 1):
                if path := search.path(budget, meter, left):
                    return play_of_path(table, path, columns), True
        found = largest.play(table, tidy=True)
        least_harm = _harm(position, found)
        narrowed = largest.search.within_budget(left, meter)
        vectors = narrowed.vectors if narrowed else table.vectors
        search = Search(columns, vectors, tariff, table.broken_sets())
        path = _cheapest(search, search.bound, tariff.left * left + least_harm[0], meter, left)
        play = play_of_path(table, path, columns) if path else found
        return min(play, found, key=lambda play: _harm(position, play)), True
    except OutOfLimitError:
        found = found or largest.play(table, tidy=True)
        least_harm = _harm(position, found)
        with suppress(OutOfLimitError), meter.allowance(_DIVE_NODES):
            while path := search.path(tariff.left * left + least_harm[0] - 1, meter, left):
                found = play_of_path(table, path, columns)
                least_harm = _harm(position, found)
            return found, True
    return found, False


def _sparing_play(table: Table, found: Play, meter: Meter) -> Play:
    """A play that does no more harm and takes fewer cross cards, if a short search finds one.

    Floor melds count so much that the cross cards never outweigh one: there are four at most.
    """
    broken, moved = _harm(table.position, found)
    columns = table.columns(labelled=True)
    search = Search(columns, table.vectors, _SPARING, table.broken_sets())
    least = _SPARING.left * len(found.left) + _SPARING.broken * broken
    taken = len(table.position.cross) - len(found.arrangement.cross)
    with suppress(OutOfLimitError, ShortOfNodesError), meter.short(_SHORT_TIDY_NODES):
        for crossed in range(taken):
            if path := search.path(least + crossed, meter):
                play = play_of_path(table, path, columns)
                return play if _harm(table.position, play) <= (broken, moved) else found
    return found


def _harm(position: Position, play: Play) -> tuple[int, int]:
    """Floor melds that the play breaks, and floor cards that it moves."""
    homes = _homes(position, play.arrangement)
    return len(position.floor) - homes.kept, homes.moved
