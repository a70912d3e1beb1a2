from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makiaveli.errors import MakiaveliError, NotationError
from makiaveli.solver import FACES, Card, MisreadCode, Rank, Suit, parse_cards, pretty_cards, write_cards
from tests import strategies

SPELLINGS = {
    "letters": ("7S TD KC", "7STDKC"),
    "lower case": ("7s td kc", "7STDKC"),
    "nothing between": ("7sTdkC", "7STDKC"),
    "commas": ("7S,TD, KC ,", "7STDKC"),
    "ten as digits": ("10D10h", "TDTH"),
    "ace as one": ("1S,1h", "ASAH"),
    "one before ten": ("1S10S", "ASTS"),
    "signs": ("7♠ 10♦ K♣ A♥", "7STDKCAH"),
    "outlined signs": ("7♤ T♢ K♧ A♡", "7STDKCAH"),
    "emoji signs": ("7♠\ufe0f 10♦\ufe0f", "7STD"),
    "text signs": ("7♠\ufe0e", "7S"),
    "odd spaces": ("\u00a07S\u2009\tTD\r\n", "7STD"),
    "one rank, several suits": ("7SHD", "7S7H7D"),
    "one rank, several signs": ("10♠♥ 8♣", "TSTH8C"),
    "one rank, one suit twice": ("7SS", "7S7S"),
    "range": ("5-8C", "5C6C7C8C"),
    "range, both suits": ("5C-8C", "5C6C7C8C"),
    "range as printed": ("5♦–8♦", "5D6D7D8D"),
    "range with spaces": ("5♦ – 8♦", "5D6D7D8D"),
    "range, ace low": ("A-3S", "AS2S3S"),
    "range, ace as one": ("1-3S", "AS2S3S"),
    "range, ace high": ("Q-AS", "QSKSAS"),
    "range, whole suit": ("A-KH", "AH2H3H4H5H6H7H8H9HTHJHQHKH"),
    "range, two to ace": ("2-AH", "2H3H4H5H6H7H8H9HTHJHQHKHAH"),
    "range, tens": ("10-QD", "TDJDQD"),
    "range among cards": ("2S5-7C,KD", "2S5C6C7CKD"),
    "nothing": ("", ""),
    "a dash": (" - ", ""),
}

MISREAD = {
    "no card": ("XX", MisreadCode.NO_CARD, "XX"),
    "no card among cards": ("7SXX8D", MisreadCode.NO_CARD, "XX"),
    "no such rank": ("12S", MisreadCode.NO_CARD, "12S"),
    "eleven": ("7D 11S", MisreadCode.NO_CARD, "11S"),
    "zero": ("0S", MisreadCode.NO_CARD, "0S"),
    "no suit": ("7S K", MisreadCode.NO_SUIT, "K"),
    "no rank": ("7S ♥", MisreadCode.NO_RANK, "♥"),
    "ace to ace": ("A-AS", MisreadCode.RANGE_ACES, "A-AS"),
    "round the corner": ("K-2S", MisreadCode.RANGE_DOWN, "K-2S"),
    "down": ("8-5C", MisreadCode.RANGE_DOWN, "8-5C"),
    "one card": ("5-5C", MisreadCode.RANGE_DOWN, "5-5C"),
    "two suits": ("5C-8D", MisreadCode.RANGE_SUITS, "5C-8D"),
    "half a range": ("5C-", MisreadCode.RANGE_OPEN, "5C-"),
    "no end suit": ("5C-8 KD", MisreadCode.RANGE_OPEN, "5C-8"),
    "a letter that folds to S": ("7ſ", MisreadCode.NO_CARD, "7ſ"),
    "a lone letter that grows": ("ß", MisreadCode.NO_CARD, "ß"),
}


@pytest.mark.parametrize(("text", "written"), SPELLINGS.values(), ids=SPELLINGS)
def test_reads_every_spelling(text: str, written: str) -> None:
    assert write_cards(parse_cards(text)) == written


@pytest.mark.parametrize(("text", "code", "piece"), MISREAD.values(), ids=MISREAD)
def test_quotes_what_it_cannot_read(text: str, code: MisreadCode, piece: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    (misread,) = caught.value.problems
    assert (misread.code, misread.piece) == (code, piece)
    assert repr(piece) in str(misread)
    assert "Try" in str(misread) or "as in" in str(misread) or "at most 13" in str(misread)


def test_names_every_unreadable_piece() -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards("XX 7S YY A-AS")
    assert [misread.piece for misread in caught.value.problems] == ["XX", "YY", "A-AS"]


def test_a_long_piece_is_quoted_in_part() -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards("X" * 5000)
    assert len(str(caught.value)) < 100


def test_errors_are_value_errors() -> None:
    assert issubclass(NotationError, ValueError)
    assert issubclass(NotationError, MakiaveliError)


def test_a_card_is_its_number() -> None:
    assert [int(card) for card in FACES] == list(range(52))
    assert Card.parse("AS") == 0
    assert Card.parse("KC") == 51
    assert Card.of(Rank.SEVEN, Suit.HEARTS) == Card.parse("7H") == 19


@pytest.mark.parametrize("value", [-1, 52, 104])
def test_no_card_outside_the_deck(value: int) -> None:
    with pytest.raises(ValueError, match=str(value)):
        Card(value)


@pytest.mark.parametrize("card", FACES, ids=str)
def test_every_name_of_a_card_reads_back(card: Card) -> None:
    assert Card.parse(str(card)) == Card.parse(card.pretty) == eval(repr(card)) == card  # noqa: S307 - repr rebuilds
    assert RANKS_AND_SUITS[int(card)] == (card.rank, card.suit)
    assert str(card) == card.rank.letter + card.suit.letter
    assert card.pretty == card.rank.label + card.suit.sign


RANKS_AND_SUITS = [(rank, suit) for suit in Suit for rank in Rank]


def test_one_card_is_not_several() -> None:
    with pytest.raises(NotationError, match="2 cards"):
        Card.parse("7S8S")


@given(st.lists(strategies.cards))
def test_cards_read_back(cards: list[Card]) -> None:
    assert parse_cards(write_cards(cards)) == tuple(cards)
    assert parse_cards(pretty_cards(cards)) == tuple(cards)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        cards = parse_cards(text)
        assert parse_cards(write_cards(cards)) == cards
