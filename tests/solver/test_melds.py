import random

import pytest
from hypothesis import given

from makiaveli.errors import PositionError
from makiaveli.solver import (
    Fault,
    FaultCode,
    Meld,
    MeldKind,
    is_run,
    is_set,
    parse_cards,
    table_order,
    why_not,
    write_cards,
)
from tests import strategies
from tests.solver.reference import RUNS, SETS

SETS_AND_RUNS = {
    "set of three": ("7SHC", MeldKind.SET),
    "set of four": ("7SHDC", MeldKind.SET),
    "run of three": ("3-5S", MeldKind.RUN),
    "any order": ("5S3S4S", MeldKind.RUN),
    "ace low": ("A-3S", MeldKind.RUN),
    "ace high": ("Q-AS", MeldKind.RUN),
    "all thirteen, ace low": ("A-KS", MeldKind.RUN),
    "all thirteen, ace high": ("2-AS", MeldKind.RUN),
}

NO_MELDS = {
    "nothing": ("-", FaultCode.TOO_SHORT, ""),
    "one card": ("7S", FaultCode.TOO_SHORT, "7S"),
    "two of a rank": ("7SH", FaultCode.TOO_SHORT, "7S7H"),
    "two of a suit": ("7S8S", FaultCode.TOO_SHORT, "7S8S"),
    "wraps": ("KSAS2S", FaultCode.ACE_WRAPS, "AS"),
    "wraps, long": ("Q-KSAS2S3S", FaultCode.ACE_WRAPS, "AS"),
    "ace at both ends": ("A-KSAS", FaultCode.ACE_TWICE, "AS"),
    "a face twice in a set": ("KHKDKSKS", FaultCode.TWICE_IN_SET, "KS"),
    "a face twice in three": ("7HHC", FaultCode.TWICE_IN_SET, "7H"),
    "a face twice in a run": ("5S5S6S7S", FaultCode.TWICE_IN_RUN, "5S"),
    "a gap": ("5H7H8H", FaultCode.GAP, "5H6H7H"),
    "a gap of two": ("5H6H9H", FaultCode.GAP, "6H7H8H9H"),
    "a gap below a high ace": ("JSKSAS", FaultCode.GAP, "JSQSKS"),
    "a high ace alone": ("TSJSAS", FaultCode.GAP, "JSQSKSAS"),
    "a low ace alone": ("AS3S4S", FaultCode.GAP, "AS2S3S"),
    "rank and suit mixed": ("7S8H9D", FaultCode.MIXED, "7S8H9D"),
    "almost a run": ("7S8S9H", FaultCode.MIXED, "7S8S9H"),
}


@pytest.mark.parametrize(("text", "kind"), SETS_AND_RUNS.values(), ids=SETS_AND_RUNS)
def test_is_a_meld(text: str, kind: MeldKind) -> None:
    cards = parse_cards(text)
    assert why_not(cards) is None
    assert (is_set(cards), is_run(cards)) == (kind is MeldKind.SET, kind is MeldKind.RUN)
    assert Meld(cards).kind is kind


@pytest.mark.parametrize(("text", "code", "about"), NO_MELDS.values(), ids=NO_MELDS)
def test_is_no_meld(text: str, code: FaultCode, about: str) -> None:
    cards = parse_cards(text)
    fault = why_not(cards)
    assert fault == Fault(code, parse_cards(about))
    assert not is_set(cards)
    assert not is_run(cards)
    with pytest.raises(PositionError) as caught:
        Meld(cards)
    assert caught.value.problems == (fault.about(cards),)


@pytest.mark.parametrize(
    ("text", "words"),
    {
        "5H7H8H": "6♥ is missing between 5♥ and 7♥.",
        "5H6H9H": "7♥ and 8♥ are missing between 6♥ and 9♥.",
        "2HJHQH": "3♥ to 10♥ are missing between 2♥ and J♥.",
        "KSAS2S": "An ace is low or high, it does not wrap.",
        "7S7H": "Two cards so far. A meld has three or more.",
        "7H7H7C": "7♥ is there twice. A set holds each suit once.",
    }.items(),
)
def test_says_why_in_words(text: str, words: str) -> None:
    assert str(why_not(parse_cards(text))) == words


def test_knows_exactly_the_melds_of_the_definition() -> None:
    """Every set and run of three and four cards, and nothing else among all groups of one rank or suit."""
    rng = random.Random(4)
    melds = {tuple(sorted(meld)) for meld in (*SETS, *RUNS)}
    assert len(SETS) == 65
    for meld in melds:
        assert why_not(meld) is None
    for _ in range(3000):
        cards = tuple(sorted(rng.choices(range(rng.choice((13, 52))), k=rng.randint(0, 6))))
        assert (why_not(cards) is None) == (cards in melds), cards


@given(strategies.melds)
def test_a_meld_reads_back(meld: Meld) -> None:
    assert Meld.parse(str(meld)) == Meld.parse(meld.pretty) == Meld(meld.cards[::-1]) == meld
    assert eval(repr(meld)) == meld  # noqa: S307 - repr rebuilds the value
    assert hash(Meld(meld.cards[::-1])) == hash(meld)


@pytest.mark.parametrize(
    ("given_order", "shown"),
    [
        ("ASKSQS", "QSKSAS"),
        ("3SAS2S", "AS2S3S"),
        ("7C7S7D", "7S7D7C"),
        ("KSAS", "KSAS"),
        ("2SAS", "AS2S"),
        ("9H4H", "4H9H"),
    ],
)
def test_shows_cards_in_table_order(given_order: str, shown: str) -> None:
    assert write_cards(table_order(parse_cards(given_order))) == shown


def test_melds_have_their_order_on_the_table() -> None:
    given = ["5-7H", "KSHD", "A-3S", "7SHC", "9-JS"]
    ordered = sorted(map(Meld.parse, given), key=lambda meld: meld.place)
    assert [str(meld) for meld in ordered] == ["7S7H7C", "KSKHKD", "AS2S3S", "9STSJS", "5H6H7H"]
