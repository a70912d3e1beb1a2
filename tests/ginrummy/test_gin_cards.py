import pytest

from makiaveli.errors import NotationError, PositionError
from makiaveli.ginrummy import best_melds, card_string, deadwood, deadwood_value, parse_card, rank, suit


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        (0, ("A♠", 0, 0, 1)),
        (9, ("T♠", 9, 0, 10)),
        (17, ("5♥", 4, 1, 5)),
        (35, ("T♦", 9, 2, 10)),
        (36, ("J♦", 10, 2, 10)),
        (50, ("Q♣", 11, 3, 10)),
        (51, ("K♣", 12, 3, 10)),
    ],
)
def test_what_a_card_is(card: int, expected: tuple[str, int, int, int]) -> None:
    assert (card_string(card), rank(card), suit(card), deadwood_value(card)) == expected


def test_the_deck_is_worth_340() -> None:
    assert sum(map(deadwood_value, range(52))) == 4 * (45 + 4 * 10)


def test_every_card_reads_back() -> None:
    assert [parse_card(card_string(card)) for card in range(52)] == list(range(52))


@pytest.mark.parametrize(
    ("text", "card"), [("10d", 35), ("TD", 35), ("1S", 0), ("k♣", 51), (" 5♥\ufe0f ", 17)]
)
def test_reads_other_spellings(text: str, card: int) -> None:
    assert parse_card(text) == card
    assert type(parse_card(text)) is int


@pytest.mark.parametrize("text", ["", "11S", "7", "7S 8S", "5-8C", "joker"])
def test_refuses_what_is_not_one_card(text: str) -> None:
    with pytest.raises(NotationError):
        parse_card(text)


@pytest.mark.parametrize("ask", [rank, suit, card_string, deadwood_value])
@pytest.mark.parametrize("strange", [52, -1, 10**9, "7S", None, []])
def test_names_a_number_that_is_no_card(ask, strange) -> None:
    with pytest.raises(PositionError) as error:
        ask(strange)
    assert repr(strange) in str(error.value)


@pytest.mark.parametrize("ask", [deadwood, best_melds])
@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ([1, 52, 3, -1], "52, -1: not a card"),
        ([1, "7S"], "'7S': not a card"),
        ([9, 35, 9, 35, 9, 0], "T♠ T♦ more than once"),
        ([51, 51], "K♣ more than once"),
    ],
)
def test_names_the_cards_of_a_bad_hand(ask, hand, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        ask(hand)
