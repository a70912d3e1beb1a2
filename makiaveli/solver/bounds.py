"""What each suit costs at least, whatever the others do: the bound that steers and cuts the search.

A **slot** is a column with the counts in sets that the vectors of its rank still allow, at the prices of a
tariff. Sweeping the slots of one suit forward tells roughly which states can occur (:class:`Reach`) and what
reaching them costs (:class:`Behind`); sweeping backward tells what each of them costs to the end
(:class:`Ahead`). Equal tables are one object, and each is a dict of what follows from it, filled as it is
asked, so that work done for one position serves the next, and the four suits serve each other.
"""

from typing import NamedTuple, TypeVar

from makiaveli.solver.lanes import ORDER, START, Column, State
from makiaveli.solver.vectors import GROUPS_WITH

IMPOSSIBLE = 1 << 20
"""More than any cost."""
Counts = tuple[int, int, int]
"""A number for 0, 1 and 2 cards in sets."""


class Tariff(NamedTuple):
    """What a search minimises: the price of each thing that may be given up."""

    left: int = 1
    """Of a hand card that stays in the hand."""
    broken: int = 0
    """Of a floor meld that is broken."""
    crossed: int = 0
    """Of a cross card that goes into a meld."""
    capped: bool = False
    """Whether hand cards left are also counted by themselves, so that a search may cap them."""


LARGEST_PLAY = Tariff()


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class _Table(dict[_Key, _Value]):
    """A dict that is compared by identity, so that it can be a key itself."""

    __slots__ = ()

    __hash__ = object.__hash__  # type: ignore[assignment]  # dict has none
    __eq__ = object.__eq__


Weighted = tuple[int, State, int, int]
"""A move and its price: the count in sets, the state after it, the cost, and the hand cards left if these are
capped (else 0). A plain tuple, as many thousands are made."""


class Slot:
    """A column, the counts in sets it may have (a mask), and its moves from each state at some tariff."""

    __slots__ = ("column", "moves")

    def __init__(self, column: Column, counts: int, tariff: Tariff) -> None:
        self.column = column
        self.moves = WeightedMoves(column, counts, tariff)


class WeightedMoves(dict[State, tuple[Weighted, ...]]):
    """The moves from each state over a slot."""

    __slots__ = ("_column", "_counts", "_tariff")

    def __init__(self, column: Column, counts: int, tariff: Tariff) -> None:
        self._column = column
        self._counts = counts
        self._tariff = tariff

    def __missing__(self, state: State) -> tuple[Weighted, ...]:
        per_left, per_broken, per_crossed, capped = self._tariff
        moves = self[state] = tuple(
            [
                (in_sets, after, per_left * left + per_broken * broken + per_crossed * crossed, left * capped)
                for in_sets, after, left, broken, crossed in self._column.moves[state]
                if self._counts >> in_sets & 1
            ]
        )
        return moves


Way = tuple[State, int, int]
"""A move as the search wants it: the state after it, and the cost and the hand cards left beyond those of the
cheapest way to the end."""
Row = tuple[tuple[int, ...], tuple[tuple[Way, ...], tuple[Way, ...], tuple[Way, ...]]]
"""All ways from a state. For each suit, if this row is of that suit: the vectors for which there is a way.
Then, for 0, 1 and 2 cards in sets, the ways, the cheapest first."""


def _cheapest_first(way: Way) -> tuple[object, ...]:
    """Sorting key of ways: by cost, then hand cards left, then more and longer open runs first."""
    state, extra, extra_left = way
    return extra, extra_left, ORDER[state]


class Place:
    """A slot, the states that can occur before it, and what can occur after it."""

    __slots__ = ("after", "slot", "states")

    def __init__(self, slot: Slot, states: tuple[State, ...], after: "Reach") -> None:
        self.slot = slot
        self.states = states
        self.after = after


class Reach(dict[Slot, Place]):
    """The states that can occur at some rank, and the place of each slot there.

    It is told from the floor runs and the number of cards just below, as if any card could stay away and
    there had been two of every face before. A few states too many do no harm, while a rough answer is the
    same for many positions, whose tables are then the same too.
    """

    __slots__ = ("_most", "_pool", "states")

    def __init__(self, pool: "Pool", most: tuple[State, ...], states: tuple[State, ...]) -> None:
        self._pool = pool
        self._most = most
        """Those that could occur with two cards of every face below."""
        self.states = states

    def __missing__(self, slot: Slot) -> Place:
        column = slot.column
        cards = column.floor + column.hand + column.cross
        after = self._pool.reach(self._after(column.free(2)), self._after(column.free(cards)))
        place = self[slot] = Place(slot, self.states, after)
        return place

    def _after(self, column: Column) -> tuple[State, ...]:
        return tuple(sorted({move[1] for state in self._most for move in column.moves[state]}))


class Ahead(_Table[Place, "Stage"]):
    """What the rest of a sweep costs at least from each state, beyond a common part that is kept apart."""

    __slots__ = ("costs", "lefts", "pool")

    def __init__(self, pool: "Pool", costs: dict[State, int], lefts: dict[State, int] | None) -> None:
        self.pool = pool
        self.costs = costs
        self.lefts = lefts
        """The fewest hand cards left from each state, whatever that breaks; ``None`` where not capped."""

    def __missing__(self, place: Place) -> "Stage":
        costs, low = _relative(self._costs_before(place))
        lefts, low_left = None, 0
        if self.lefts is not None:
            lefts, low_left = _relative(self._lefts_before(place, self.lefts))
        stage = self[place] = Stage(place.slot, self, self.pool.ahead(costs, lefts), low, low_left)
        self.pool.size += 1
        return stage

    # The two below are one loop written twice, as these are the innermost lines of all.

    def _costs_before(self, place: Place) -> dict[State, int]:
        found = {}
        ahead, moves = self.costs, place.slot.moves
        for state in place.states:
            least = IMPOSSIBLE
            for _, after, cost, _ in moves[state]:
                if after in ahead:
                    cost += ahead[after]
                    if cost < least:
                        least = cost
            if least < IMPOSSIBLE:
                found[state] = least
        return found

    def _lefts_before(self, place: Place, ahead: dict[State, int]) -> dict[State, int]:
        found = {}
        moves = place.slot.moves
        for state in place.states:
            least = IMPOSSIBLE
            for _, after, _, left in moves[state]:
                if after in ahead:
                    left += ahead[after]
                    if left < least:
                        least = left
            if least < IMPOSSIBLE:
                found[state] = least
        return found


def _relative(costs: dict[State, int]) -> tuple[dict[State, int], int]:
    """The costs beyond the least of them, and that."""
    low = min(costs.values(), default=IMPOSSIBLE)
    return ({state: cost - low for state, cost in costs.items()} if low else costs), low


class Stage(_Table[State, Row]):
    """A place with what lies ahead: from each state, the ways that can be completed."""

    __slots__ = ("after", "before", "low", "low_left", "moves")

    def __init__(self, slot: Slot, after: Ahead, before: Ahead, low: int, low_left: int) -> None:
        self.moves = slot.moves
        self.after = after
        """What lies ahead after it."""
        self.before = before
        """What lies ahead before it, beyond the common parts:"""
        self.low = low
        """of the cost"""
        self.low_left = low_left
        """and of the hand cards left."""

    def __missing__(self, state: State) -> Row:
        costs, lefts = self.after.costs, self.after.lefts
        found = [
            (in_sets, after, cost + costs[after], left + lefts[after] if lefts else 0)
            for in_sets, after, cost, left in self.moves[state]
            if after in costs
        ]
        row = self[state] = make_row(found)
        self.after.pool.size += 1
        return row


def make_row(found: list[Weighted]) -> Row:
    """The row of these moves, whose costs and hand cards left go to the end."""
    low = min([cost for _, _, cost, _ in found], default=0)
    low_left = min([left for _, _, _, left in found], default=0)
    ways: tuple[list[Way], list[Way], list[Way]] = ([], [], [])
    for in_sets, after, cost, left in found:
        ways[in_sets].append((after, cost - low, left - low_left))
    for some in ways:
        if len(some) > 1:
            some.sort(key=_cheapest_first)
    none, one, two = ways
    mask = bool(none) | bool(one) << 1 | bool(two) << 2
    return GROUPS_WITH[mask], (tuple(none), tuple(one), tuple(two))


class Behind(dict[Slot, tuple["Behind", int]]):
    """What reaching each state costs at least, beyond a common part that is kept apart.

    For a slot: what is behind after it, and the common part of its cost.
    """

    __slots__ = ("_costs", "_pool", "_through")

    def __init__(self, pool: "Pool", costs: dict[State, int]) -> None:
        self._pool = pool
        self._costs = costs
        self._through: dict[Stage, Counts] = {}

    def __missing__(self, slot: Slot) -> "tuple[Behind, int]":
        costs: dict[State, int] = {}
        for state, cost in self._costs.items():
            for _, after, more, _ in slot.moves[state]:
                if cost + more < costs.get(after, IMPOSSIBLE):
                    costs[after] = cost + more
        low = min(costs.values(), default=0)
        behind = self._pool.behind({state: cost - low for state, cost in sorted(costs.items())})
        found = self[slot] = (behind, low)
        return found

    def through(self, stage: Stage) -> Counts:
        """What the cheapest whole path through a place costs for 0, 1 and 2 cards in sets there."""
        found = self._through.get(stage)
        if found is None:
            best = [IMPOSSIBLE] * 3
            costs, moves = stage.after.costs, stage.moves
            for state, cost in self._costs.items():
                for in_sets, after, more, _ in moves[state]:
                    if after in costs:
                        more += cost + costs[after]
                        if more < best[in_sets]:
                            best[in_sets] = more
            found = self._through[stage] = (best[0], best[1], best[2])
            self._pool.size += 1
        return found


class Sweep:
    """One suit, swept both ways: what it costs alone, and what it takes to search it."""

    __slots__ = ("_pool", "_through", "least", "least_left", "slots", "stages")

    def __init__(self, pool: "Pool", slots: tuple[Slot, ...]) -> None:
        self._pool = pool
        self.slots = slots
        places = []
        reach = pool.start
        for slot in slots:
            place = reach[slot]
            places.append(place)
            reach = place.after
        ahead = pool.end
        self.least = 0
        """The least cost of the suit."""
        self.least_left = 0
        """The fewest hand cards of the suit that are left, where these are capped."""
        self.stages: list[Stage] = []
        """For each rank, what lies ahead there."""
        for place in reversed(places):
            stage = ahead[place]
            self.stages.append(stage)
            ahead = stage.before
            self.least += stage.low
            self.least_left += stage.low_left
        self.stages.reverse()
        self._through: list[Counts] | None = None

    def through(self) -> list[Counts]:
        """For each rank, what the cheapest whole path with each count in sets costs beyond the cheapest."""
        if self._through is None:
            behind, beyond = self._pool.begin, 0
            found = []
            for slot, stage in zip(self.slots, self.stages, strict=True):
                beyond -= stage.low
                none, one, two = behind.through(stage)
                found.append((none + beyond, one + beyond, two + beyond))
                behind, low = behind[slot]
                beyond += low
            self._through = found
        return self._through


class Pool:
    """All tables made so far for one tariff.

    Threads may share one: the worst that can happen is work done twice.
    """

    def __init__(self, tariff: Tariff) -> None:
        self.slots = Slots(tariff)
        self.size = 0
        """Entries in all tables, or thereabouts: threads may miscount."""
        self._reaches: dict[object, Reach] = {}
        self._aheads: dict[tuple[int, ...], Ahead] = {}
        self._behinds: dict[tuple[int, ...], Behind] = {}
        self._sweeps: dict[tuple[Slot, ...], Sweep] = {}
        self.start = self.reach((START,), (START,))
        self.end = self.ahead({START: 0}, {START: 0} if tariff.capped else None)
        self.begin = self.behind({START: 0})

    def sweep(self, slots: tuple[Slot, ...]) -> Sweep:
        """The sweep of a suit with these slots."""
        found = self._sweeps.get(slots)
        if found is None:
            if len(self._sweeps) > _MOST_SWEEPS:
                self._sweeps = {}
            found = self._sweeps[slots] = Sweep(self, slots)
        return found

    def reach(self, most: tuple[State, ...], states: tuple[State, ...]) -> Reach:
        """The one object for these states."""
        found = self._reaches.get((most, states))
        if found is None:
            found = self._reaches.setdefault((most, states), Reach(self, most, states))
        return found

    def ahead(self, costs: dict[State, int], lefts: dict[State, int] | None) -> Ahead:
        """The one object for these costs."""
        key = (*costs, *costs.values(), *(lefts.values() if lefts else ()))
        found = self._aheads.get(key)
        if found is None:
            found = self._aheads.setdefault(key, Ahead(self, costs, lefts))
        return found

    def behind(self, costs: dict[State, int]) -> Behind:
        """The one object for these costs."""
        key = (*costs, *costs.values())
        found = self._behinds.get(key)
        if found is None:
            found = self._behinds.setdefault(key, Behind(self, costs))
        return found


class Slots(dict[int, Slot]):
    """The slot of each column and counts in sets: by the key of the column, with the counts as a mask."""

    def __init__(self, tariff: Tariff) -> None:
        self._tariff = tariff

    def __missing__(self, key: int) -> Slot:
        slot = self[key] = Slot(Column.by_number[key >> 3], key & 7, self._tariff)
        return slot


_MOST_ENTRIES = 40_000
"""About 20 MB; a pool fills after some thousand hard positions."""
_MOST_SWEEPS = 500
"""Few whole suits come back but within one question, as :func:`.insight.outs` asks it."""
_pools: dict[Tariff, Pool] = {}


def pool_of(tariff: Tariff) -> Pool:
    """The pool for a new search: the one in use, or an empty one when that has grown too big."""
    pool = _pools.get(tariff)
    if pool is None or pool.size > _MOST_ENTRIES:
        pool = _pools[tariff] = Pool(tariff)
    return pool
