"""What each suit costs at least, whatever the others do: the bound that steers and cuts the search.

A **slot** is a column with the counts in sets that the vectors of its rank still allow, and a tariff.
Sweeping the slots of one suit forward tells which states can occur (:class:`Live`) and what reaching them
costs (:class:`Behind`); sweeping backward tells what each of them costs to the end (:class:`Ahead`). Equal
tables are one object, and each remembers what follows from it, so that work done for one position serves
the next, and the four suits serve each other.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

from makiaveli.solver.lanes import START, Column, State
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


LARGEST_PLAY = Tariff()


Weighted = tuple[int, State, int, int]
"""A move and its price: the count in sets, the state after it, the cost, and the hand cards left. A plain
tuple, as many thousands are made."""


class Moves(dict[State, tuple[Weighted, ...]]):
    """The moves from each state over a slot, made when they are first asked for."""

    def __init__(self, column: Column, counts: int, tariff: Tariff) -> None:
        self._column = column
        self._counts = counts
        self._tariff = tariff

    def __missing__(self, state: State) -> tuple[Weighted, ...]:
        per_left, per_broken, per_crossed = self._tariff
        moves = self[state] = tuple(
            (in_sets, after, per_left * left + per_broken * broken + per_crossed * crossed, left)
            for in_sets, after, left, broken, crossed in state.moves_over(self._column)
            if self._counts >> in_sets & 1
        )
        return moves


class Slot:
    """A column, the counts in sets it may have (a mask), and the price of a hand card. Equal ones are one."""

    __slots__ = ("counts_hand_cards_alone", "moves")

    def __init__(self, column: Column, counts: int, tariff: Tariff) -> None:
        self.moves = Moves(column, counts, tariff)
        self.counts_hand_cards_alone = tariff == LARGEST_PLAY


Way = tuple[State, int, int]
"""A move as the search wants it: the state after it, and the cost and the hand cards left beyond those of the
cheapest way to the end."""


class Row(NamedTuple):
    """All ways from a state."""

    groups: tuple[int, ...]
    """For each suit, if this row is of that suit: the vectors for which there is a way."""
    ways: tuple[tuple[Way, ...], tuple[Way, ...], tuple[Way, ...]]
    """For 0, 1 and 2 cards in sets: the cheapest way first."""


def cheapest_first(way: Way) -> tuple[object, ...]:
    """Sorting key of ways: by cost, then hand cards left, then more and longer open runs first."""
    state, extra, extra_left = way
    return extra, extra_left, state.order


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
            after = {move[1] for state in self.states for move in slot.moves[state]}
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
        self._rows: dict[Slot, Rows] = {}

    def before(self, slot: Slot, live: Live) -> "tuple[Ahead, int, int]":
        """What lies ahead of these states before the slot; the common parts of cost and hand cards left."""
        found = self._before.get((slot, live))
        if found is None:
            found = self._before[slot, live] = self._make_before(slot, live)
        return found

    def _make_before(self, slot: Slot, live: Live) -> "tuple[Ahead, int, int]":
        costs = self._make_costs(slot, live, of_left=False)
        # Where only hand cards count, they are the cost.
        lefts = costs if slot.counts_hand_cards_alone else self._make_costs(slot, live, of_left=True)
        low = min(costs.values(), default=IMPOSSIBLE)
        low_left = min(lefts.values(), default=IMPOSSIBLE)
        ahead = self._pool.ahead(
            {state: cost - low for state, cost in costs.items()},
            {state: left - low_left for state, left in lefts.items()},
        )
        return ahead, low, low_left

    def _make_costs(self, slot: Slot, live: "Live", of_left: bool) -> dict[State, int]:
        """What lies ahead of these states before the slot, or the hand cards that are left."""
        found = {}
        ahead = self.lefts if of_left else self.costs
        for state in live.states:
            least = IMPOSSIBLE
            for _, after, cost, left in slot.moves[state]:
                if after in ahead:
                    # Compared by hand, as these are the innermost lines and min() is a call.
                    more = (left if of_left else cost) + ahead[after]
                    if more < least:
                        least = more
            if least < IMPOSSIBLE:
                found[state] = least
        return found

    def rows(self, slot: Slot) -> "Rows":
        """The ways from each state before a slot that leads here."""
        rows = self._rows.get(slot)
        if rows is None:
            rows = self._rows[slot] = Rows(self, slot)
        return rows


class Rows(dict[State, Row]):
    """The ways from each state over a slot that can be completed, made when they are first asked for."""

    def __init__(self, ahead: Ahead, slot: Slot) -> None:
        self._ahead = ahead
        self._slot = slot

    def __missing__(self, state: State) -> Row:
        costs, lefts = self._ahead.costs, self._ahead.lefts
        found = [
            (in_sets, after, cost + costs[after], left + lefts[after])
            for in_sets, after, cost, left in self._slot.moves[state]
            if after in costs
        ]
        low = min([cost for _, _, cost, _ in found], default=0)
        low_left = min([left for _, _, _, left in found], default=0)
        ways: tuple[list[Way], list[Way], list[Way]] = ([], [], [])
        for in_sets, after, cost, left in found:
            ways[in_sets].append((after, cost - low, left - low_left))
        for some in ways:
            if len(some) > 1:
                some.sort(key=cheapest_first)
        none, one, two = ways
        mask = bool(none) | bool(one) << 1 | bool(two) << 2
        row = self[state] = Row(GROUPS_WITH[mask], (tuple(none), tuple(one), tuple(two)))
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
                for _, after, more, _ in slot.moves[state]:
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
                for in_sets, after, more, _ in slot.moves[state]:
                    rest = ahead.costs.get(after)
                    if rest is not None and cost + more + rest < best[in_sets]:
                        best[in_sets] = cost + more + rest
            found = self._through[slot, ahead] = (best[0], best[1], best[2])
        return found


class Sweep:
    """One suit, swept both ways: what it costs alone, and what it takes to search it."""

    __slots__ = ("_pool", "_through", "aheads", "later", "least", "least_left", "rows", "slots")

    def __init__(self, pool: "Pool", slots: Sequence[Slot]) -> None:
        self._pool = pool
        self.slots = slots
        live = pool.first_live
        lives = []
        for slot in slots:
            lives.append(live)
            live = live.after(slot)
        ahead = pool.last_ahead
        self.aheads: list[Ahead] = []
        """For each rank, what lies ahead after it."""
        self.later: list[int] = []
        """For each rank, the least cost after it."""
        self.least = 0
        """The least cost of the suit."""
        self.least_left = 0
        """The fewest hand cards of the suit that are left."""
        for slot, live in zip(reversed(slots), reversed(lives), strict=True):
            self.aheads.append(ahead)
            self.later.append(self.least)
            ahead, low, low_left = ahead.before(slot, live)
            self.least += low
            self.least_left += low_left
        self.aheads.reverse()
        self.later.reverse()
        self.rows = [ahead.rows(slot) for ahead, slot in zip(self.aheads, slots, strict=True)]
        """For each rank, the ways from each state."""
        self._through: list[Counts] | None = None

    def through(self) -> list[Counts]:
        """For each rank, what the cheapest whole path with each count in sets costs beyond the cheapest."""
        if self._through is None:
            behind, cost = self._pool.first_behind, 0
            self._through = []
            for slot, ahead, later in zip(self.slots, self.aheads, self.later, strict=True):
                best = behind.through(slot, ahead)
                beyond = cost + later - self.least
                self._through.append((best[0] + beyond, best[1] + beyond, best[2] + beyond))
                behind, low = behind.after(slot)
                cost += low
        return self._through


class Pool:
    """All tables made so far. Threads may share one: the worst that can happen is work done twice."""

    def __init__(self) -> None:
        self._slots: dict[Tariff, dict[tuple[Column, int], Slot]] = {}
        self._tables: dict[object, Live | Ahead | Behind | Sweep] = {}
        self.first_live = self.live(frozenset((START,)))
        self.first_behind = self.behind({START: 0})
        self.last_ahead = self.ahead({START: 0}, {START: 0})

    def __len__(self) -> int:
        return len(self._tables)

    def sweep(self, columns: Sequence[Column], counts: Sequence[int], tariff: Tariff) -> Sweep:
        """The sweep of a suit: for each rank its cards, and the counts in sets that it may have."""
        whole = (*columns, *counts, tariff)
        found = self._tables.get(whole)
        if found is None:
            known = self._slots.setdefault(tariff, {})
            slots = [
                known.get(key) or known.setdefault(key, Slot(*key, tariff))
                for key in zip(columns, counts, strict=True)
            ]
            found = self._tables[whole] = Sweep(self, slots)
        return cast(Sweep, found)

    def live(self, states: frozenset[State]) -> Live:
        """The one object for these states."""
        return cast(Live, self._tables.get(states) or self._tables.setdefault(states, Live(self, states)))

    def ahead(self, costs: dict[State, int], lefts: dict[State, int]) -> Ahead:
        """The one object for these costs."""
        key = (frozenset(costs.items()), None if lefts == costs else frozenset(lefts.items()))
        return cast(Ahead, self._tables.get(key) or self._tables.setdefault(key, Ahead(self, costs, lefts)))

    def behind(self, costs: dict[State, int]) -> Behind:
        """The one object for these costs."""
        key = (frozenset(costs.items()),)
        return cast(Behind, self._tables.get(key) or self._tables.setdefault(key, Behind(self, costs)))


_MOST_TABLES = 20_000
_pool = Pool()


def current_pool() -> Pool:
    """The pool for a new search: the one in use, or an empty one when that has grown too big."""
    global _pool
    if len(_pool) > _MOST_TABLES:
        _pool = Pool()
    return _pool
