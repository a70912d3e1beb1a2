"""A sharper bound for the positions that the plain search does not settle.

The suits' separate optima disagree about the vectors: each takes the counts in sets that suit it best. So
cost is **shifted** between the vectors of a rank and the counts of the four suits until the optima agree
better. A path pays for each rank the price of its vector and the shifted cost of each suit; what is added
to one is taken from the other, so that the cost of no whole path changes, while the sum of the separate
optima, still a bound, rises. This is a Lagrangian dual raised by block coordinate ascent: each suit's
cheapest path through a count is made to pay a fourth of what the four suits together pay there.

Costs are in parts of ``SCALE``, so that a fourth of one is a whole number.
"""

from collections.abc import Sequence
from itertools import product

from makiaveli.solver.bounds import IMPOSSIBLE, Counts, Row, Weighted, make_row
from makiaveli.solver.lanes import RANKS, START, State
from makiaveli.solver.limits import Meter
from makiaveli.solver.paths import ByPrice, Path, Rank, cheapest_path, find_path
from makiaveli.solver.search import Search
from makiaveli.solver.vectors import VECTORS, Vector, vectors_of

SCALE = 64
_WIDTH = 1000
"""Groups of states kept at a rank by a search that only wants a good path soon."""
_NEVER = IMPOSSIBLE * SCALE
_Costs = list[dict[State, int]]
"""For each rank of a sweep, and once more after it, a cost for each state."""


class DualSearch:
    """The four suits of a search that has a path, with shifted costs."""

    def __init__(self, search: Search) -> None:
        self._vectors = search.vectors
        self._prices: list[dict[Vector, int]] = []
        """For each rank, what each of its vectors costs."""
        for rank, group in enumerate(search.vectors):
            price = search.prices.get(rank)
            self._prices.append({v: SCALE * price[i] if price else 0 for i, v in vectors_of(group)})
        self._shifts = [[[0, 0, 0] for _ in RANKS] for _ in range(4)]
        """For each suit and rank, what is added to the cost of each count in sets."""
        self._moves: list[list[dict[State, list[Weighted]]]] = []
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

    def drop_dominated(self) -> None:
        """Leave out every move beside which another is at least as good.

        One state **follows** another, at a price, if whatever the other does to the end, it can do with the
        same counts in sets, no more hand cards left, and no more than that price in cost.
        """
        for lane in self._moves:
            prices = {(START, START): 0}
            for rank in reversed(RANKS):
                lane[rank] = {state: _undominated(moves, prices) for state, moves in lane[rank].items()}
                prices = {
                    (one, other): price
                    for (one, mine), (other, theirs) in product(lane[rank].items(), repeat=2)
                    if (price := _price_to_follow(mine, theirs, prices)) < _NEVER
                }

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
                lefts[rank][state] = min([left + later[after] for _, after, _, left in moves])
        return lefts

    def cheapest(self, most: int, most_left: int, meter: Meter) -> Path | None:
        """The cheapest path that costs no more than ``most``, told as costs of the search given.

        Hand cards left count up to ``most_left``, where the tariff caps them. ``None`` proves that there is
        no such path. Raises :class:`OutOfLimitError` or :class:`ShortOfNodesError`.
        """
        ranks, bound, spare_left = self._prepared(most_left)
        for cost in range(-(-bound // SCALE), most + 1):
            if path := find_path(ranks, cost * SCALE - bound, spare_left, meter):
                return path
        return None

    def cheapest_at_once(self, most: int, least: int, most_left: int, meter: Meter) -> Path | None:
        """The same by :func:`.paths.cheapest_path`, for a bound that stays far from the cost.

        It is known that no path costs less than ``least``.
        """
        ranks, bound, spare_left = self._prepared(most_left)
        least = max(least, -(-bound // SCALE))
        best = None
        # A good path that is soon found leaves less to go through in search of a better one.
        for width in (_WIDTH, None):
            if most < least:
                break
            found = cheapest_path(ranks, most * SCALE - bound, spare_left, meter, width)
            if found:
                best, unspent = found
                most -= unspent // SCALE + 1
        return best

    def _prepared(self, most_left: int) -> tuple[list[Rank], int, int]:
        """The ranks as a search wants them, the least cost, and the hand cards left beyond the fewest."""
        aheads = [self._ahead(suit) for suit in range(4)]
        lefts = [self._lefts(suit) for suit in range(4)]
        bound = sum(costs[0][START] for costs in aheads)
        ranks = []
        for rank, prices in enumerate(self._prices):
            low = min(prices.values())
            bound += low
            by_number = [prices.get(vector, _NEVER) - low for vector in VECTORS]
            rows = [
                _Rows(
                    self._moves[suit][rank],
                    self._shifts[suit][rank],
                    aheads[suit][rank + 1],
                    lefts[suit][rank + 1],
                )
                for suit in range(4)
            ]
            ranks.append(Rank(self._vectors[rank], ByPrice(by_number), *rows))
        return ranks, bound, most_left - sum(lefts[suit][0][START] for suit in range(4))


def _undominated(moves: list[Weighted], prices: dict[tuple[State, State], int]) -> list[Weighted]:
    """The moves from a state without those that another one can stand for."""

    def stands_for(one: Weighted, other: Weighted) -> bool:
        in_sets, after, cost, left = one
        if in_sets != other[0] or left > other[3]:
            return False
        return cost + prices.get((after, other[1]), _NEVER) <= other[2]

    kept: list[Weighted] = []
    for move in moves:
        if not any(stands_for(other, move) for other in kept):
            kept = [*(other for other in kept if not stands_for(move, other)), move]
    return kept


def _price_to_follow(
    mine: list[Weighted], theirs: list[Weighted], prices: dict[tuple[State, State], int]
) -> int:
    """What these moves cost at the most beyond those, when each of those is answered by the best of these."""
    highest = -_NEVER
    for in_sets, after, cost, left in theirs:
        lowest = _NEVER
        for sets, mine_after, mine_cost, mine_left in mine:
            if sets == in_sets and mine_left <= left:
                price = mine_cost - cost + prices.get((mine_after, after), _NEVER)
                if price < lowest:
                    lowest = price
        if lowest > highest:
            highest = lowest
            if highest >= _NEVER:
                break
    return highest


class _Rows(dict[State, Row]):
    """The ways from each state at shifted costs."""

    __slots__ = ("_costs", "_lefts", "_moves", "_shift")

    def __init__(
        self,
        moves: dict[State, list[Weighted]],
        shift: list[int],
        costs: dict[State, int],
        lefts: dict[State, int],
    ) -> None:
        self._moves = moves
        self._shift = shift
        self._costs = costs
        self._lefts = lefts

    def __missing__(self, state: State) -> Row:
        found = [
            (in_sets, after, cost + self._shift[in_sets] + self._costs[after], left + self._lefts[after])
            for in_sets, after, cost, left in self._moves[state]
        ]
        row = self[state] = make_row([move for move in found if move[2] < _NEVER // 2])
        return row
