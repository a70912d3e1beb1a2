"""The least disturbance and the tie-breaks after it, against every way to lay the melds."""

import pytest
from hypothesis import given, settings

from makiaveli.solver import Position, solve
from tests import strategies
from tests.solver import reference
from tests.solver.positions import check_legal

CORNERS = {
    "equal runs": "8S/5-7S.5-7S/-",
    "equal runs in one": "4S8S/5-7S.5-7S/-",
    "overlapping runs": "7H7D/4-7S.6-9S/-",
    "one run drops for another": "TC/5-9C.7-9C/-",
    "a set of four": "8S6S/7SHDC/-",
    "a set of four gives two": "5S6S8H9H/7SHDC/-",
    "two sets of a rank": "7C6S5S/7SHD.7SHDC/-",
    "joined runs": "5S/2-4S.6-8S/-",
    "joined runs with a gap of two": "5S6S/2-4S.7-9S/-",
    "aces on both ends": "ASAS/2-4S.J-KS/-",
    "a long run and two aces": "ASAS/2-KS/-",
    "a run 3 to Q, with 2, K and both aces": "2SKSASAS/3-QS/-",
    "the same with one ace": "2SKSAS/3-QS/-",
    "a run 3 to Q beside another": "2SKSASAS/3-QS.4-6S/-",
    "a run from the ace to Q": "KSAS/A-QS/-",
}


@pytest.mark.parametrize("text", CORNERS.values(), ids=CORNERS)
def test_keeps_as_many_melds_as_can_be(text: str) -> None:
    position = Position.parse(text)
    verdict = solve(position)
    check_legal(verdict)
    assert verdict.kept_proved
    assert (verdict.at_least, verdict.kept) == reference.most_kept(position)


@settings(max_examples=40)
@given(strategies.positions(most_melds=3, most_hand=4, most_cross=1, suits=1, longest=10))
def test_keeps_as_many_runs_of_one_suit_as_can_be(position: Position) -> None:
    verdict = solve(position)
    assert verdict.kept_proved
    assert (verdict.at_least, verdict.kept) == reference.most_kept(position)
