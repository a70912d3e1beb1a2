"""The rules of Gin Rummy once more, straight from their wording and slow: what the tests compare with.

Nothing here comes from ``makiaveli.ginrummy``; cards are compared as rank and suit, by trying everything.
"""

from collections.abc import Collection, Iterator
from functools import cache
from itertools import combinations

Cards = frozenset[int]
Partition = frozenset[Cards]


def value(card: int) -> int:
    return min(card % 13 + 1, 10)


def total(cards: Collection[int]) -> int:
    return sum(map(value, cards))


def is_meld(cards: Collection[int]) -> bool:
    ranks = sorted(card % 13 for card in cards)
    suits = {card // 13 for card in cards}
    same_rank = len(set(ranks)) == 1
    neighbours = len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(cards) >= 3 and (same_rank or neighbours)


def partitions(hand: Cards) -> Iterator[Partition]:
    """Every way to form disjoint melds of the hand's cards, none included."""
    if not hand:
        yield frozenset()
        return
    card, others = min(hand), hand - {min(hand)}
    yield from partitions(others)
    for size in range(2, len(others) + 1):
        for rest in combinations(_mates(card, others), size):
            if is_meld({card, *rest}):
                for partition in partitions(others - set(rest)):
                    yield partition | {frozenset({card, *rest})}


def _mates(card: int, others: Cards) -> list[int]:
    return sorted(mate for mate in others if mate % 13 == card % 13 or mate // 13 == card // 13)


def unmatched(hand: Cards, partition: Partition) -> Cards:
    return hand.difference(*partition)


def best_partitions(hand: Cards) -> tuple[int, set[Partition]]:
    """The least deadwood and every partition that leaves it."""
    by_points: dict[int, set[Partition]] = {}
    for partition in partitions(hand):
        by_points.setdefault(total(unmatched(hand, partition)), set()).add(partition)
    return min(by_points), by_points[min(by_points)]


def least_after_lay_off(cards: Cards, melds: Collection[Cards]) -> int:
    """The least points left of these cards after laying some off, one after the other, in any way."""

    @cache
    def least(cards: Cards, table: Partition) -> int:
        ways = [
            least(cards - {card}, table - {meld} | {meld | {card}})
            for card in cards
            for meld in table
            if is_meld(meld | {card})
        ]
        return min([total(cards), *ways])

    return least(cards, frozenset(melds))


def least_after_defence(hand: Cards, melds: Collection[Cards]) -> int:
    """The least points left of a hand over all own melds and all lay-offs of the rest."""
    rests = {unmatched(hand, partition) for partition in partitions(hand)}
    return min(least_after_lay_off(rest, melds) for rest in rests)


def swept_deadwood(hand: Cards) -> int:
    """The least deadwood of a hand of any size: by rank, remembering the length of each suit's run."""

    @cache
    def least(rank: int, open_runs: tuple[int, ...]) -> int:
        if rank == 13:
            return 0
        here = [suit for suit in range(4) if rank + 13 * suit in hand]
        points = []
        for size in (0, 3, 4):
            for in_set in combinations(here, size):
                # A run of 1 or 2 that goes no further is deadwood: pay for it when it is begun, and take the
                # payment back when it becomes a meld.
                paid, runs = 0, [0] * 4
                for suit in here:
                    if suit not in in_set:
                        length = open_runs[suit] + 1
                        runs[suit] = min(length, 3)
                        if length < 3:
                            paid += value(rank)
                        elif length == 3:
                            paid -= value(rank - 1) + value(rank - 2)
                points.append(paid + least(rank + 1, tuple(runs)))
        return min(points)

    return least(0, (0, 0, 0, 0))
