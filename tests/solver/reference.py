"""A plain solver to compare with: every way to lay melds, one after the other. For small positions only.

It shares no code with the search: melds are enumerated from the definition, and cards are counted.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from makiaveli.solver import Position

Cards = tuple[int, ...]

SETS = [
    tuple(suit * 13 + rank for suit in suits)
    for rank in range(13)
    for size in (3, 4)
    for suits in combinations(range(4), size)
]
RUNS = [
    tuple(suit * 13 + rank % 13 for rank in range(first, first + length))
    for suit in range(4)
    for length in range(3, 14)
    for first in range(15 - length)
]
MELDS_WITH: dict[int, list[Cards]] = {
    card: [meld for meld in (*SETS, *RUNS) if card in meld] for card in range(52)
}


def largest_play(position: Position) -> int:
    """The most hand cards that can go down."""
    return _largest(*_counts(position))


def can_be_laid(position: Position, must: Cards, may: Cards) -> bool:
    """Whether the floor and these hand cards can lie, with the help of others."""
    floor, _, cross = _counts(position)
    both = Counter(dict(enumerate(floor))) + Counter(must)
    hand = Counter(may)
    return _largest(tuple(both[c] for c in range(52)), tuple(hand[c] for c in range(52)), cross) >= 0


def most_kept(position: Position) -> tuple[int, int]:
    """The largest play and the most floor melds that stay whole in a play of that size."""
    best = largest_play(position)
    if best == 0:
        return 0, len(position.floor)
    floor = [frozenset(meld) for meld in position.floor]
    finals = {tuple(sorted(melds)) for melds in _arrangements(*_counts(position), best)}
    return best, max(_kept(floor, [frozenset(meld) for meld in melds]) for melds in finals)


def least_harm(position: Position) -> tuple[int, int, int]:
    """Of all largest plays the best by the tie-breaks: melds kept, cards moved, cross cards used."""
    best = largest_play(position)
    floor = [frozenset(meld) for meld in position.floor]
    before = sum(map(len, floor)) + best
    harms = []
    for melds in {tuple(sorted(melds)) for melds in _arrangements(*_counts(position), best)}:
        kept, together = _together(floor, [frozenset(meld) for meld in melds])
        harms.append((-kept, -together, sum(map(len, melds)) - before))
    kept, together, crossed = min(harms)
    return -kept, sum(map(len, floor)) + together, crossed


def count_finals(position: Position) -> int:
    """How many different floors a largest play can end in."""
    best = largest_play(position)
    if best == 0:
        return 1
    plays = _arrangements(*_counts(position), best)
    return len({tuple(sorted(tuple(sorted(meld)) for meld in melds)) for melds in plays})


def _counts(position: Position) -> tuple[Cards, Cards, Cards]:
    floor = Counter(card for meld in position.floor for card in meld)
    hand, cross = Counter(position.hand), Counter(position.cross)
    return tuple(tuple(counts[card] for card in range(52)) for counts in (floor, hand, cross))


def _lay(meld: Cards, floor: Cards, hand: Cards, cross: Cards) -> tuple[Cards, Cards, Cards, int] | None:
    """What is left when the meld is laid, floor cards first, then hand; how many came from the hand."""
    left = [list(floor), list(hand), list(cross)]
    played = 0
    for card in meld:
        pile = next((pile for pile in range(3) if left[pile][card]), None)
        if pile is None:
            return None
        left[pile][card] -= 1
        played += pile == 1
    return tuple(left[0]), tuple(left[1]), tuple(left[2]), played


@cache
def _largest(floor: Cards, hand: Cards, cross: Cards) -> int:
    """The most hand cards that can go down, a big negative number where the floor cannot be laid."""
    must = next((card for card in range(52) if floor[card]), None)
    first = must if must is not None else next((card for card in range(52) if hand[card]), None)
    if first is None:
        return 0
    best = -1000
    if must is None:
        without = tuple(count - (card == first) for card, count in enumerate(hand))
        best = _largest(floor, without, cross)
    for meld in MELDS_WITH[first]:
        if (laid := _lay(meld, floor, hand, cross)) is not None:
            best = max(best, laid[3] + _largest(*laid[:3]))
    return best


def _arrangements(floor: Cards, hand: Cards, cross: Cards, play: int) -> Iterator[list[Cards]]:
    """Every list of melds that holds the floor and exactly so many hand cards."""
    must = next((card for card in range(52) if floor[card]), None)
    first = must if must is not None else next((card for card in range(52) if hand[card]), None)
    if first is None:
        if play == 0:
            yield []
        return
    if must is None:
        without = tuple(count - (card == first) for card, count in enumerate(hand))
        yield from _arrangements(floor, without, cross, play)
    for meld in MELDS_WITH[first]:
        if (laid := _lay(meld, floor, hand, cross)) is not None and laid[3] <= play:
            for rest in _arrangements(*laid[:3], play - laid[3]):
                yield [meld, *rest]


def _kept(floor: list[frozenset[int]], finals: list[frozenset[int]]) -> int:
    """The most floor melds that lie whole in final melds, each card counted once."""
    if not floor:
        return 0
    old, *rest = floor
    best = _kept(rest, finals)
    for i, new in enumerate(finals):
        if old <= new:
            best = max(best, 1 + _kept(rest, [*finals[:i], new - old, *finals[i + 1 :]]))
    return best


def _together(floor: list[frozenset[int]], finals: list[frozenset[int]]) -> tuple[int, int]:
    """The most floor melds that lie whole in final melds, and then the most cards that stay together.

    Each card is counted once, and of a meld that is scattered one card stays.
    """
    if not floor:
        return 0, 0
    old, *rest = floor
    kept, together = _together(rest, finals)
    best = kept, together + 1
    for i, new in enumerate(finals):
        if len(old & new) > 1:
            kept, together = _together(rest, [*finals[:i], new - old, *finals[i + 1 :]])
            best = max(best, (kept + (old <= new), together + len(old & new)))
    return best
