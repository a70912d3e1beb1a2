import pytest
from hypothesis import given
from hypothesis import strategies as st

from makiaveli.errors import NotationError
from makiaveli.game import Draw, Pass, Play, parse_turn
from makiaveli.solver import FACES, MisreadCode, parse_cards

from .tables import unhurried

cards = st.lists(st.sampled_from(FACES), max_size=8)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("0 draw", Draw(0)),
        ("  5  DRAW ", Draw(5)),
        ("1 Pass", Pass(1)),
        ("0 play 3S4S5S/3S4S5S", Play.of(0, parse_cards("3-5S"), [parse_cards("3-5S")])),
        (
            "0 play 3♠, 4♠ 5s / 3-5♠ ; 7hdc.",
            Play.of(0, parse_cards("3-5S"), [parse_cards("3-5S"), parse_cards("7HDC")]),
        ),
        ("0 play -/-", Play(0, (), ())),
    ],
)
def test_reads_generously(text, turn):
    assert parse_turn(text) == turn


@pytest.mark.parametrize(
    "text",
    [
        "",
        "draw",
        "0",
        "0 knock",
        "0 draw 7S",
        "0 play",
        "0 play 7S",
        "0 play 3S/4S/5S",
        "0 play /",
        "-1 draw",
        "٣ draw",
        "9999 draw",
    ],
)
def test_what_is_no_turn_is_quoted(text):
    with pytest.raises(NotationError, match=r"is no turn\. Try 0 draw") as error:
        parse_turn(text)
    assert repr(text) in str(error.value)


def test_every_unreadable_card_is_named():
    with pytest.raises(NotationError) as error:
        parse_turn("0 play 3X 4S / 5-3S . 7")
    assert [(misread.code, misread.piece) for misread in error.value.problems] == [
        (MisreadCode.NO_CARD, "3X"),
        (MisreadCode.RANGE_DOWN, "5-3S"),
        (MisreadCode.NO_SUIT, "7"),
    ]


def test_an_endless_text_is_cut_short():
    with pytest.raises(NotationError) as error:
        parse_turn("7" * 100_000)
    assert len(str(error.value)) < 200


@unhurried
@given(st.integers(0, 5), cards, st.lists(cards, max_size=6))
def test_prints_and_reads_back(seat, hand, floor):
    for turn in (Draw(seat), Pass(seat), Play.of(seat, hand, floor)):
        assert parse_turn(str(turn)) == turn
        assert parse_turn(str(turn).lower().replace("/", " / ").replace(".", " ;\t")) == turn
