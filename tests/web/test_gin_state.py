"""The state of the page of Gin Rummy, and what edits make of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makiaveli.solver import FACES
from makiaveli.web.gin.notes import NoteCode
from makiaveli.web.gin.state import LOG_SIZE, Gin, Show
from makiaveli.web.gin.words import note as say_note

TEN = "4-6H7SDCJ-KC3D"
OTHER = "2HDC9-JS7H8HQDAC"
ELEVEN = "4-6S2H5H6H3-6D2C"
HIGH = "KHKSQSQCJHJDTCTD9H9C"


def state(p: str = "", **query: str) -> Gin:
    gin, note = Gin.read({"p": p} | query)
    assert note is None
    return gin


def hands(p: str) -> tuple:
    return state(p).hands.cards


DONE = [
    ("", "7S", "7S/-", "added", "7♠ added to your hand. 10 cards or 11. 9 to go."),
    ("7S8S", "7S", "8S/-", "taken", "7♠ taken back from your hand. 10 cards or 11. 9 to go."),
    ("7S8S", "-8S", "7S/-", "taken", "8♠ taken back from your hand. 10 cards or 11. 9 to go."),
    ("7S", "-8S", "7S/-", "not_there", "8♠ is not in your hand."),
    ("7S/8S", "8S", "7S/8S", "elsewhere", "8♠ is in the other hand."),
    (ELEVEN, "KS", f"{ELEVEN}/-", "eleven", "11 cards already. Take one back first."),
    ("", f"+{ELEVEN}KS", "-/-", "eleven", "12 cards are too many. A hand has 10 or 11."),
    (TEN, "KS", f"{TEN}KS/-", "added", "K♠ added to your hand. You may knock. Throw K♠, and 3 is left."),
    (f"{TEN}/{OTHER}KS", "AS", f"{TEN}/{OTHER}KS", "one_eleven", "The other hand has 11 cards, so this one"),
    ("7S", "+8-10S, 7S", "7-10S/-", "added", "8♠, 9♠ and 10♠ added to your hand."),
    ("7S", "+4-6S/7HDC", "4-6S/7HDC", "laid", "Both hands lie here now."),
    ("7S", "+4-6S/4S", "7S/-", "misread", "4♠ more than once: there is one of each."),
    ("7S", "+4-6S/7H/8H", "7S/-", "misread", "Gin Rummy has two hands, such as 4-6S 2H / 7SHD."),
    ("7S", f"+{ELEVEN}AC/-", "7S/-", "misread", "These are 12 cards. A hand has 10 or 11."),
    ("7S", f"+{TEN}KS/{OTHER}AS", "7S/-", "misread", "Both hands have 11 cards."),
    ("7S", "+XX", "7S/-", "misread", "'XX' is no card. Try 7S or 10♦."),
    ("7S", "+ ", "7S/-", "no_text", "Type cards such as 7S or 4-6S."),
    ("7S", "fly", "7S/-", "unknown", "'fly' is no edit. Tap a card, or type one such as 7S."),
    ("7S", "score", "7S/-", "too_few", "Both hands need 10 cards or 11 first."),
    ("7S", "add", "7S/-", "too_few", "Both hands need 10 cards or 11 first."),
    ("7S", "knock-you", "7S/-", "too_few", "Both hands need 10 cards or 11 first."),
    ("7S/8S", "clear", "-/-", "cleared", "Both hands are empty. Undo brings them back."),
    ("", "undo", "-/-", "no_undo", "There is nothing to undo."),
    ("", "redo", "-/-", "no_redo", "There is nothing to redo."),
    ("", "take-back", "-/-", "empty_sheet", "There is no hand on the sheet."),
    (f"{TEN}KS/{OTHER}", "knock-other", f"{TEN}KS/{OTHER}", "one_knocks", "The hand of 11 cards is the one"),
]


@pytest.mark.parametrize(("p", "do", "after", "code", "said"), DONE, ids=lambda value: str(value)[:24])
def test_an_edit(p, do, after, code, said):
    gin, note = state(p).do(do)
    assert gin.hands.cards == hands(after)
    assert note.code == code
    assert say_note(note, gin).startswith(said)


def test_an_edit_that_does_not_fit_changes_nothing():
    before = state(f"{TEN}/{OTHER}", sheet="y6-27", show="score")
    for do in ("7H", "+XX", "-AS", "fly", "redo"):
        after, note = before.do(do)
        assert not note.fits
        assert after == before


@pytest.mark.parametrize(
    ("p", "knock", "knocker"),
    [
        (f"{TEN}/{OTHER}", "", 0),
        (f"{TEN}/{OTHER}", "other", 1),
        (f"{OTHER}/{TEN}", "", 1),  # only the other can knock
        (f"{OTHER}/{TEN}", "you", 0),
        (f"{OTHER}KS/{TEN}", "other", 0),  # who has not thrown yet knocks
        (f"{TEN}/{OTHER}KS", "", 1),
    ],
)
def test_who_knocks(p, knock, knocker):
    assert state(p, knock=knock).knocker == knocker


def test_eleven_cards_throw_the_best_discard_before_they_knock():
    gin = state(f"{TEN}KS/{OTHER}")
    assert gin.thrown.pretty == "K♠"
    assert gin.score() == state(f"{TEN}/{OTHER}").score()


def test_big_gin_throws_nothing():
    gin = state(f"7SHDC4-6HJ-KCTC/{'2SHD9-JSQHKDAC8S'}")
    assert gin.thrown is None
    assert gin.score().ending == "big_gin"


def test_a_hand_is_written_once():
    gin, note = state(f"{TEN}/{OTHER}").do("add")
    assert note.code is NoteCode.WRITTEN
    assert (str(gin.hands.sheet), gin.show, gin.written) == ("y3-11", Show.SHEET, True)
    assert gin.do("add")[1].code is NoteCode.WRITTEN_ALREADY
    assert not gin.do("undo")[0].written
    assert gin.do("undo")[0].do("redo")[0] == gin
    assert not gin.do("take-back")[0].written
    assert not gin.do("3D")[0].written


def test_a_hand_that_may_not_knock_is_not_written():
    gin, note = state(f"{HIGH}/{OTHER}", knock="you").do("add")
    assert note.code is NoteCode.NO_KNOCK
    assert say_note(note, gin) == "You cannot knock: a knock needs 10 or less."
    assert gin.hands.sheet.rows == ()


def test_no_hand_is_written_after_the_end():
    gin = state(f"{TEN}/{OTHER}", sheet="y0-80")
    for do in ("add", "dead"):
        assert gin.do(do)[1].code is NoteCode.MATCH_OVER


def test_a_sheet_is_kept_and_begun_anew():
    gin = state(f"{TEN}/{OTHER}")
    for do, sheet in [
        ("add", "y3-11"), ("next", "y3-11"), ("dead", "y3-11.d"), ("take-back", "y3-11"), ("new", "-"),
        ("undo", "y3-11"), ("rules-modern", "y3-11"),
    ]:  # fmt: skip
        gin, note = gin.do(do)
        assert note.fits
        assert str(gin.hands.sheet) == sheet
    assert gin.hands.sheet.preset == "modern"


def test_rules_that_would_have_ended_the_match_are_refused():
    gin, note = state(sheet="y0-79.y6-7", rules="classic").do("rules-basic")
    assert note.code is NoteCode.RULES
    assert say_note(note, gin) == "'y6-7' comes after the end of the match."
    assert gin.hands.sheet.preset == "classic"


def test_names_are_short_and_on_one_line():
    assert state(you="  Anna \n Maria ", them="x" * 99).names == ("Anna Maria", "x" * 16)


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ({"p": "7SXX"}, "'XX' is no card. Try 7S or 10♦."),
        ({"p": "7S/7S"}, "7♠ more than once: there is one of each."),
        ({"sheet": "y6"}, "'y6' is no hand of a score sheet. Try y6-27."),
        ({"rules": "chess"}, "'chess' are no rules. Try basic, modern, classic."),
    ],
)
def test_an_address_that_cannot_be_read_says_why(query, problem):
    gin, note = Gin.read(query)
    assert note.code is NoteCode.MISREAD
    assert list(map(str, note.problems)) == [problem]
    assert gin.hands == Gin().hands


def test_a_link_that_is_typed_lays_its_hands_in():
    gin, _ = state().do(f"+http://localhost:8000/ginrummy?edit=hand&p={ELEVEN}/7H")
    assert gin.hands.cards == hands(f"{ELEVEN}/7H")


# ---------------------------------------------------------------- Any edits

edits = st.sampled_from(
    [
        *map(str, FACES),
        *("hand", "other", "score", "sheet", "undo", "redo", "clear", "next", "new", "add", "dead"),
        *("take-back", "knock-you", "knock-other", "best", "fixed", "rules-modern", "rules-basic"),
        f"+{TEN}/{OTHER}",
        f"+{ELEVEN}/-",
    ]
)


@given(st.lists(edits, max_size=25))
def test_any_edits_lead_to_a_state_whose_address_brings_it_back(dos):
    gin = Gin()
    for do in dos:
        gin, _ = gin.do(do)
        assert len({*gin.hands.cards[0], *gin.hands.cards[1]}) == sum(map(len, gin.hands.cards)) <= 21
    again, note = Gin.read(gin.query | {"log": gin.log})
    assert note is None
    assert again == gin


@given(st.lists(edits, max_size=LOG_SIZE))
def test_undo_goes_back_to_the_start_and_redo_to_the_end(dos):
    gin = Gin()
    for do in dos:
        gin, _ = gin.do(do)
    back = gin
    while back.past:
        back, _ = back.do("undo")
    steps = len(gin.past) + len(gin.future)
    assert len(back.future) == steps
    there = back
    for _ in gin.past:
        there, _ = there.do("redo")
    assert there.hands == gin.hands


@given(
    st.dictionaries(
        st.sampled_from(["p", "sheet", "log", "edit", "show", "knock", "rules", "you"]), st.text(max_size=30)
    )
)
def test_no_address_raises(query):
    gin, _ = Gin.read(query)
    assert Gin.read(gin.query)[1] is None


@given(st.text(max_size=30))
def test_no_edit_raises(text):
    gin, note = Gin().do(text)
    assert isinstance(say_note(note, gin), str)
