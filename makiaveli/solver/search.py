"""The partition search: which cards can lie in melds together.

**What couples the suits.** At each rank the cards lie either in sets or in runs. Those in sets form a
vector (:mod:`.vectors`); everything else lies in runs, and runs never leave their suit (:mod:`.lanes`). So
a position is four one-suit machines that are coupled only by one vector a rank.

**Bound.** Each suit alone, free to take any count in sets that some vector allows, has a cheapest cost from
each state to the end. The sum over the suits never overestimates. (:class:`Tail`)

**Search.** Depth first by rank at a fixed budget, cut off where the bound exceeds what is left of the
budget, with a memo of dead states. The budget starts at the bound and rises by one, so the first path found
is the best, and an exhausted budget is a proof. (:class:`Search`)

The cost is ``weight * hand cards left + floor melds broken``. For the largest play the suits know no floor
melds and the weight is 1. For the melds kept, the number of hand cards left is known and becomes a cap.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from makiaveli.solver.lanes import LOW_ACE, RANKS, START, Column, Move, State
from makiaveli.solver.vectors import COUNT_GROUPS, VECTORS, Vector, counts_in, vectors_of

IMPOSSIBLE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limit:
    """When to give up. Without any bound the search runs until it has proved its answer."""

    nodes: int | None = None
    """Nodes of the search; a node is one group of states at one rank."""
    seconds: float | None = None
    """Seconds on the ``clock``."""
    clock: Callable[[], float] | None = None
    """Where seconds come from, such as :func:`time.perf_counter`: this package reads no clock of its own."""

    def __post_init__(self) -> None:
        if self.seconds is not None and self.clock is None:
            raise ValueError("A limit in seconds needs a clock, such as time.perf_counter.")


class OutOfLimitError(Exception):
    """The limit ran out before the search was finished."""


class Meter:
    """Counts nodes against a limit. Raises :class:`OutOfLimitError` when it is used up."""

    def __init__(self, limit: Limit) -> None:
        self.nodes = 0
        self._most = IMPOSSIBLE**2 if limit.nodes is None else limit.nodes
        self._clock = limit.clock
        self._start = limit.clock() if limit.clock else 0.0
        self._until = None if limit.seconds is None else self._start + limit.seconds

    def count(self) -> None:
        """One more node."""
        if self.nodes >= self._most:
            raise OutOfLimitError
        self.nodes += 1
        # Reading a clock costs as much as a small node.
        if self._until is not None and self.nodes & 63 == 0 and self._clock and self._clock() > self._until:
            raise OutOfLimitError

    @contextmanager
    def at_most(self, nodes: int) -> Iterator[None]:
        """Within this block, no more than so many nodes on top of the limit's own bounds."""
        most = self._most
        self._most = min(most, self.nodes + nodes)
        try:
            yield
        finally:
            self._most = most

    @contextmanager
    def allowance(self, nodes: int) -> Iterator[None]:
        """Within this block, so many nodes whatever the limit says: what it takes to end well."""
        most, until = self._most, self._until
        self._most, self._until = self.nodes + nodes, None
        try:
            yield
        finally:
            self._most, self._until = most, until

    @property
    def seconds(self) -> float | None:
        """Seconds since the start; ``None`` without a clock."""
        return self._clock() - self._start if self._clock else None


class Way(NamedTuple):
    """A move as the search wants it: with what it costs beyond the cheapest way from its state to the end."""

    state: State
    extra: int
    extra_left: int


class Row(NamedTuple):
    """All ways from a state, sorted by their count in sets."""

    groups: tuple[int, int, int, int]
    """For each suit, if this row is for that suit: the vectors for which there is a way."""
    ways: tuple[tuple[Way, ...], tuple[Way, ...], tuple[Way, ...]]
    """For 0, 1 and 2 cards in sets: the cheapest way first."""


class Tail:
    """The columns of one suit from some rank to the end, and what they cost at least.

    Equal tails are one object, so that what was worked out for one position serves the next.
    """

    __slots__ = ("_costs", "_lefts", "_rows", "column", "counts", "next", "weight")
    _all: ClassVar[dict[tuple[Column, int, "Tail | None", int], "Tail"]] = {}
    _most = 40_000

    def __init__(self, column: Column, counts: int, following: "Tail | None", weight: int) -> None:
        self.column = column
        self.counts = counts
        """The counts in sets that the vectors of the rank allow, as a mask."""
        self.next = following
        self.weight = weight
        self._costs: dict[State, int] = {}
        self._lefts: dict[State, int] = {}
        self._rows: dict[State, Row] = {}

    @classmethod
    def of(cls, columns: Sequence[Column], counts: Sequence[int], weight: int) -> "list[Tail]":
        """The tail from each rank of a sweep."""
        if len(cls._all) > cls._most:
            cls._all = {}
        tails: list[Tail] = []
        following: Tail | None = None
        for column, mask in zip(reversed(columns), reversed(counts), strict=True):
            key = (column, mask, following, weight)
            following = cls._all.get(key) or cls._all.setdefault(key, cls(column, mask, following, weight))
            tails.append(following)
        return tails[::-1]

    def _moves(self, state: State) -> list[Move]:
        return [move for move in state.moves_over(self.column) if self.counts >> move.in_sets & 1]

    def cost(self, state: State) -> int:
        """The least cost from this state to the end, or :data:`IMPOSSIBLE` and more."""
        cost = self._costs.get(state)
        if cost is None:
            cost = IMPOSSIBLE
            for _, after, left, broken in self._moves(state):
                rest = self.next.cost(after) if self.next else 0 if after is START else IMPOSSIBLE
                cost = min(cost, self.weight * left + broken + rest)
            self._costs[state] = cost
        return cost

    def left(self, state: State) -> int:
        """The least number of hand cards left from this state to the end, whatever breaks."""
        least = self._lefts.get(state)
        if least is None:
            least = IMPOSSIBLE
            for _, after, left, _ in self._moves(state):
                rest = self.next.left(after) if self.next else 0 if after is START else IMPOSSIBLE
                least = min(least, left + rest)
            self._lefts[state] = least
        return least

    def row(self, state: State) -> Row:
        """The ways from a state that can be completed."""
        row = self._rows.get(state)
        if row is None:
            row = self._rows[state] = self._make_row(state)
        return row

    def _make_row(self, state: State) -> Row:
        cost, least = self.cost(state), self.left(state)
        by_count: tuple[list[Way], list[Way], list[Way]] = ([], [], [])
        for in_sets, after, left, broken in self._moves(state):
            rest, rest_left = (self.next.cost(after), self.next.left(after)) if self.next else (0, 0)
            if rest < IMPOSSIBLE and (self.next or after is START):
                extra = self.weight * left + broken + rest - cost
                by_count[in_sets].append(Way(after, extra, left + rest_left - least))
        for ways in by_count:
            ways.sort(key=lambda way: (way.extra, way.extra_left, way.state.order))
        mask = sum(1 << count for count in range(3) if by_count[count])
        groups = (COUNT_GROUPS[0][mask], COUNT_GROUPS[1][mask], COUNT_GROUPS[2][mask], COUNT_GROUPS[3][mask])
        return Row(groups, (tuple(by_count[0]), tuple(by_count[1]), tuple(by_count[2])))


_Rank = tuple[
    int, Tail, Tail, Tail, Tail, list[int] | None, dict[tuple[State, State, State, State, int], int]
]
"""What the search needs at a rank: vectors, tails, prices beyond the cheapest, dead states with slack."""


class Step(NamedTuple):
    """One rank of a path: what lies in sets there, and the state of each suit after it."""

    vector: Vector
    states: tuple[State, State, State, State]


Path = list[Step]


class Search:
    """The four suits of one position.

    ``columns[suit][rank]`` are the cards, ``vectors[rank]`` the group of vectors that the rank has cards
    for, and ``prices[rank]`` what each of the 21 vectors costs by itself (the floor sets it breaks), where
    it is not 0.
    """

    def __init__(
        self,
        columns: Sequence[Sequence[Column]],
        vectors: Sequence[int],
        weight: int = 1,
        prices: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        self._vectors = vectors
        self._prices = prices or {}
        masks = [counts_in(group) for group in vectors]
        self._tails = [Tail.of(columns[suit], [mask[suit] for mask in masks], weight) for suit in range(4)]
        self._cheapest = {
            rank: min(price[i] for i, _ in vectors_of(vectors[rank])) for rank, price in self._prices.items()
        }
        self.bound = sum(tails[0].cost(START) for tails in self._tails) + sum(self._cheapest.values())
        """No path costs less; :data:`IMPOSSIBLE` and more: there is no path."""
        self.least_left = sum(tails[0].left(START) for tails in self._tails)
        """No path leaves fewer hand cards."""

    def path(self, budget: int, meter: Meter, most_left: int = IMPOSSIBLE) -> Path | None:
        """A path that costs no more than the budget and leaves no more hand cards than ``most_left``.

        ``None`` proves that there is none. Raises :class:`OutOfLimitError`.
        """
        if budget < self.bound or most_left < self.least_left:
            return None
        ranks: list[_Rank] = []
        for rank in RANKS:
            price = self._prices.get(rank)
            cheapest = self._cheapest.get(rank, 0)
            prices = [price[i] - cheapest for i in range(len(VECTORS))] if price else None
            t0, t1, t2, t3 = (tails[rank] for tails in self._tails)
            ranks.append((self._vectors[rank], t0, t1, t2, t3, prices, {}))
        path: Path = []

        def descend(
            rank: int, s0: State, s1: State, s2: State, s3: State, slack: int, slack_left: int
        ) -> bool:
            if rank == len(RANKS):
                return True
            meter.count()
            group, tail0, tail1, tail2, tail3, prices, dead = ranks[rank]
            groups0, ways0 = tail0.row(s0)
            groups1, ways1 = tail1.row(s1)
            groups2, ways2 = tail2.row(s2)
            groups3, ways3 = tail3.row(s3)
            vectors = vectors_of(group & groups0[0] & groups1[1] & groups2[2] & groups3[3])
            if prices:
                vectors = tuple(sorted(vectors, key=lambda item: prices[item[0]]))
            for number, vector in vectors:
                slack_v = slack - prices[number] if prices else slack
                if slack_v < 0:
                    break
                for n0, extra, left in ways0[vector[0]]:
                    slack0, left0 = slack_v - extra, slack_left - left
                    if slack0 < 0:
                        break
                    for n1, extra, left in ways1[vector[1]]:
                        slack1, left1 = slack0 - extra, left0 - left
                        if slack1 < 0:
                            break
                        for n2, extra, left in ways2[vector[2]]:
                            slack2, left2 = slack1 - extra, left1 - left
                            if slack2 < 0:
                                break
                            for n3, extra, left in ways3[vector[3]]:
                                slack3, left3 = slack2 - extra, left2 - left
                                if slack3 < 0:
                                    break
                                if left3 < 0:
                                    continue
                                # A dead state stays dead with less slack.
                                key = (n0, n1, n2, n3, left3)
                                if dead.get(key, -1) >= slack3:
                                    continue
                                if descend(rank + 1, n0, n1, n2, n3, slack3, left3):
                                    path.append(Step(vector, (n0, n1, n2, n3)))
                                    return True
                                dead[key] = slack3
            return False

        if descend(LOW_ACE, START, START, START, START, budget - self.bound, most_left - self.least_left):
            return path[::-1]
        return None
