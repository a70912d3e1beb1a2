import itertools

import pytest
from gin_hands import hands
from gin_reference import best_partitions, is_meld, swept_deadwood, total
from hypothesis import given, settings
from hypothesis import strategies as st

from makiaveli.errors import PositionError
from makiaveli.ginrummy import BestMelds, all_best_melds, best_melds, deadwood
from makiaveli.solver import parse_cards

# A hand, its deadwood, its best melds.
HANDS = [
    ("-", 0, []),
    ("KS", 10, []),
    ("ASKSQS", 21, []),
    ("AS2S3S", 0, ["AS2S3S"]),
    ("QSKSAH2H", 23, []),
    ("QSKSAH2H3H", 20, ["AH2H3H"]),
    ("7S7H", 14, []),
    ("7S7H7D7C", 0, ["7S7H7D7C"]),
    ("AS2S3SAHADAC", 0, ["AHADAC", "AS2S3S"]),
    ("AS-KS", 0, ["AS-KS"]),
    ("4S5S6S5H5D", 10, ["5S5H5D"]),
    ("5S6S7S7H7D", 11, ["7S7H7D"]),
    ("8S9STS9H9D", 18, ["9S9H9D"]),
    ("9STSJS9H9D", 18, ["9STSJS"]),
    ("5S5H5D5C3S4S3H4H", 7, ["5S5D5C", "3H4H5H"]),
    ("3S4S5S6S6H6D", 0, ["6S6H6D", "3S4S5S"]),
]


@pytest.mark.parametrize(("hand", "points", "melds"), HANDS, ids=[hand for hand, *_ in HANDS])
def test_known_hands(hand: str, points: int, melds: list[str]) -> None:
    cards = [int(card) for card in parse_cards(hand)]
    best = best_melds(cards)
    assert best.melds == tuple(tuple(map(int, parse_cards(meld))) for meld in melds)
    assert best.deadwood == deadwood(cards) == points == total(best.unmatched)


@given(hands(max_size=11))
@settings(max_examples=200)
def test_finds_every_best_partition_and_no_other(hand: list[int]) -> None:
    points, right = best_partitions(frozenset(hand))
    found = list(all_best_melds(hand))
    as_sets = [frozenset(map(frozenset, best.melds)) for best in found]
    assert {best.deadwood for best in found} == {points} == {deadwood(hand)}
    assert set(as_sets) == right
    assert len(as_sets) == len(right)


@given(hands(max_size=11))
def test_a_partition_is_sound(hand: list[int]) -> None:
    for best in all_best_melds(hand):
        assert all(map(is_meld, best.melds))
        assert sorted(itertools.chain(*best.melds, best.unmatched)) == sorted(hand)
        assert total(best.unmatched) == best.deadwood
        assert list(best.unmatched) == sorted(best.unmatched)
        assert all(list(meld) == sorted(meld) for meld in best.melds)


@given(hands(max_size=11).flatmap(lambda hand: st.tuples(st.just(hand), st.permutations(hand))))
def test_the_order_of_the_cards_does_not_matter(orders: tuple[list[int], list[int]]) -> None:
    one, other = orders
    assert deadwood(one) == deadwood(other)
    assert best_melds(one) == best_melds(other)
    assert list(all_best_melds(one)) == list(all_best_melds(iter(other)))


@given(hands(max_size=11))
def test_the_best_melds_come_first(hand: list[int]) -> None:
    assert next(all_best_melds(hand)) == best_melds(hand)


def _preference(best: BestMelds) -> list[object]:
    """The documented order of preference, from the melds alone: lower comes first."""
    sets = {meld[0] % 13: meld for meld in best.melds if meld[0] % 13 == meld[1] % 13}
    runs = [meld for meld in best.melds if meld not in sets.values()]
    by_rank = [(-len(sets.get(rank, ())), [card // 13 for card in sets.get(rank, ())]) for rank in range(13)]
    return [*by_rank, [(run[0], -len(run)) for run in runs]]


@given(hands(max_size=11))
def test_partitions_come_in_the_documented_order(hand: list[int]) -> None:
    keys = [_preference(best) for best in all_best_melds(hand)]
    assert keys == sorted(keys)


@given(st.permutations(range(52)), st.integers(0, 52))
@settings(max_examples=60)
def test_hands_of_any_size(deck: list[int], size: int) -> None:
    hand = deck[:size]
    best = best_melds(hand)
    assert best.deadwood == deadwood(hand) == swept_deadwood(frozenset(hand)) == total(best.unmatched)
    assert all(map(is_meld, best.melds))
    assert sorted(itertools.chain(*best.melds, best.unmatched)) == sorted(hand)


@given(hands(max_size=10))
def test_the_two_references_agree(hand: list[int]) -> None:
    assert swept_deadwood(frozenset(hand)) == best_partitions(frozenset(hand))[0]


def test_a_long_run_comes_whole_and_then_with_long_pieces_first() -> None:
    lengths = [[len(meld) for meld in best.melds] for best in all_best_melds(range(9))]
    assert lengths == [[9], [6, 3], [5, 4], [4, 5], [3, 6], [3, 3, 3]]


def test_the_whole_deck_has_partitions_without_listing_them() -> None:
    first = list(itertools.islice(all_best_melds(range(52)), 20))
    assert len(set(first)) == 20
    assert {best.deadwood for best in first} == {0}


def test_a_bad_hand_is_refused_before_the_first_step() -> None:
    with pytest.raises(PositionError, match="A♠ more than once"):
        all_best_melds([0, 0])
