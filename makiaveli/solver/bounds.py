"""What each suit costs at least, whatever the others do: the bound that steers and cuts the search.

A **slot** is a column with the counts in sets that the vectors of its rank still allow, and a tariff.
Sweeping the slots of one suit forward tells which states can occur (:class:`Live`) and what reaching them
costs (:class:`Behind`); sweeping backward tells what each of them costs to the end (:class:`Ahead`). Equal
tables are one object, and each remembers what follows from it, so that work done for one position serves
the next, and the four suits serve each other.
"""

from typing import NamedTuple, cast

from makiaveli.solver.lanes import START, Column, State
from makiaveli.solver.vectors import COUNT_GROUPS

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


LARGEST_PLAY = Tariff()


class Weighted(NamedTuple):
    """A move and its price."""

    in_sets: int
    state: State
    cost: int
    left: int


class Slot:
    """A column, the counts in sets it may have (a mask), and the price of a hand card. Equal ones are one."""

    __slots__ = ("_column", "_counts", "_moves", "_tariff")

    def __init__(self, column: Column, counts: int, tariff: Tariff) -> None:
        self._column = column
        self._counts = counts
        self._tariff = tariff
        self._moves: dict[State, tuple[Weighted, ...]] = {}

    def moves(self, state: State) -> tuple[Weighted, ...]:
        """The moves from a state, priced by the tariff."""
        moves = self._moves.get(state)
        if moves is None:
            per_left, per_broken, per_crossed = self._tariff
            moves = self._moves[state] = tuple(
                Weighted(in_sets, after, per_left * left + per_broken * broken + per_crossed * crossed, left)
                for in_sets, after, left, broken, crossed in state.moves_over(self._column)
                if self._counts >> in_sets & 1
            )
        return moves


class Way(NamedTuple):
    """A move as the search wants it: with what it costs beyond the cheapest way to the end."""

    state: State
    extra: int
    extra_left: int


class Row(NamedTuple):
    """All ways from a state."""

    groups: tuple[int, int, int, int]
    """For each suit, if this row is of that suit: the vectors for which there is a way."""
    ways: tuple[tuple[Way, ...], tuple[Way, ...], tuple[Way, ...]]
    """For 0, 1 and 2 cards in sets: the cheapest way first."""


class Live:
    """The states that can occur at some rank."""

    __slots__ = ("_next", "_pool", "states")

    def __init__(self, pool: "Pool", states: frozenset[State]) -> None:
        self._pool = pool
        self.states = states
        self._next: dict[Slot, Live] = {}

    def after(self, slot: Slot) -> "Live":
        """The states that can occur after the slot."""
        found = self._next.get(slot)
        if found is None:
            after = {move.state for state in self.states for move in slot.moves(state)}
            found = self._next[slot] = self._pool.live(frozenset(after))
        return found


class Ahead:
    """What the rest of a sweep costs at least from each state, beyond a common part that is kept apart."""

    __slots__ = ("_before", "_pool", "_rows", "costs", "lefts")

    def __init__(self, pool: "Pool", costs: dict[State, int], lefts: dict[State, int]) -> None:
        self._pool = pool
        self.costs = costs
        self.lefts = lefts
        """The fewest hand cards left from each state, whatever that breaks."""
        self._before: dict[tuple[Slot, Live], tuple[Ahead, int, int]] = {}
        self._rows: dict[Slot, dict[State, Row]] = {}

    def before(self, slot: Slot, live: Live) -> "tuple[Ahead, int, int]":
        """What lies ahead of these states before the slot; the common parts of cost and hand cards left."""
        found = self._before.get((slot, live))
        if found is None:
            found = self._before[slot, live] = self._make_before(slot, live)
        return found

    def _make_before(self, slot: Slot, live: Live) -> "tuple[Ahead, int, int]":
        costs: dict[State, int] = {}
        lefts: dict[State, int] = {}
        for state in live.states:
            least_cost = least_left = IMPOSSIBLE
            for _, after, cost, left in slot.moves(state):
                if after in self.costs:
                    least_cost = min(least_cost, cost + self.costs[after])
                    least_left = min(least_left, left + self.lefts[after])
            if least_cost < IMPOSSIBLE:
                costs[state] = least_cost
                lefts[state] = least_left
        low = min(costs.values(), default=IMPOSSIBLE)
        low_left = min(lefts.values(), default=IMPOSSIBLE)
        ahead = self._pool.ahead(
            {state: cost - low for state, cost in costs.items()},
            {state: left - low_left for state, left in lefts.items()},
        )
        return ahead, low, low_left

    def rows(self, slot: Slot) -> dict[State, Row]:
        """The rows made so far for the states before a slot that leads here; see :meth:`make_row`."""
        rows = self._rows.get(slot)
        if rows is None:
            rows = self._rows[slot] = {}
        return rows

    def make_row(self, slot: Slot, state: State) -> Row:
        """The ways from a state over the slot that can be completed."""
        found = [
            (in_sets, after, cost + self.costs[after], left + self.lefts[after])
            for in_sets, after, cost, left in slot.moves(state)
            if after in self.costs
        ]
        low = min((cost for _, _, cost, _ in found), default=0)
        low_left = min((left for _, _, _, left in found), default=0)
        ways: tuple[list[Way], list[Way], list[Way]] = ([], [], [])
        for in_sets, after, cost, left in found:
            ways[in_sets].append(Way(after, cost - low, left - low_left))
        for some in ways:
            some.sort(key=lambda way: (way.extra, way.extra_left, way.state.order))
        mask = sum(1 << count for count in range(3) if ways[count])
        groups = (COUNT_GROUPS[0][mask], COUNT_GROUPS[1][mask], COUNT_GROUPS[2][mask], COUNT_GROUPS[3][mask])
        row = Row(groups, (tuple(ways[0]), tuple(ways[1]), tuple(ways[2])))
        self.rows(slot)[state] = row
        return row


class Behind:
    """What reaching each state costs at least, beyond a common part that is kept apart."""

    __slots__ = ("_after", "_pool", "_through", "costs")

    def __init__(self, pool: "Pool", costs: dict[State, int]) -> None:
        self._pool = pool
        self.costs = costs
        self._after: dict[Slot, tuple[Behind, int]] = {}
        self._through: dict[tuple[Slot, Ahead], Counts] = {}

    def after(self, slot: Slot) -> "tuple[Behind, int]":
        """What reaching each state after the slot costs, and the common part."""
        found = self._after.get(slot)
        if found is None:
            costs: dict[State, int] = {}
            for state, cost in self.costs.items():
                for _, after, more, _ in slot.moves(state):
                    if cost + more < costs.get(after, IMPOSSIBLE):
                        costs[after] = cost + more
            low = min(costs.values(), default=0)
            found = self._pool.behind({state: cost - low for state, cost in costs.items()}), low
            self._after[slot] = found
        return found

    def through(self, slot: Slot, ahead: Ahead) -> Counts:
        """The cheapest whole path for each count in sets at the slot between here and what lies ahead."""
        found = self._through.get((slot, ahead))
        if found is None:
            best = [IMPOSSIBLE] * 3
            for state, cost in self.costs.items():
                for in_sets, after, more, _ in slot.moves(state):
                    rest = ahead.costs.get(after)
                    if rest is not None:
                        best[in_sets] = min(best[in_sets], cost + more + rest)
            found = self._through[slot, ahead] = (best[0], best[1], best[2])
        return found


class Pool:
    """All tables made so far. Threads may share one: the worst that can happen is work done twice."""

    def __init__(self) -> None:
        self._slots: dict[tuple[Column, int, Tariff], Slot] = {}
        self._tables: dict[object, Live | Ahead | Behind] = {}
        self.first_live = self.live(frozenset((START,)))
        self.first_behind = self.behind({START: 0})
        self.last_ahead = self.ahead({START: 0}, {START: 0})

    def __len__(self) -> int:
        return len(self._tables)

    def slot(self, column: Column, counts: int, tariff: Tariff) -> Slot:
        """The one slot with these values."""
        key = (column, counts, tariff)
        return self._slots.get(key) or self._slots.setdefault(key, Slot(column, counts, tariff))

    def live(self, states: frozenset[State]) -> Live:
        """The one object for these states."""
        return cast(Live, self._tables.get(states) or self._tables.setdefault(states, Live(self, states)))

    def ahead(self, costs: dict[State, int], lefts: dict[State, int]) -> Ahead:
        """The one object for these costs."""
        key = (frozenset(costs.items()), frozenset(lefts.items()))
        return cast(Ahead, self._tables.get(key) or self._tables.setdefault(key, Ahead(self, costs, lefts)))

    def behind(self, costs: dict[State, int]) -> Behind:
        """The one object for these costs."""
        key = (frozenset(costs.items()),)
        return cast(Behind, self._tables.get(key) or self._tables.setdefault(key, Behind(self, costs)))


_MOST_TABLES = 50_000
_pool = Pool()


def current_pool() -> Pool:
    """The pool for a new search: the one in use, or an empty one when that has grown too big."""
    global _pool
    if len(_pool) > _MOST_TABLES:
        _pool = Pool()
    return _pool
