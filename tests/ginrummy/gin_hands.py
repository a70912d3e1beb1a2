"""Hypothesis strategies for hands and knocks, among them those with many overlapping melds."""

from gin_reference import Cards, is_meld
from hypothesis import strategies as st


@st.composite
def windows(draw: st.DrawFn, ranks: int) -> list[int]:
    """All cards of this many neighbouring ranks."""
    low = draw(st.integers(0, 13 - ranks))
    return [13 * suit + rank for suit in range(4) for rank in range(low, low + ranks)]


@st.composite
def hands(draw: st.DrawFn, min_size: int = 0, max_size: int = 11) -> list[int]:
    """Distinct cards from the whole deck or from a few ranks, in any order."""
    pool = draw(st.one_of(st.just(list(range(52))), windows(3), windows(4), windows(5)))
    size = draw(st.integers(min_size, max_size))
    return draw(st.permutations(pool))[:size]


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[list[int]], list[int]]:
    """Melds of a knocker and the cards of a few ranks that are left, in any order."""
    pool = set(draw(windows(6)))
    melds = []
    for _ in range(draw(st.integers(0, 3))):
        meld = draw(_melds(pool))
        if pool.issuperset(meld):
            melds.append(draw(st.permutations(sorted(meld))))
            pool -= meld
    return melds, draw(st.permutations(sorted(pool)))


@st.composite
def _melds(draw: st.DrawFn, pool: set[int]) -> Cards:
    first = draw(st.sampled_from(sorted(pool)))
    size = draw(st.sampled_from((3, 3, 4)))
    run = frozenset(range(first, first + size))
    in_set = frozenset(draw(st.permutations([first % 13 + 13 * suit for suit in range(4)]))[:size])
    return run if is_meld(run) and draw(st.booleans()) else in_set


@st.composite
def knocks(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Hands of a knocker and an opponent, ten cards each."""
    pool = draw(st.one_of(st.just(list(range(52))), windows(6), windows(7)))
    cards = draw(st.permutations(pool))
    return cards[:10], cards[10:20]
