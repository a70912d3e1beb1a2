import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makiaveli.errors import NotationError, PositionError
from makiaveli.solver import Fault, FaultCode, Position, parse_cards, solve
from tests import strategies

WORKED = "3S4S5S/7H7D7C/2S"

SPELLINGS = {
    "ours": (WORKED, WORKED),
    "spaces": (" 3s 4s 5s / 7h 7d 7c / 2s ", WORKED),
    "ranges": ("3-5S/7HDC/2♠", WORKED),
    "hand alone": ("7S", "7S/-/-"),
    "hand and floor": ("7S/8-10C", "7S/8C9CTC/-"),
    "melds by full stop": ("7S/8-10C.7HDC/-", "7S/8C9CTC.7H7D7C/-"),
    "melds by semicolon": ("7S/8-10C;7HDC/-", "7S/8C9CTC.7H7D7C/-"),
    "melds by line": ("7S/\n8-10C\n7HDC\n/\n", "7S/8C9CTC.7H7D7C/-"),
    "empty melds": ("7S/..8-10C.;.7HDC;/-", "7S/8C9CTC.7H7D7C/-"),
    "nothing": ("", "-/-/-"),
    "dashes": ("-/-/-", "-/-/-"),
    "empty hand": ("-/7HDC/-", "-/7H7D7C/-"),
    "empty fields": ("7S//2S", "7S/-/2S"),
    "a link of ours": ("http://localhost:8000/solver?p=3S4S5S%2F7H7D7C%2F2S", WORKED),
    "a link with more": ("https://example.org/solver?edit=new&p=3S4S5S/7H7D7C/2S&log=1#x", WORKED),
    "a link in a message": ("look: https://example.org/solver?p=3S+4S+5S/7HDC/2S then", WORKED),
    "half an address": ("/solver?p=7S", "7S/-/-"),
}


@pytest.mark.parametrize(("text", "written"), SPELLINGS.values(), ids=SPELLINGS)
def test_reads_every_spelling(text: str, written: str) -> None:
    assert str(Position.parse(text)) == written


def test_names_everything_that_it_cannot_read() -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse("XX 7S/8Z 9C TC.K/A-AS")
    assert [misread.piece for misread in caught.value.problems] == ["XX", "8Z", "K", "A-AS"]


def test_refuses_a_fourth_field() -> None:
    with pytest.raises(NotationError, match="hand / floor / cross"):
        Position.parse("7S/8S/9S/TS")


@given(strategies.positions(most_melds=6, longest=13))
def test_a_position_reads_back(position: Position) -> None:
    assert position.problems() == ()
    assert Position.parse(str(position)) == position
    assert eval(repr(position)) == position  # noqa: S307 - repr rebuilds the value


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        position = Position.parse(text)
        assert Position.parse(str(position)) == position


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("-/7H7D7C/-", [Fault(FaultCode.EMPTY_HAND)]),
        ("7S7S/7S8S9S/-", [Fault(FaultCode.COPIES, parse_cards("7SSS"))]),
        ("7S/KSAS2S/-", [Fault(FaultCode.ACE_WRAPS, parse_cards("AS"), parse_cards("KSAS2S"))]),
        ("7S/8C9C/-", [Fault(FaultCode.TOO_SHORT, parse_cards("8C9C"), parse_cards("8C9C"))]),
        ("7S/-/2S3S4S5S6S", [Fault(FaultCode.CROSS, parse_cards("2-6S"))]),
    ],
    ids=["empty hand", "three copies", "no meld", "unfinished", "five in the cross"],
)
def test_judges(text: str, faults: list[Fault]) -> None:
    position = Position.parse(text)
    assert position.problems() == tuple(faults)
    with pytest.raises(PositionError) as caught:
        solve(position)
    assert caught.value.problems == tuple(faults)
    assert str(position) in str(caught.value)


def test_judges_everything_at_once() -> None:
    faults = Position.parse("-/KSAS2S.7S7S7S/2S3S4S5S6S").problems()
    assert [fault.code for fault in faults] == [
        FaultCode.EMPTY_HAND,
        FaultCode.COPIES,
        FaultCode.ACE_WRAPS,
        FaultCode.TWICE_IN_SET,
        FaultCode.CROSS,
    ]


@given(strategies.positions(), st.randoms(use_true_random=False))
def test_the_canonical_position_does_not_know_the_order(position: Position, rng: random.Random) -> None:
    floor = [tuple(rng.sample(meld, len(meld))) for meld in position.floor]
    shuffled = Position.of(
        rng.sample(position.hand, len(position.hand)),
        rng.sample(floor, len(floor)),
        rng.sample(position.cross, len(position.cross)),
    )
    assert shuffled.canonical() == position.canonical()
