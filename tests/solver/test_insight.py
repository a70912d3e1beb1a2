from itertools import combinations

import pytest
from hypothesis import given, settings

from makiaveli.errors import PositionError
from makiaveli.solver import (
    FACES,
    Limit,
    Position,
    count_arrangements,
    outs,
    parse_cards,
    pretty_cards,
    solve,
    why_not_win,
)
from tests import strategies
from tests.solver import reference
from tests.solver.positions import read

THE_MOCK = "2S6DACTSJS/3SHC.KHKDKC.4-6S.10-QH.5-8D.9SHDC.2-5C/TCAH7C6C"


def with_hand(position: Position, hand: tuple) -> Position:
    return Position.of(hand, position.floor, position.cross)


@pytest.mark.parametrize(
    ("text", "winning", "count", "unseen"),
    [
        ("3S4S/-/-", "2S5S", 4, 102),
        ("KHKDKSKS/-/-", "", 0, 100),
        ("7S7H/-/7S7D", "7C7D", 3, 100),
        (THE_MOCK, "2H3S3D", 5, 71),
        ("QSKS/-/-", "ASJS", 4, 102),
    ],
    ids=["either end", "none", "a copy on the cross", "crowded", "ace high"],
)
def test_outs(text: str, winning: str, count: int, unseen: int) -> None:
    found = outs(Position.parse(text))
    assert {out.card for out in found.cards if out.wins} == set(parse_cards(winning))
    assert (found.winning, found.unseen, found.open) == (count, unseen, 0)
    assert found.chance == count / unseen


@settings(max_examples=25)
@given(strategies.positions(most_melds=2, most_hand=3, most_cross=2))
def test_outs_agree_with_the_plain_solver(position: Position) -> None:
    found = outs(position)
    cards = position.cards()
    assert [out.card for out in found.cards] == [card for card in FACES if cards.count(card) < 2]
    assert found.unseen == 104 - len(cards) == sum(out.unseen for out in found.cards)
    for out in found.cards[::4]:
        largest = reference.largest_play(with_hand(position, (*position.hand, out.card)))
        assert out.at_least == out.at_most == largest
        assert out.wins == (largest == len(position.hand) + 1)


@settings(max_examples=50)
@given(strategies.positions(most_hand=4))
def test_what_would_win_without_one_card(position: Position) -> None:
    found = outs(position, Limit(nodes=100_000)).without
    expected = []
    for card in sorted(set(position.hand)):
        rest = list(position.hand)
        rest.remove(card)
        if rest and reference.largest_play(with_hand(position, tuple(rest))) == len(rest):
            expected.append(card)
    assert list(found) == (expected if len(position.hand) > 1 else [])


def test_an_open_out_is_no_no() -> None:
    position = next(row["position"] for row in read("positions.jsonl") if row["id"] == "public-b042")
    found, proved = outs(position, Limit(nodes=0)), outs(position)
    assert found.open
    for out, known in zip(found.cards, proved.cards, strict=True):
        assert out.wins in (None, known.wins)
        assert out.at_least <= known.at_least <= out.at_most


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("3S4S5S/-/-", []),
        ("3S4S5S9H/-/-", ["9♥"]),
        ("KHKDKSKS/-/-", ["K♠ K♠"]),
        ("3-7S6H6C/-/-", ["7♠ 6♥", "7♠ 6♣"]),
        ("6H6D/5-7S.5-7S/-", ["6♥", "6♦"]),
        (THE_MOCK, ["2♠", "6♦"]),
    ],
    ids=["a win", "one card", "two copies", "pairs", "held", "crowded"],
)
def test_why_not(text: str, groups: list[str]) -> None:
    found = why_not_win(Position.parse(text))
    assert [pretty_cards(conflict.cards) for conflict in found.conflicts] == groups
    assert found.complete


def test_names_what_stands_in_the_way_of_a_card() -> None:
    two, six = why_not_win(Position.parse(THE_MOCK)).conflicts
    needs = {str(need.meld): (need.missing, need.held) for need in two.needs}
    assert needs["2S3S4S"] == ((), parse_cards("3S"))
    assert needs["2S2H2D"] == (parse_cards("2H2D"), ())
    assert {str(need.meld) for need in six.needs} >= {"5D6D7D", "6S6H6D"}


@settings(max_examples=60)
@given(strategies.positions(most_melds=2, most_hand=5, most_cross=2))
def test_conflicts_are_exactly_the_smallest_groups(position: Position) -> None:
    found = why_not_win(position)
    assert found.complete
    expected: list[tuple] = []
    for size in (1, 2, 3):
        for group in sorted(set(combinations(sorted(position.hand), size))):
            if any(all(part.count(c) <= group.count(c) for c in part) for part in expected):
                continue
            rest = list(position.hand)
            for card in group:
                rest.remove(card)
            # Cards that must go down are floor cards to the plain solver.
            if not reference.can_be_laid(position, group, tuple(rest)):
                expected.append(group)
    assert [conflict.cards for conflict in found.conflicts] == expected
    if found.conflicts:
        assert solve(position).wins is False
    for conflict in found.conflicts:
        assert bool(conflict.needs) == (len(conflict.cards) == 1)


def test_big_hands_stop_at_the_cap_and_say_so() -> None:
    found = why_not_win(Position.parse("2-KS2-KH2-7D/-/-"))
    assert not found.complete
    assert not why_not_win(Position.parse(THE_MOCK), Limit(nodes=0)).complete


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("3-5S/-/-", 1),
        ("3-8S/-/-", 2),
        ("A-KS/-/-", 55),
        ("ASAS/2-KS/-", 40),
        ("3S4S5S/7HDC/2S", 2),
        ("3-7S3-7S/-/-", 1),
        ("9S/7HDC.8HDC/-", 1),
        ("A-KSA-KHA-KDA-KC/-/-", 10_001),
    ],
)
def test_counts_the_floors(text: str, count: int) -> None:
    """Counts by the plain solver, but for the last, which is more than the cap."""
    assert count_arrangements(Position.parse(text)) == count


@settings(max_examples=80)
@given(strategies.positions(most_melds=3, most_hand=4, most_cross=2, suits=2))
def test_counts_as_the_plain_solver_does(position: Position) -> None:
    assert count_arrangements(position) == reference.count_finals(position)


def test_counts_up_to_the_cap() -> None:
    position = Position.parse("A-KS/-/-")
    assert count_arrangements(position, cap=55) == 55
    assert count_arrangements(position, cap=54) == 55
    assert count_arrangements(position, cap=10) == 11
    assert count_arrangements(position, limit=Limit(nodes=1)) is None


@pytest.mark.parametrize("ask", [outs, why_not_win, count_arrangements])
def test_refuses_what_cannot_lie_like_that(ask) -> None:
    with pytest.raises(PositionError, match="3 times"):
        ask(Position.parse("7S7S7S/-/-"))
