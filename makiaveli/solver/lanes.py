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

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, product
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


NO_LABELS = Labels()


class Column:
    """The cards of one suit at one rank. Equal columns are one object, so they compare by identity."""

    __slots__ = ("cross", "floor", "hand", "labels", "rank")

    def __init__(self, floor: int, hand: int, cross: int, rank: int, labels: Labels) -> None:
        self.floor = floor
        self.hand = hand
        self.cross = cross
        self.rank = rank
        """:data:`LOW_ACE`, :data:`HIGH_ACE` (which brings no cards), or :data:`BETWEEN`."""
        self.labels = labels

    @staticmethod
    @cache
    def of(floor: int, hand: int, cross: int, rank: int, labels: Labels = NO_LABELS) -> "Column":
        """The one column with so many cards of the floor, the hand and the cross."""
        return Column(floor, hand, cross, rank, labels)


class State:
    """What the cards so far leave open. Equal states are one object, so they compare by identity."""

    __slots__ = ("aces", "moves", "order", "runs")
    _all: ClassVar[dict[tuple[Runs, int], "State"]] = {}

    def __init__(self, runs: Runs, aces: int) -> None:
        self.runs = runs
        self.aces = aces
        """Aces kept for the top."""
        self.order = (-len(runs), [(-run.length, run.carries) for run in runs], aces)
        """Sorting key: more and longer open runs first."""
        self.moves: dict[Column, tuple[Move, ...]] = {}

    @classmethod
    def of(cls, runs: Runs, aces: int) -> "State":
        """The one state with these open runs (sorted) and aces kept."""
        return cls._all.get((runs, aces)) or cls._all.setdefault((runs, aces), cls(runs, aces))

    def moves_over(self, column: Column) -> "tuple[Move, ...]":
        """Every way to place the cards of the column, the cheapest for each count in sets and next state."""
        moves = self.moves.get(column)
        if moves is None:
            moves = self.moves[column] = _moves(self, column)
        return moves

    def __repr__(self) -> str:
        return f"State.of({self.runs!r}, {self.aces})"


class Move(NamedTuple):
    """One way to place the cards of a column."""

    in_sets: int
    state: State
    left: int
    """Hand cards that stay in the hand."""
    broken: int
    """Floor runs that are broken here."""
    crossed: int
    """Cross cards that go into melds."""


START = State.of((), 0)
"""Before the first card; also the only state in which a sweep may end."""


def _moves(state: State, column: Column) -> tuple[Move, ...]:
    have = column.floor + column.hand + column.cross
    best: dict[tuple[int, State], tuple[int, int, int]] = {}

    def place(in_sets: int, in_runs: int, aces: int, used: int) -> None:
        if used < column.floor:
            return  # a floor card may not leave the floor
        # Beyond the floor cards the hand goes first: a cross card may stay where it is.
        played = min(column.hand, used - column.floor)
        left, crossed = column.hand - played, used - column.floor - played
        for runs, (broken, _) in extensions(state.runs, in_runs, column.labels).items():
            if column.rank == HIGH_ACE:
                if any(run.length < 3 for run in runs):
                    continue
                broken += sum(run.length == ENDLESS for run in runs)
                runs = ()
            key = (in_sets, State.of(runs, aces))
            cost = (left, broken, crossed)
            best[key] = min(best.get(key, cost), cost)

    if column.rank == HIGH_ACE:
        place(0, state.aces, 0, 0)
    else:
        most_kept = have if column.rank == LOW_ACE else 0
        for in_sets in range(have + 1):
            for in_runs in range(have - in_sets + 1):
                for kept in range(min(most_kept, have - in_sets - in_runs) + 1):
                    place(in_sets, in_runs, state.aces + kept, in_sets + in_runs + kept)
    return tuple(Move(in_sets, after, *cost) for (in_sets, after), cost in best.items())


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


@lru_cache(20_000)
def origins(before: State, after: State, column: Column) -> tuple[int, ...]:
    """For each card of the column that lies in a run, the run before it: see :attr:`Extension.origins`."""
    if column.rank != HIGH_ACE:
        # Every run that is open afterwards has a card of this rank, and only those.
        return extensions(before.runs, len(after.runs), column.labels)[after.runs].origins
    ends = extensions(before.runs, before.aces, column.labels).items()
    done = [
        (extension.broken + sum(run.length == ENDLESS for run in runs), extension.origins)
        for runs, extension in ends
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


def labels_of(floor_runs: Sequence[FloorRun]) -> list[Labels]:
    """For each rank of a sweep, which floor runs of the suit are open, start and end there."""
    labels = []
    open_runs: list[FloorRun] = []
    for rank in RANKS:
        here = open_runs + [run for run in floor_runs if run.first == rank]
        end = sum(1 << i for i, run in enumerate(here) if run.last == rank)
        endless = sum(1 << i for i, run in enumerate(here) if rank == 2 and run.last >= 11)
        labels.append(Labels(len(open_runs), len(here) - len(open_runs), end, endless))
        open_runs = [run for run in here if run.last != rank]
    return labels
