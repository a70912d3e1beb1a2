"""One suit, rank by rank: what runs can do with its cards.

Sweep a suit from the ace to the king, and the ace once more as high. At each rank some of its cards lie in
sets, the others lie in runs. All that matters of the past is the **state**: the runs that are still open,
and how many aces were kept for the top. A suit has two copies of each face, so at most two runs are open at
once, and of a run's length it only matters whether it is 1, 2 or at least 3. Given how many cards of a rank
go into runs, the next state is forced but for which of two runs goes on: a run that is too short must, one
that is long enough may.

For the question of which floor melds stay whole, an open run also tells which floor run it carries. The
floor runs open at a rank (at most two) are numbered 0 and 1; a floor run that no open run carries is broken
and counted once.
"""

from functools import cache, lru_cache
from itertools import combinations, product
from threading import Lock
from typing import ClassVar, NamedTuple

NOTHING = -1
"""What a run carries that carries no floor run."""
ENDLESS = 4
"""The length of a run from the low ace that carries a floor run of 3 to Q whole, see
:attr:`Labels.endless`."""
RANKS = range(14)
"""The ranks of a sweep: 0 the ace as low, 1 to 12 two to king, 13 the ace as high."""
LOW_ACE, HIGH_ACE = 0, 13
BETWEEN = 1
"""What a column of any other rank says its rank is: two to king are all alike."""


class Run(NamedTuple):
    """An open run."""

    length: int
    """1, 2, or 3 for three and more (:data:`ENDLESS` for a special case of these)."""
    carries: int
    """The number of the floor run it still holds whole, or :data:`NOTHING`."""


Runs = tuple[Run, ...]


class Labels(NamedTuple):
    """The floor runs of a suit at one rank. Those open from below come first, then those that start here."""

    open: int = 0
    start: int = 0
    end: int = 0
    """A mask: bit ``i`` set if floor run ``i`` has its last card here."""
    endless: int = 0
    """At a three only, a mask: floor runs that reach from here or below to the queen or above. A run that
    holds one whole and begins and ends with an ace would have 14 cards, and every cut into two runs breaks
    it."""


_making = Lock()
"""Held while something that is numbered is made."""
FLOOR, HAND, CROSS = 9, 3, 1
"""What a card of each place adds to the code of a face: two copies in all, so a code is below 27."""


class Column:
    """The cards of one suit at one rank. Equal columns are one object, see :func:`columns_of`."""

    __slots__ = ("cross", "floor", "hand", "key", "labels", "moves", "origins", "rank")
    by_number: ClassVar[list["Column"]] = []

    def __init__(self, code: int, rank: int, labels: Labels) -> None:
        self.floor, self.hand, self.cross = code // FLOOR, code // HAND % 3, code % 3
        self.rank = rank
        """:data:`LOW_ACE`, :data:`HIGH_ACE` (which brings no cards), or :data:`BETWEEN`."""
        self.labels = labels
        self.moves = Moves(self)
        """Every way to place the cards."""
        self.origins = Origins(self)
        self.key = len(self.by_number) << 3
        """Its number, with room for a mask of counts in sets."""
        self.by_number.append(self)

    def free(self, cards: int) -> "Column":
        """The same rank and floor runs with so many cards, any of which may stay away."""
        return columns_of(self.rank, self.labels)[cards * HAND]


class Columns(dict[int, Column]):
    """All columns of one rank and some floor runs, by the code of the face."""

    __slots__ = ("_labels", "_rank")

    def __init__(self, rank: int, labels: Labels) -> None:
        self._rank = rank
        self._labels = labels

    def __missing__(self, code: int) -> Column:
        with _making:
            if code not in self:
                self[code] = Column(code, self._rank, self._labels)
        return self[code]


@cache
def columns_of(rank: int, labels: Labels) -> Columns:
    """The columns of a rank (:data:`LOW_ACE`, :data:`BETWEEN`, :data:`HIGH_ACE`) and floor runs there."""
    return Columns(rank, labels)


class Open(NamedTuple):
    """What the cards so far leave open."""

    runs: Runs
    """The open runs, sorted."""
    aces: int
    """Aces kept for the top."""


State = int
"""The number of a state, see :data:`STATES`: many thousands are handled, and ints are the cheapest."""
STATES: list[Open] = []
"""What each state leaves open."""
ORDER: list[tuple[object, ...]] = []
"""Sorting key of each state: more and longer open runs first."""
_numbers: dict[Open, State] = {}


def state_of(runs: Runs, aces: int) -> State:
    """The number of the state with these open runs (sorted) and aces kept."""
    state = _numbers.get(Open(runs, aces))
    if state is None:
        with _making:
            state = _numbers.get(Open(runs, aces))
            if state is None:
                ORDER.append((-len(runs), [(-run.length, run.carries) for run in runs], aces))
                STATES.append(Open(runs, aces))
                state = _numbers[Open(runs, aces)] = len(STATES) - 1
    return state


START = state_of((), 0)
"""Before the first card; also the only state in which a sweep may end."""

Move = tuple[int, State, int, int, int]
"""One way to place the cards of a column: how many lie in sets, the state after it, the hand cards that stay
in the hand, the floor runs that are broken here, and the cross cards that go into melds."""


class Moves(dict[State, tuple[Move, ...]]):
    """From each state, the cheapest ways for each count in sets and next state; made when asked for."""

    __slots__ = ("_column",)

    def __init__(self, column: Column) -> None:
        self._column = column

    def __missing__(self, state: State) -> tuple[Move, ...]:
        moves = self[state] = _moves(STATES[state], self._column)
        return moves


def _moves(before: Open, column: Column) -> tuple[Move, ...]:
    have = column.floor + column.hand + column.cross
    best: dict[tuple[int, State], tuple[int, int, int]] = {}

    def place(in_sets: int, in_runs: int, aces: int, used: int) -> None:
        if used < column.floor:
            return  # a floor card may not leave the floor
        # Beyond the floor cards the hand goes first: a cross card may stay where it is.
        played = min(column.hand, used - column.floor)
        left, crossed = column.hand - played, used - column.floor - played
        for runs, (broken, _) in extensions(before.runs, in_runs, column.labels).items():
            if column.rank == HIGH_ACE:
                if any(run.length < 3 for run in runs):
                    continue
                broken += sum(run.length == ENDLESS for run in runs)
                runs = ()
            key = (in_sets, state_of(runs, aces))
            cost = (left, broken, crossed)
            best[key] = min(best.get(key, cost), cost)

    if column.rank == HIGH_ACE:
        place(0, before.aces, 0, 0)
    else:
        most_kept = have if column.rank == LOW_ACE else 0
        for in_sets in range(have + 1):
            for in_runs in range(have - in_sets + 1):
                for kept in range(min(most_kept, have - in_sets - in_runs) + 1):
                    place(in_sets, in_runs, before.aces + kept, in_sets + in_runs + kept)
    return tuple((in_sets, after, *cost) for (in_sets, after), cost in best.items())


class Extension(NamedTuple):
    """The cheapest way from one group of open runs to the next."""

    broken: int
    origins: tuple[int, ...]
    """For each run afterwards: which run before it continues, or :data:`NOTHING` for a new one."""


@cache
def extensions(runs: Runs, cards: int, labels: Labels) -> dict[Runs, Extension]:
    """Every group of open runs after this many cards of one rank went onto these runs or began new ones."""
    starting = range(labels.open, labels.open + labels.start)
    still_open = [i for i in range(labels.open + labels.start) if not labels.end >> i & 1]
    best: dict[Runs, Extension] = {}
    for going_on in combinations(range(len(runs)), min(len(runs), cards)):
        closed = [run for i, run in enumerate(runs) if i not in going_on]
        if any(run.length < 3 for run in closed):
            continue
        lost = sum(run.carries != NOTHING for run in closed)
        origins = (*going_on, *[NOTHING] * (cards - len(going_on)))
        befores = [runs[i] if i != NOTHING else Run(0, NOTHING) for i in origins]
        # Each run goes on with what it carries, or drops that for a floor run that starts here.
        for carried in product(*[(before.carries, *starting) for before in befores]):
            taken = [label for label in carried if label in starting]
            if len(set(taken)) < len(taken):
                continue
            # A run with nothing to lose takes what starts here: to break that later costs the same.
            if len(taken) < len(starting) and NOTHING in carried:
                continue
            dropped = sum(
                before.carries not in (NOTHING, label) for before, label in zip(befores, carried, strict=True)
            )
            after = [
                (Run(_length(before, label, labels), _renumber(label, still_open)), origin)
                for before, label, origin in zip(befores, carried, origins, strict=True)
            ]
            after.sort()
            key = tuple(run for run, _ in after)
            broken = lost + dropped + labels.start - len(taken)
            if key not in best or broken < best[key].broken:
                best[key] = Extension(broken, tuple(origin for _, origin in after))
    return best


class Origins(dict[tuple[State, State], tuple[int, ...]]):
    """By the states before and after a column, see :attr:`Extension.origins`; found when asked for."""

    __slots__ = ("_column",)

    def __init__(self, column: Column) -> None:
        self._column = column

    def __missing__(self, states: tuple[State, State]) -> tuple[int, ...]:
        before, after = (STATES[state] for state in states)
        found = self[states] = _origins(before, after, self._column)
        return found


def _origins(before: Open, after: Open, column: Column) -> tuple[int, ...]:
    if column.rank != HIGH_ACE:
        # Every run that is open afterwards has a card of this rank, and only those.
        return extensions(before.runs, len(after.runs), column.labels)[after.runs].origins
    done = [
        (extension.broken + sum(run.length == ENDLESS for run in runs), extension.origins)
        for runs, extension in extensions(before.runs, before.aces, column.labels).items()
        if all(run.length >= 3 for run in runs)
    ]
    return min(done)[1]


def _length(before: Run, label: int, labels: Labels) -> int:
    if before.length == ENDLESS:
        # What makes it endless may be dropped, or ended at the queen while the run goes on.
        return ENDLESS if before.carries == label else 3
    length = min(before.length + 1, 3)
    if label != NOTHING and labels.endless >> label & 1 and before.length == 2:
        return ENDLESS  # two cards before a three: the run began with the ace
    return length


def _renumber(label: int, still_open: list[int]) -> int:
    return still_open.index(label) if label in still_open else NOTHING


class FloorRun(NamedTuple):
    """A run on the floor, as the first and last rank of a sweep (:data:`RANKS`)."""

    first: int
    last: int


@lru_cache(5_000)
def lane_of(spans: tuple[tuple[int, int], ...]) -> list[Columns]:
    """For each rank of a sweep, the columns of a suit with floor runs from and to these ranks, sorted."""
    floor_runs = [FloorRun(*span) for span in spans]
    lane = []
    open_runs: list[FloorRun] = []
    for rank in RANKS:
        here = open_runs + [run for run in floor_runs if run.first == rank]
        end = sum(1 << i for i, run in enumerate(here) if run.last == rank)
        endless = sum(1 << i for i, run in enumerate(here) if rank == 2 and run.last >= 11)
        kind = rank if rank in (LOW_ACE, HIGH_ACE) else BETWEEN
        lane.append(columns_of(kind, Labels(len(open_runs), len(here) - len(open_runs), end, endless)))
        open_runs = [run for run in here if run.last != rank]
    return lane
