"""The partition search: which cards can lie in melds together.

**What couples the suits.** At each rank the cards lie either in sets or in runs. Those in sets form a
vector (:mod:`.vectors`); everything else lies in runs, and runs never leave their suit (:mod:`.lanes`). So
a position is four one-suit machines that are coupled only by one vector a rank.

**Bound.** Each suit alone, free to take any count in sets that some vector allows, has a cheapest cost from
each state to the end. The sum over the suits never overestimates (:mod:`.bounds`).

**Search.** Depth first by rank at a fixed budget, cut off where the bound exceeds what is left of the
budget, with a memo of dead states. The budget starts at the bound and rises by one, so the first path found
is the best, and an exhausted budget is a proof (:func:`find_path`).

**Propagate**, where a short search does not settle a budget. A vector of a rank stays only if the cheapest
path of each suit through it fits the budget together; fewer vectors make dearer suits, until nothing
changes. A rank left without a vector refutes the budget (:meth:`Search.within_budget`).

**Raise the bound**, where that does not settle it either: cost is shifted between the vectors and the suits
until the suits agree better, and the same search runs on the shifted costs (:mod:`.dual`).

What a path costs is told by a tariff: so much for a hand card left, for a floor meld broken, for a cross
card taken. For the largest play only hand cards count. For the melds kept, the number of hand cards left is
known by then: a high price holds it where each suit alone proves it, and a cap elsewhere.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from makiaveli.solver.bounds import IMPOSSIBLE, LARGEST_PLAY, Row, Tariff, pool_of
from makiaveli.solver.lanes import LOW_ACE, START, Column, State
from makiaveli.solver.vectors import VECTORS, Vector, counts_in, vectors_of


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


class ShortOfNodesError(Exception):
    """A search that was meant to be short was not finished in time."""


class Meter:
    """Counts nodes against a limit."""

    def __init__(self, limit: Limit) -> None:
        self.nodes = 0
        self._most = IMPOSSIBLE**2 if limit.nodes is None else limit.nodes
        self._stop = self._most
        self._clock = limit.clock
        self._start = limit.clock() if limit.clock else 0.0
        self._until = None if limit.seconds is None else self._start + limit.seconds

    def count(self) -> None:
        """One more node. Raises :class:`OutOfLimitError` or, within :meth:`short`, ShortOfNodesError."""
        if self.nodes >= self._stop:
            raise OutOfLimitError if self.nodes >= self._most else ShortOfNodesError
        self.nodes += 1
        if self.nodes & 63 == 0:  # reading a clock costs as much as a small node
            self.look()

    def look(self) -> None:
        """Look at the clock. Raises :class:`OutOfLimitError` when the time is up."""
        if self._until is not None and self._clock is not None and self._clock() > self._until:
            raise OutOfLimitError

    @contextmanager
    def short(self, nodes: int) -> Iterator[None]:
        """Within this block, no more than so many nodes."""
        self._stop = min(self._most, self.nodes + nodes)
        try:
            yield
        finally:
            self._stop = self._most

    @contextmanager
    def allowance(self, nodes: int) -> Iterator[None]:
        """Within this block, so many nodes whatever the limit says: what it takes to end well."""
        most, until = self._most, self._until
        self._most, self._until = self.nodes + nodes, None
        self._stop = self._most
        try:
            yield
        finally:
            self._most, self._until = most, until
            self._stop = most

    @property
    def seconds(self) -> float | None:
        """Seconds since the start; ``None`` without a clock."""
        return self._clock() - self._start if self._clock else None


class Step(NamedTuple):
    """One rank of a path: what lies in sets there, and the state of each suit after it."""

    vector: Vector
    states: tuple[State, State, State, State]


Path = list[Step]
Prices = Mapping[int, Sequence[int]]
"""For each rank where it is not 0, what each of the 21 vectors costs by itself."""
_Dead = dict[tuple[State, State, State, State, int], int]
"""States from which no path was found, with the most slack that did not help."""


class Search:
    """The four suits of one position, with the vectors that each rank may take.

    ``columns[suit][rank]`` are the cards, ``vectors[rank]`` a group of vectors that the rank has cards for,
    ``broken_sets[rank]`` how many floor sets each of the 21 vectors breaks, where there are any.
    """

    def __init__(
        self,
        columns: Sequence[Sequence[Column]],
        vectors: Sequence[int],
        tariff: Tariff = LARGEST_PLAY,
        broken_sets: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        self.columns = columns
        self.vectors = vectors
        self.tariff = tariff
        self.broken_sets = broken_sets or {}
        self.prices: Prices = {
            rank: [tariff.broken * broken for broken in by_vector]
            for rank, by_vector in self.broken_sets.items()
        }
        self.cheapest = {
            rank: min(price[i] for i, _ in vectors_of(vectors[rank])) for rank, price in self.prices.items()
        }
        pool = pool_of(tariff)
        slots = pool.slots
        masks = zip(*map(counts_in, vectors), strict=True)
        self.sweeps = [
            pool.sweep(tuple([slots[column.key | mask] for column, mask in zip(lane, of_suit, strict=True)]))
            for lane, of_suit in zip(columns, masks, strict=True)
        ]
        """Each suit with the counts in sets that are still allowed at each rank."""
        self.least_left = sum(sweep.least_left for sweep in self.sweeps)
        """No path leaves fewer hand cards, where the tariff counts them."""
        self.bound = sum(sweep.least for sweep in self.sweeps) + sum(self.cheapest.values())
        """No path costs less; :data:`IMPOSSIBLE` and more: there is no path."""

    def within_budget(self, budget: int, meter: Meter) -> "Search | None":
        """The same search without the vectors that no path within the budget can take.

        ``None`` proves that no path costs so little. Raises :class:`OutOfLimitError`.
        """
        search = self
        while search.bound <= budget:
            meter.look()
            vectors = search._fitting_vectors(budget)
            if not all(vectors):
                return None
            if vectors == list(search.vectors):
                return search
            search = Search(self.columns, vectors, self.tariff, self.broken_sets)
        return None

    def _fitting_vectors(self, budget: int) -> list[int]:
        """For each rank, the vectors whose cheapest path in each suit alone fits the budget together."""
        through = zip(*(sweep.through() for sweep in self.sweeps), strict=True)
        fitting = []
        slack = budget - self.bound
        for rank, (group, (spades, hearts, diamonds, clubs)) in enumerate(
            zip(self.vectors, through, strict=True)
        ):
            price, cheapest = self.prices.get(rank), self.cheapest.get(rank, 0)
            for number, (in_spades, in_hearts, in_diamonds, in_clubs) in vectors_of(group):
                extra_cost = spades[in_spades] + hearts[in_hearts] + diamonds[in_diamonds] + clubs[in_clubs]
                if extra_cost + (price[number] - cheapest if price else 0) > slack:
                    group -= 1 << number
            fitting.append(group)
        return fitting

    @cached_property
    def _ranks(self) -> "list[Rank]":
        stages = zip(*(sweep.stages for sweep in self.sweeps), strict=True)
        return [
            Rank(group, self._by_price(rank), *rows)
            for rank, (group, rows) in enumerate(zip(self.vectors, stages, strict=True))
        ]

    def _by_price(self, rank: int) -> "ByPrice":
        price = self.prices.get(rank)
        return ByPrice([cost - self.cheapest[rank] for cost in price]) if price else _FREE

    def path(self, budget: int, meter: Meter, most_left: int = IMPOSSIBLE) -> Path | None:
        """A path that costs no more than the budget and, if the tariff caps these, leaves no more hand cards.

        ``None`` proves that there is none. Raises :class:`OutOfLimitError`.
        """
        return find_path(self._ranks, budget - self.bound, most_left - self.least_left, meter)


class ByPrice(dict[int, tuple[tuple[int, Vector], ...]]):
    """The vectors of a group with what each costs by itself, the cheapest first, then the biggest."""

    __slots__ = ("_prices",)

    def __init__(self, prices: Sequence[int]) -> None:
        self._prices = prices

    def __missing__(self, group: int) -> tuple[tuple[int, Vector], ...]:
        priced = [(self._prices[number], number, vector) for number, vector in vectors_of(group)]
        vectors = self[group] = tuple([(price, vector) for price, _, vector in sorted(priced)])
        return vectors


_FREE = ByPrice([0] * len(VECTORS))


class Rank(NamedTuple):
    """What a search needs to know of a rank. All costs are beyond the cheapest way to the end."""

    vectors: int
    """The group of vectors that it may take."""
    by_price: ByPrice
    spades: Mapping[State, Row]
    hearts: Mapping[State, Row]
    diamonds: Mapping[State, Row]
    clubs: Mapping[State, Row]


def find_path(ranks: Sequence[Rank], slack: int, slack_left: int, meter: Meter) -> Path | None:
    """A path that costs, and leaves hand cards, no more than so much beyond the least.

    ``None`` proves that there is none. Raises :class:`OutOfLimitError`.
    """
    if slack < 0 or slack_left < 0:
        return None
    deads: list[_Dead] = [{} for _ in ranks]
    path: Path = []

    def descend(rank: int, s0: State, s1: State, s2: State, s3: State, slack: int, slack_left: int) -> bool:
        if rank == len(ranks):
            return True
        meter.count()
        group, by_price, rows0, rows1, rows2, rows3 = ranks[rank]
        dead = deads[rank]
        groups0, ways0 = rows0[s0]
        groups1, ways1 = rows1[s1]
        groups2, ways2 = rows2[s2]
        groups3, ways3 = rows3[s3]
        for price, (v0, v1, v2, v3) in by_price[group & groups0[0] & groups1[1] & groups2[2] & groups3[3]]:
            slack_v = slack - price
            if slack_v < 0:
                break
            for n0, extra, left in ways0[v0]:
                slack0 = slack_v - extra
                if slack0 < 0:
                    break
                left0 = slack_left - left
                for n1, extra, left in ways1[v1]:
                    slack1 = slack0 - extra
                    if slack1 < 0:
                        break
                    left1 = left0 - left
                    for n2, extra, left in ways2[v2]:
                        slack2 = slack1 - extra
                        if slack2 < 0:
                            break
                        left2 = left1 - left
                        for n3, extra, left in ways3[v3]:
                            slack3 = slack2 - extra
                            if slack3 < 0:
                                break
                            left3 = left2 - left
                            if left3 < 0:
                                continue
                            # A dead state stays dead with less slack.
                            key = (n0, n1, n2, n3, left3)
                            if dead.get(key, -1) >= slack3:
                                continue
                            if descend(rank + 1, n0, n1, n2, n3, slack3, left3):
                                path.append(Step((v0, v1, v2, v3), (n0, n1, n2, n3)))
                                return True
                            dead[key] = slack3
        return False

    try:
        return path[::-1] if descend(LOW_ACE, START, START, START, START, slack, slack_left) else None
    finally:
        deads.clear()  # `descend` holds itself, and so these, until garbage is collected


_BITS = 12
"""Bits of a state in a key: there are some hundred states."""
_ONE = (1 << _BITS) - 1


def cheapest_path(ranks: Sequence[Rank], slack: int, slack_left: int, meter: Meter) -> Path | None:
    """The cheapest of the paths that :func:`find_path` looks for, by going from rank to rank in all at once.

    Each group of states is taken once, at its least cost. Where the bound is sharp that is slower than to
    follow the first path that fits; where it is not, one would come back to the same states again and again.
    """
    if slack < 0 or slack_left < 0:
        return None
    # From a key (four states, and hand cards that may still be left) to the most slack and the key before it.
    # Both are packed into ints: there are a hundred thousand, and more slack is a greater number.
    start = _key((START, START, START, START), min(slack_left, _ONE))  # there are 104 cards at most
    layers = [{start: slack << 5 * _BITS}]
    for rank in ranks:
        layers.append(_next_layer(rank, layers[-1], meter))
    if not layers[-1]:
        return None
    key = max(layers[-1], key=layers[-1].__getitem__)
    path = []
    for rank, layer, before in zip(ranks[::-1], layers[:0:-1], layers[-2::-1], strict=True):
        after, key = key, layer[key] & (1 << 5 * _BITS) - 1
        cost = (before[key] >> 5 * _BITS) - (layer[after] >> 5 * _BITS)
        path.append(Step(_vector_between(rank, key, after, cost), _states(after)))
    return path[::-1]


def _key(states: Iterable[State], left: int) -> int:
    key = left
    for state in states:
        key = key << _BITS | state
    return key


def _states(key: int) -> tuple[State, State, State, State]:
    return (key >> 3 * _BITS & _ONE, key >> 2 * _BITS & _ONE, key >> _BITS & _ONE, key & _ONE)


def _next_layer(rank: Rank, layer: dict[int, int], meter: Meter) -> dict[int, int]:
    """From the groups of states before a rank to those after it."""
    found: dict[int, int] = {}
    group, by_price, rows0, rows1, rows2, rows3 = rank
    for before, packed in layer.items():
        meter.count()
        slack, slack_left = packed >> 5 * _BITS, before >> 4 * _BITS
        s0, s1, s2, s3 = _states(before)
        groups0, ways0 = rows0[s0]
        groups1, ways1 = rows1[s1]
        groups2, ways2 = rows2[s2]
        groups3, ways3 = rows3[s3]
        for price, (v0, v1, v2, v3) in by_price[group & groups0[0] & groups1[1] & groups2[2] & groups3[3]]:
            slack_v = slack - price
            if slack_v < 0:
                break
            for n0, extra, left in ways0[v0]:
                slack0 = slack_v - extra
                if slack0 < 0:
                    break
                left0, key0 = slack_left - left, n0 << _BITS
                for n1, extra, left in ways1[v1]:
                    slack1 = slack0 - extra
                    if slack1 < 0:
                        break
                    left1, key1 = left0 - left, (key0 | n1) << _BITS
                    for n2, extra, left in ways2[v2]:
                        slack2 = slack1 - extra
                        if slack2 < 0:
                            break
                        left2, key2 = left1 - left, (key1 | n2) << _BITS
                        for n3, extra, left in ways3[v3]:
                            slack3 = slack2 - extra
                            if slack3 < 0:
                                break
                            left3 = left2 - left
                            if left3 >= 0:
                                key = left3 << 4 * _BITS | key2 | n3
                                reached = slack3 << 5 * _BITS | before
                                if reached > found.get(key, -1):
                                    found[key] = reached
    return found


def _vector_between(rank: Rank, before: int, after: int, cost: int) -> Vector:
    """What lies in sets at a rank that leads from one group of states to another at this cost."""
    ways = [rows[state][1] for rows, state in zip(rank[2:], _states(before), strict=True)]
    left = (before >> 4 * _BITS) - (after >> 4 * _BITS)
    for price, vector in rank.by_price[rank.vectors]:
        taken = [
            (extra, more)
            for of_suit, count, target in zip(ways, vector, _states(after), strict=True)
            for state, extra, more in of_suit[count]
            if state == target
        ]
        spent = (price + sum(extra for extra, _ in taken), sum(more for _, more in taken))
        if len(taken) == 4 and spent == (cost, left):
            return vector
    raise AssertionError("Each group of states was reached from the one before.")
