import pytest
from gin_hands import hands
from gin_reference import swept_deadwood
from hypothesis import given

from makiaveli.errors import PositionError
from makiaveli.ginrummy import can_knock, card_string, is_big_gin, is_gin, knock_discards
from makiaveli.solver import parse_cards


def cards(text: str) -> list[int]:
    return [int(card) for card in parse_cards(text)]


@pytest.mark.parametrize(
    ("hand", "knock", "gin", "big_gin"),
    [
        ("A-3S 5-7H 9S9H9D TC", True, False, False),
        ("A-3S 5-7H 9S9H9D JC", True, False, False),
        ("A-3S 5-7H 9S9H JC AD", False, False, False),
        ("A-3S 5-8H 9S9H9D", True, True, False),
        ("A-3S 5-8H 9S9H9D9C", True, True, True),
        ("A-3S 5-8H 9S9H9D AC", True, False, False),
        ("A-KS", True, True, False),
    ],
)
def test_known_hands(hand: str, knock: bool, gin: bool, big_gin: bool) -> None:
    held = cards(hand)
    assert (can_knock(held), is_gin(held), is_big_gin(held)) == (knock, gin, big_gin)


def test_the_limit_can_be_lowered() -> None:
    hand = cards("A-3S 5-7H 9S9H9D 4C")
    assert [can_knock(hand, limit) for limit in (4, 3, 0)] == [True, False, False]


def test_a_discard_out_of_the_best_melds_of_eleven_cards() -> None:
    hand = cards("4-6S 2H5H6H 3-6D 2C")
    assert {card_string(card): left for card, left in knock_discards(hand).items()} == {"6♥": 9, "5♥": 10}


def test_the_best_discard_comes_first() -> None:
    hand = cards("A-3S 5-7H 9S9H9D 2C KC")
    assert list(knock_discards(hand).items()) == [(51, 2), (40, 10)]
    assert list(knock_discards(hand, limit=2)) == [51]
    assert list(knock_discards(hand, limit=1)) == []
    assert len(knock_discards(hand, limit=110)) == 11


@given(hands(min_size=11, max_size=11))
def test_discards_are_those_that_leave_little_enough(hand: list[int]) -> None:
    left = {card: swept_deadwood(frozenset(hand) - {card}) for card in hand}
    assert knock_discards(hand) == {card: points for card, points in left.items() if points <= 10}
    ordered = list(knock_discards(hand, limit=110).items())
    assert ordered == sorted(left.items(), key=lambda item: (item[1], item[0]))


@given(hands(max_size=11))
def test_knock_and_gin_follow_the_deadwood(hand: list[int]) -> None:
    points = swept_deadwood(frozenset(hand))
    assert can_knock(hand) == (points <= 10)
    assert is_gin(hand) == (points == 0)
    assert is_big_gin(hand) == (points == 0 and len(hand) == 11)


@given(hands(min_size=11, max_size=11))
def test_big_gin_could_also_discard_and_be_gin(hand: list[int]) -> None:
    if is_big_gin(hand):
        assert 0 in knock_discards(hand).values()


@pytest.mark.parametrize("count", [0, 10, 12])
def test_discards_are_chosen_from_eleven_cards(count: int) -> None:
    with pytest.raises(PositionError, match=f"11 cards, and these are {count}"):
        knock_discards(range(count))


@pytest.mark.parametrize("ask", [can_knock, is_gin, is_big_gin, knock_discards])
def test_names_the_cards_of_a_bad_hand(ask) -> None:
    with pytest.raises(PositionError, match="A♥ more than once"):
        ask([13, 13, *range(9)])
