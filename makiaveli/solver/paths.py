"""Paths through the ranks: what lies in sets at each, and the states of the four suits between.

Two searches find one. :func:`find_path` goes depth first and ends with the first path within a budget;
:func:`cheapest_path` goes from rank to rank along all paths at once. Costs are told beyond the cheapest way
to the end, so both turn back where what was spent exceeds the slack.
"""

from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from makiaveli.solver.bounds import Row
from makiaveli.solver.lanes import LOW_ACE, START, State
from makiaveli.solver.limits import Meter
from makiaveli.solver.vectors import VECTORS, Vector, vectors_of


class Step(NamedTuple):
    """One rank of a path: what lies in sets there, and the state of each suit after it."""

    vector: Vector
    states: tuple[State, State, State, State]


Path = list[Step]
"""A step for each rank."""


class ByPrice(dict[int, tuple[tuple[int, Vector], ...]]):
    """The vectors of a group with what each costs by itself, the cheapest first, then the biggest."""

    __slots__ = ("_prices",)

    def __init__(self, prices: Sequence[int]) -> None:
        self._prices = prices

    def __missing__(self, group: int) -> tuple[tuple[int, Vector], ...]:
        priced = [(self._prices[number], number, vector) for number, vector in vectors_of(group)]
        vectors = self[group] = tuple([(price, vector) for price, _, vector in sorted(priced)])
        return vectors


FREE = ByPrice([0] * len(VECTORS))
"""Where no vector costs anything."""


class Rank(NamedTuple):
    """What a search needs to know of a rank. All costs are beyond the cheapest way to the end."""

    vectors: int
    """The group of vectors that it may take."""
    by_price: ByPrice
    spades: Mapping[State, Row]
    hearts: Mapping[State, Row]
    diamonds: Mapping[State, Row]
    clubs: Mapping[State, Row]


_Dead = dict[tuple[State, State, State, State, int], int]
"""States from which no path was found, with the most slack that did not help."""


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


def cheapest_path(
    ranks: Sequence[Rank], slack: int, slack_left: int, meter: Meter, width: int | None = None
) -> tuple[Path, int] | None:
    """The cheapest of the paths that :func:`find_path` looks for, and the slack that it leaves.

    It goes from rank to rank along all paths at once, and takes each group of states once, at its least cost.
    Where the bound is sharp that is slower than to follow the first path that fits; where it is not, one
    would come back to the same states again and again. With a width no more than so many groups of states are
    kept at each rank, those of the most slack: a path found is one, but may not be the cheapest, and ``None``
    proves nothing.
    """
    if slack < 0 or slack_left < 0:
        return None
    # From a key (four states, and hand cards that may still be left) to the most slack and the key before it.
    # Both are packed into ints: there are a hundred thousand, and more slack is a greater number.
    start = _key((START, START, START, START), min(slack_left, _ONE))  # there are 104 cards at most
    layers = [{start: slack << 5 * _BITS}]
    for rank in ranks:
        layer = _next_layer(rank, layers[-1], meter)
        if width is not None and len(layer) > width:
            layer = dict(nlargest(width, layer.items(), key=itemgetter(1)))
        layers.append(layer)
    if not layers[-1]:
        return None
    key = max(layers[-1], key=layers[-1].__getitem__)
    unspent = layers[-1][key] >> 5 * _BITS
    path = []
    for rank, layer, before in zip(ranks[::-1], layers[:0:-1], layers[-2::-1], strict=True):
        after, key = key, layer[key] & (1 << 5 * _BITS) - 1
        cost = (before[key] >> 5 * _BITS) - (layer[after] >> 5 * _BITS)
        path.append(Step(_vector_between(rank, key, after, cost), _states(after)))
    return path[::-1], unspent


def _key(states: Iterable[State], left: int) -> int:
    key = left
    for state in states:
        key = key << _BITS | state
    return key


def _states(key: int) -> tuple[State, State, State, State]:
    return (key >> 3 * _BITS & _ONE, key >> 2 * _BITS & _ONE, key >> _BITS & _ONE, key & _ONE)


def _next_layer(rank: Rank, layer: dict[int, int], meter: Meter) -> dict[int, int]:
    """From the groups of states before a rank to those after it."""
    # The loops of find_path once more: a call for each way through them would cost more than all the rest.
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
