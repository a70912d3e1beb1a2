"""How the own hand is laid out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makiaveli.solver import FACES, Suit, parse_cards, write_cards
from makiaveli.web.game.arranging import Arranging, Place
from makiaveli.web.game.hand import Fold, Habits, HandShown, Order, lay_out_hand
from tests.web.test_arranging import begin, tapped

MANY = "AS2S2S9SKS3H3H5H6H7HTHJDQDKDAC2C3C4C5C"


USUAL = Habits()


def shown(cards: str, habits: Habits = USUAL, arranging: Arranging | None = None) -> HandShown:
    return lay_out_hand(arranging or begin(f"{cards}/-/-"), habits)


def rows(hand: HandShown) -> list[str]:
    """The places of each row; of two equal cards both."""
    return [" ".join(spot.token for spot in row.spots) for row in hand.rows]


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(0, [0]), (1, [1]), (7, [7]), (8, [4, 4]), (9, [5, 4]), (10, [5, 5]), (16, [8, 8])],
)
def test_a_few_cards_lie_in_even_rows(count: int, sizes: list[int]) -> None:
    hand = shown(write_cards(FACES[:count]) or "-")
    assert [len(row.spots) for row in hand.rows] == sizes
    assert (hand.big, hand.lanes, hand.wider) == (False, False, 8 <= count <= 10)


def test_many_cards_lie_in_lanes_and_equal_ones_share_a_place() -> None:
    hand = shown(MANY)
    assert hand.big
    assert hand.lanes
    assert rows(hand) == [
        "AS0 2S0.2S1 9S0 KS0",
        "3H0.3H1 5H0 6H0 7H0 TH0",
        "JD0 QD0 KD0",
        "AC0 2C0 3C0 4C0 5C0",
    ]
    assert [(row.suit, row.count) for row in hand.rows] == [
        (Suit.SPADES, 5), (Suit.HEARTS, 6), (Suit.DIAMONDS, 3), (Suit.CLUBS, 5),
    ]  # fmt: skip


def test_a_suit_that_is_not_there_has_no_lane() -> None:
    hand = shown(write_cards(FACES[:13]) + write_cards(FACES[39:45]))
    assert [row.suit for row in hand.rows] == [Suit.SPADES, Suit.CLUBS]


@pytest.mark.parametrize(
    ("order", "row"),
    [(Order.SUIT, "7S0 KS0 2H0 7C0"), (Order.RANK, "2H0 7S0 7C0 KS0"), (Order.OWN, "KS0 7C0 7S0 2H0")],
)
def test_the_order(order: Order, row: str) -> None:
    assert rows(shown("7S7CKS2H", Habits(order, own=tuple(parse_cards("KSQD7C"))))) == [row]


def test_many_cards_in_the_own_order_have_rows_and_places_of_their_own() -> None:
    hand = shown(MANY, Habits(Order.OWN, own=parse_cards("KD2S")))
    assert not hand.lanes
    assert [len(row.spots) for row in hand.rows] == [10, 9]
    assert rows(hand)[0].startswith("KD0 2S0 AS0 2S1")


def test_a_place_stays_empty_until_the_turn_ends() -> None:
    arranging = tapped(begin("2H7S7CKS/-/-"), "7S0").put(Place.NEW)
    hand = shown("", arranging=arranging)
    assert [(str(spot.first), len(spot.pieces)) for spot in hand.rows[0].spots] == [
        ("7S0", 0), ("KS0", 1), ("2H0", 1), ("7C0", 1),
    ]  # fmt: skip
    assert hand.size == 3


def test_the_layout_follows_the_number_of_cards_when_the_turn_began() -> None:
    arranging = tapped(begin(f"{MANY}/-/-"), "AS0", "9S0", "KS0", "5H0").put(Place.NEW)
    assert shown("", arranging=arranging).lanes


def test_picked_cards_move_in_the_own_order() -> None:
    arranging = begin("2H7S7CKS/-/-")
    hand = arranging.setting.hand
    habits = Habits(Order.OWN, own=parse_cards("7SKS2H7C"))
    picked = arranging.setting.find(["KS0", "2H0"])
    assert write_cards(habits.moved(hand, picked, -1).own) == "KS2H7S7C"
    assert write_cards(habits.moved(hand, picked, 1).own) == "7S7CKS2H"
    assert write_cards(habits.moved(hand, picked, 1).moved(hand, picked, 1).own) == "7S7CKS2H"


@given(
    st.builds(
        Habits,
        st.sampled_from(Order),
        st.sampled_from(Fold),
        st.none() | st.sampled_from(Suit),
        st.lists(st.sampled_from(FACES), max_size=60).map(tuple),
    )
)
def test_habits_can_be_written_and_read(habits: Habits) -> None:
    assert Habits.parse(str(habits)) == habits


@pytest.mark.parametrize("text", ["", "rank", "rank.open.Q.", "rank.open.S.7", "x" * 5000])
def test_what_is_none_counts_as_the_usual_habits(text: str) -> None:
    assert Habits.parse(text) == Habits()


@given(st.lists(st.sampled_from(FACES * 2), min_size=1, max_size=60), st.sampled_from(Order))
def test_every_card_has_one_place(cards: list, order: Order) -> None:
    cards = [card for at, card in enumerate(cards) if cards[:at].count(card) < 2]
    hand = shown(write_cards(cards), Habits(order))
    found = [piece.card for row in hand.rows for spot in row.spots for piece in spot.pieces]
    assert sorted(found) == sorted(cards)
    assert max(len(row.spots) for row in hand.rows) <= 13
