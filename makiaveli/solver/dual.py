"""A sharper bound, and a best-first search on it, for the positions that the plain search does not settle.

The suits' separate optima disagree about the vectors: each takes the counts in sets that suit it best. So
cost is **shifted** between the vectors of a rank and the counts of the four suits until the optima agree
better. A path pays for each rank the price of its vector and the shifted cost of each suit; what is added
to one is taken from the other, so that the cost of no whole path changes, while the sum of the separate
optima, still a bound, rises. This is a Lagrangian dual raised by block coordinate ascent: each suit's
cheapest path through a count is made to pay a fourth of what the four suits together pay there.

Costs are in parts of ``SCALE``, so that a fourth of one is a whole number.
"""

from collections.abc import Sequence
from typing import NamedTuple

from makiaveli.solver.bounds import IMPOSSIBLE, Counts, Way, cheapest_first
from makiaveli.solver.lanes import RANKS, START, State
from makiaveli.solver.search import Meter, Path, Search, Step
from makiaveli.solver.vectors import Vector, vectors_of

SCALE = 64
_NEVER = IMPOSSIBLE * SCALE
_Costs = list[dict[State, int]]
"""For each rank of a sweep, and once more after it, a cost for each state."""


_Move = tuple[int, State, int, int]
"""The count in sets, the state after it, the cost, and the hand cards left."""


class _Node(NamedTuple):
    """A path from the start to some rank."""

    bound: int
    """What a whole path through here costs at least."""
    spare_left: int
    """Hand cards that may still be left beyond the least."""
    rank: int
    states: tuple[State, State, State, State]
    vector: Vector
    parent: "_Node | None"


_Seen = dict[tuple[tuple[State, State, State, State], int], int]
"""The least bound with which states, and hand cards that may still be left, were reached."""


class DualSearch:
    """The four suits of a search that has a path, with shifted costs."""

    def __init__(self, search: Search) -> None:
        self._prices: list[dict[Vector, int]] = []
        """For each rank, what each of its vectors costs."""
        for rank, group in enumerate(search.vectors):
            price = search.prices.get(rank)
            self._prices.append({v: SCALE * price[i] if price else 0 for i, v in vectors_of(group)})
        self._shifts = [[[0, 0, 0] for _ in RANKS] for _ in range(4)]
        """For each suit and rank, what is added to the cost of each count in sets."""
        self._moves: list[list[dict[State, list[_Move]]]] = []
        for sweep in search.sweeps:
            live = {START}
            lane = []
            for slot, stage in zip(sweep.slots, sweep.stages, strict=True):
                # Only what can be completed: the sweep knows.
                moves = {
                    state: [
                        (in_sets, after, SCALE * cost, left)
                        for in_sets, after, cost, left in slot.moves[state]
                        if after in stage.after.costs
                    ]
                    for state in live
                }
                live = {after for some in moves.values() for _, after, _, _ in some}
                lane.append(moves)
            self._moves.append(lane)

    def _ahead(self, suit: int) -> _Costs:
        """What the rest of the suit costs at least, before each rank, shifts included."""
        costs: _Costs = [{} for _ in RANKS] + [{START: 0}]
        for rank in reversed(RANKS):
            shift, later = self._shifts[suit][rank], costs[rank + 1]
            for state, moves in self._moves[suit][rank].items():
                best = _NEVER
                for in_sets, after, cost, _ in moves:
                    cost += shift[in_sets] + later[after]
                    if cost < best:
                        best = cost
                costs[rank][state] = best
        return costs

    def raise_bound(self, sweeps: int) -> None:
        """Shift costs between vectors and suits, so many times over all ranks."""
        for _ in range(sweeps):
            ahead = [self._ahead(suit) for suit in range(4)]
            behind: list[dict[State, int]] = [{START: 0}] * 4
            for rank in RANKS:
                if len(self._prices[rank]) > 1:
                    through = [
                        self._through(suit, rank, behind[suit], ahead[suit][rank + 1]) for suit in range(4)
                    ]
                    self._shift(rank, through)
                behind = [self._step(suit, rank, behind[suit]) for suit in range(4)]

    def _through(self, suit: int, rank: int, behind: dict[State, int], ahead: dict[State, int]) -> Counts:
        """The cheapest whole path of a suit for each count in sets at this rank."""
        best = [_NEVER] * 3
        shift = self._shifts[suit][rank]
        for state, so_far in behind.items():
            for in_sets, after, cost, _ in self._moves[suit][rank][state]:
                cost += so_far + shift[in_sets] + ahead[after]
                if cost < best[in_sets]:
                    best[in_sets] = cost
        return (best[0], best[1], best[2])

    def _shift(self, rank: int, through: Sequence[Counts]) -> None:
        """Make each suit pay a fourth of the cheapest whole path through each of its counts at this rank."""
        prices = self._prices[rank]
        together = [[_NEVER] * 3 for _ in range(4)]
        for vector, price in prices.items():
            total = price + sum(through[suit][vector[suit]] for suit in range(4))
            for suit in range(4):
                if total < together[suit][vector[suit]]:
                    together[suit][vector[suit]] = total
        for suit in range(4):
            for count in range(3):
                alone, joint = through[suit][count], together[suit][count]
                if alone < _NEVER:
                    shift = (joint >> 2) - alone if joint < _NEVER else _NEVER
                    self._shifts[suit][rank][count] += shift
                    for vector in prices:
                        if vector[suit] == count:
                            prices[vector] -= shift

    def _step(self, suit: int, rank: int, behind: dict[State, int]) -> dict[State, int]:
        """What reaching each state after the rank costs."""
        costs: dict[State, int] = {}
        shift = self._shifts[suit][rank]
        for state, so_far in behind.items():
            for in_sets, after, cost, _ in self._moves[suit][rank][state]:
                cost += so_far + shift[in_sets]
                if cost < costs.get(after, _NEVER):
                    costs[after] = cost
        return costs

    def _lefts(self, suit: int) -> _Costs:
        """The fewest hand cards left by the rest of the suit, before each rank."""
        lefts: _Costs = [{} for _ in RANKS] + [{START: 0}]
        for rank in reversed(RANKS):
            for state, moves in self._moves[suit][rank].items():
                later = lefts[rank + 1]
                lefts[rank][state] = min(left + later[after] for _, after, _, left in moves)
        return lefts

    def cheapest(self, below: int, most_left: int, meter: Meter) -> tuple[int, Path] | None:
        """The cheapest path that costs less than ``below`` and leaves no more hand cards than ``most_left``.

        ``None`` proves that there is none. The cost is that of the search given, unscaled. Raises
        :class:`OutOfLimitError` or :class:`ShortOfNodesError`.
        """
        return _BestFirst(self, most_left).run(below, meter)


class _BestFirst:
    """One search for the cheapest path: by the rounded-up bound, among equals the longest path first."""

    def __init__(self, dual: DualSearch, most_left: int) -> None:
        self._dual = dual
        self._ahead = [dual._ahead(suit) for suit in range(4)]
        self._lefts = [dual._lefts(suit) for suit in range(4)]
        self._rows: list[list[dict[State, tuple[list[Way], list[Way], list[Way]]]]] = [
            [{} for _ in RANKS] for _ in range(4)
        ]
        cheapest = [min(prices.values()) for prices in dual._prices]
        self._vectors = [
            sorted(
                ((price - low, v) for v, price in prices.items()),
                key=lambda item: (item[0], [-n for n in item[1]]),
            )
            for prices, low in zip(dual._prices, cheapest, strict=True)
        ]
        """For each rank, its vectors with what they cost beyond the cheapest; cheap and big ones first."""
        self._bound = sum(costs[0][START] for costs in self._ahead) + sum(cheapest)
        self._spare_left = most_left - sum(lefts[0][START] for lefts in self._lefts)

    def run(self, below: int, meter: Meter) -> tuple[int, Path] | None:
        if self._spare_left < 0:
            return None
        start = (START, START, START, START)
        level = -(-self._bound // SCALE)
        waiting = {level: [_Node(self._bound, self._spare_left, 0, start, (0, 0, 0, 0), None)]}
        seen: list[_Seen] = [{} for _ in (*RANKS, None)]
        while level < below:
            stack = waiting.pop(level, [])
            while stack:
                node = stack.pop()
                key = (node.states, node.spare_left)
                if seen[node.rank].get(key, _NEVER) <= node.bound:
                    continue
                seen[node.rank][key] = node.bound
                meter.count()
                if node.rank == len(RANKS):
                    return level, _path_to(node)
                here = []
                for after in self._successors(node, (below - 1) * SCALE, seen[node.rank + 1]):
                    if after.bound <= level * SCALE:
                        here.append(after)
                    else:
                        waiting.setdefault(-(-after.bound // SCALE), []).append(after)
                stack += reversed(here)
            level += 1
        return None

    def _successors(self, node: _Node, most: int, known: _Seen) -> list[_Node]:
        """The nodes at the next rank with bounds up to ``most`` and lower than those known."""
        rank = node.rank
        row0, row1, row2, row3 = (self._row(suit, rank, node.states[suit]) for suit in range(4))
        found = []
        for price, vector in self._vectors[rank]:
            v0, v1, v2, v3 = vector
            bound_v = node.bound + price
            if bound_v > most:
                break
            for n0, extra, left in row0[v0]:
                bound0, left0 = bound_v + extra, node.spare_left - left
                if bound0 > most:
                    break
                for n1, extra, left in row1[v1]:
                    bound1, left1 = bound0 + extra, left0 - left
                    if bound1 > most:
                        break
                    for n2, extra, left in row2[v2]:
                        bound2, left2 = bound1 + extra, left1 - left
                        if bound2 > most:
                            break
                        for n3, extra, left in row3[v3]:
                            bound3, left3 = bound2 + extra, left2 - left
                            if bound3 > most:
                                break
                            states = (n0, n1, n2, n3)
                            if left3 >= 0 and known.get((states, left3), _NEVER) > bound3:
                                found.append(_Node(bound3, left3, rank + 1, states, vector, node))
        return found

    def _row(self, suit: int, rank: int, state: State) -> tuple[list[Way], list[Way], list[Way]]:
        """The ways from a state for 0, 1 and 2 cards in sets, cheapest first."""
        row = self._rows[suit][rank].get(state)
        if row is None:
            later, lefts = self._ahead[suit][rank + 1], self._lefts[suit][rank + 1]
            low, low_left = self._ahead[suit][rank][state], self._lefts[suit][rank][state]
            shift = self._dual._shifts[suit][rank]
            row = ([], [], [])
            for in_sets, after, cost, left in self._dual._moves[suit][rank][state]:
                extra = cost + shift[in_sets] + later[after] - low
                if extra < _NEVER // 2:
                    row[in_sets].append((after, extra, left + lefts[after] - low_left))
            for ways in row:
                if len(ways) > 1:
                    ways.sort(key=cheapest_first)
            self._rows[suit][rank][state] = row
        return row


def _path_to(node: _Node) -> Path:
    path = []
    at: _Node | None = node
    while at is not None and at.parent is not None:
        path.append(Step(at.vector, at.states))
        at = at.parent
    return path[::-1]
