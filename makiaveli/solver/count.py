"""How many different floors a largest play can end in.

A floor is a multiset of melds, so every one must be counted once. The sweep is that of :mod:`.lanes`, but
here a run may end wherever it has three cards, and an open run remembers what tells it from others: whether
it began together with the other open run (then the two are the same so far, and it does not matter which of
them ends), and whether it began with the ace or the two (no run has both aces, and all thirteen faces are
one run, ace low).
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from makiaveli.errors import PositionError
from makiaveli.solver.bounds import IMPOSSIBLE
from makiaveli.solver.lanes import HIGH_ACE, LOW_ACE, RANKS
from makiaveli.solver.limits import Limit, Meter, OutOfLimitError
from makiaveli.solver.position import Position
from makiaveli.solver.table import Table
from makiaveli.solver.vectors import cuts, vectors_of
from makiaveli.solver.verdict import Status, solve

_LATER = 2
"""Where a run began: 0 the ace as low, 1 the two, or later."""


class _Open(NamedTuple):
    length: int
    """1, 2, or 3 for three and more."""
    began: int


class _Lane(NamedTuple):
    """What one suit has open after some rank."""

    runs: tuple[_Open, ...] = ()
    twins: bool = False
    """Whether the two open runs began at the same rank."""
    aces: int = 0
    """Aces kept for the top."""


class _Cards(NamedTuple):
    rank: int
    floor: int
    hand: int
    cross: int


class _Move(NamedTuple):
    in_sets: int
    lane: _Lane
    left: int


def count_arrangements(position: Position, cap: int = 10_000, limit: Limit | None = None) -> int | None:
    """How many different floors a largest play can end in, exact up to the cap; ``cap + 1`` for more.

    A position in which nothing can be played has one floor, the one that lies there. ``None``: the limit ran
    out. Raises :class:`PositionError` for a position that cannot lie like that.

    >>> count_arrangements(Position.parse("3-8S/-/-"))
    2
    """
    if faults := position.problems():
        raise PositionError(f"{position}: {' '.join(map(str, faults))}", faults)
    verdict = solve(position, limit, tidy=False)
    if verdict.status is Status.UNDECIDED:
        return None
    if verdict.status is Status.DRAW:
        return 1
    try:
        return _Count(Table(position.canonical()), len(verdict.left), cap, Meter(limit or Limit())).total()
    except OutOfLimitError:
        return None


class _Count:
    def __init__(self, table: Table, left: int, cap: int, meter: Meter) -> None:
        self._meter = meter
        self._vectors = table.vectors
        self._left = left
        self._cap = cap
        self._cards = [
            [_Cards(rank, column.floor, column.hand, column.cross) for rank, column in enumerate(lane)]
            for lane in table.columns()
        ]
        self._least: list[dict[tuple[int, _Lane], int]] = [{} for _ in range(4)]
        self._known: dict[tuple[int, tuple[_Lane, ...], int], int] = {}

    def total(self) -> int:
        return min(self._from(0, (_Lane(),) * 4, self._left), self._cap + 1)

    def _from(self, rank: int, lanes: tuple[_Lane, ...], left: int) -> int:
        """Floors that can still be completed from here with so many hand cards left, up to the cap."""
        if sum(self._fewest_left(suit, rank, lane) for suit, lane in enumerate(lanes)) > left:
            return 0
        if rank == len(RANKS):
            return int(left == 0)
        key = (rank, lanes, left)
        if key not in self._known:
            self._meter.count()
            self._known[key] = self._sum(rank, lanes, left)
        return self._known[key]

    def _sum(self, rank: int, lanes: tuple[_Lane, ...], left: int) -> int:
        moves = [_moves(lane, self._cards[suit][rank]) for suit, lane in enumerate(lanes)]
        total = 0
        for _, vector in vectors_of(self._vectors[rank]):
            fitting = [[move for move in moves[suit] if move.in_sets == vector[suit]] for suit in range(4)]
            different_sets = len({tuple(sorted(cut)) for cut in cuts(vector)})
            for chosen in product(*fitting):
                rest = left - sum(move.left for move in chosen)
                if rest >= 0 and (found := self._from(rank + 1, tuple(move.lane for move in chosen), rest)):
                    total += found * different_sets
                    if total > self._cap:
                        return self._cap + 1
        return total

    def _fewest_left(self, suit: int, rank: int, lane: _Lane) -> int:
        """The fewest hand cards that this suit alone must leave from here to the end."""
        if rank == len(RANKS):
            return 0 if lane == _Lane() else IMPOSSIBLE
        known = self._least[suit]
        if (rank, lane) not in known:
            known[rank, lane] = min(
                (
                    move.left + self._fewest_left(suit, rank + 1, move.lane)
                    for move in _moves(lane, self._cards[suit][rank])
                ),
                default=IMPOSSIBLE,
            )
        return known[rank, lane]


@cache
def _moves(lane: _Lane, cards: _Cards) -> tuple[_Move, ...]:
    """Every way to place the cards of one suit at one rank."""
    have = cards.floor + cards.hand + cards.cross
    found = []
    if cards.rank == HIGH_ACE:
        ends = _extensions(lane, lane.aces, cards.rank)
        return tuple(_Move(0, _Lane(), 0) for after in ends if all(run.length == 3 for run in after.runs))
    most_kept = have if cards.rank == LOW_ACE else 0
    for in_sets, in_runs, kept in product(range(have + 1), range(have + 1), range(most_kept + 1)):
        used = in_sets + in_runs + kept
        if cards.floor <= used <= have:
            left = cards.hand - min(cards.hand, used - cards.floor)
            for after in _extensions(lane, in_runs, cards.rank):
                found.append(_Move(in_sets, after._replace(aces=lane.aces + kept), left))
    return tuple(found)


def _extensions(lane: _Lane, cards: int, rank: int) -> Iterator[_Lane]:
    """The open runs after so many cards went onto these or began new ones, once for each way to do it.

    At most two runs are open at a rank. Twins are the same so far: one of them going on is one way, not two.
    """
    runs = lane.runs
    seen: set[tuple[bool, ...]] = set()
    for going_on in product((True, False), repeat=len(runs)):
        if sum(going_on) > cards or any(
            run.length < 3 for run, on in zip(runs, going_on, strict=True) if not on
        ):
            continue
        pattern = tuple(sorted(going_on)) if lane.twins else going_on
        if pattern in seen:
            continue
        seen.add(pattern)
        went_on = [run for run, on in zip(runs, going_on, strict=True) if on]
        if rank == HIGH_ACE and any(run.began < _LATER for run in went_on):
            continue  # no run has both aces; from the two to the ace is the run from the ace to the king
        new = cards - len(went_on)
        after = [_Open(min(run.length + 1, 3), run.began) for run in went_on]
        after += [_Open(1, min(rank, _LATER))] * new
        if len(after) <= 2:
            twins = (lane.twins and len(went_on) == 2) or new == 2
            yield _Lane(tuple(sorted(after)), twins, lane.aces)
