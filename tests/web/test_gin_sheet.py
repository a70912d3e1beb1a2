"""The score sheet as a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makiaveli.errors import NotationError
from makiaveli.gin_answer import Ending, answer_score
from makiaveli.solver import parse_cards
from makiaveli.web.gin.sheet import MOST_LEFT, MOST_ROWS, Row, Sheet

rows = st.builds(
    "{}{}-{}".format,
    st.sampled_from("yo"),
    st.sampled_from(["b", *map(str, range(11))]),
    st.integers(0, MOST_LEFT),
) | st.just("d")


@pytest.mark.parametrize(
    ("text", "ending", "basic", "classic"),
    [
        ("y6-27", Ending.KNOCK, (21, 0), (21, 0)),
        ("o6-27", Ending.KNOCK, (0, 21), (0, 21)),
        ("y0-31", Ending.GIN, (56, 0), (51, 0)),
        ("o0-18", Ending.GIN, (0, 43), (0, 38)),
        ("y9-7", Ending.UNDERCUT, (0, 27), (0, 12)),
        ("o9-9", Ending.UNDERCUT, (25, 0), (10, 0)),
        ("yb-20", Ending.BIG_GIN, (45, 0), (40, 0)),
        ("d", None, (0, 0), (0, 0)),
    ],
)
def test_a_row_has_the_points_of_the_rules(text, ending, basic, classic):
    for preset, points in (("basic", basic), ("classic", classic)):
        sheet = Sheet.parse(text, preset)
        assert str(sheet) == text
        assert sheet.rows[0].ending is ending
        assert sheet.match.hands == (points,)


@pytest.mark.parametrize("defence", ["fixed", "best"])
def test_a_scored_hand_becomes_a_row_with_its_points(defence):
    hand, other = parse_cards("4-6H7SDCJ-KC3D"), parse_cards("2HDC9-JS7H8HQDAC")
    scored = answer_score(hand, other, defence=defence)
    assert Row.of(0, scored).points(Sheet().rules) == tuple(scored.points)
    assert Row.of(1, scored).points(Sheet().rules) == tuple(reversed(scored.points))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x", "'x' is no hand of a score sheet. Try y6-27."),
        ("y11-5", "'y11-5' is no hand of a score sheet. Try y6-27."),
        ("y6-99", "'y6-99' is no hand of a score sheet. Try y6-27."),
        ("y06-9", "'y06-9' is no hand of a score sheet. Try y6-27."),
        ("y0-80.d", "'d' comes after the end of the match."),
    ],
)
def test_a_damaged_sheet_says_where(text, problem):
    with pytest.raises(NotationError) as caught:
        Sheet.parse(text)
    assert caught.value.problems == (problem,)


def test_other_rules_can_end_the_match_earlier():
    sheet = Sheet.parse("y0-79.y6-7", "classic")
    assert sheet.by("classic") == sheet
    with pytest.raises(NotationError, match="'y6-7' comes after the end"):
        sheet.by("basic")


def test_unknown_rules_are_refused():
    with pytest.raises(NotationError, match=r"'chess' are no rules\. Try basic, modern, classic\."):
        Sheet.parse("", "chess")


def test_a_sheet_has_room_for_so_many_hands():
    sheet = Sheet.parse(".".join("d" * MOST_ROWS))
    assert sheet.full
    assert sheet.match.winner is None


@given(st.lists(rows, max_size=8))
def test_whatever_is_on_a_sheet_reads_back(texts):
    sheet = Sheet()
    for text in texts:
        if not sheet.full:
            sheet = sheet.add(*Sheet.parse(text).rows)
    assert str(sheet).split(".") == (texts[: len(sheet.rows)] or ["-"])
    assert Sheet.parse(str(sheet)) == sheet
