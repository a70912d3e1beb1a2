"""The composition as a value: what every edit does, and that none of them can break it."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makiaveli.solver import Position, parse_cards, write_cards
from makiaveli.web.compose import LOG_SIZE, Composition, Draft, Edit, NoteCode, Place
from tests.strategies import cards, positions

EMPTY = Composition()
targets = st.one_of(st.sampled_from(Place), st.integers(1, 12))
tokens = st.one_of(
    cards.map(str),
    cards.map(str),
    cards.map("-{}".format),
    targets.map(str),
    st.sampled_from(["undo", "redo", "clear", "solve"]),
    st.lists(cards, max_size=4).map(lambda some: "+" + write_cards(some)),
    positions().map("+{}".format),
    st.text(max_size=8),
)
edits = st.one_of(
    st.builds(Edit, st.lists(cards, min_size=1, max_size=3).map(tuple), targets, st.booleans()),
    positions().map(lambda position: Edit(position=position)),
)


def composed(*texts: str, start: Composition = EMPTY) -> Composition:
    for text in texts:
        start, _ = start.do(text)
    return start


TABLE = [
    ("3S 4S", "3S4S/-/-", "hand"),
    ("3S new 7H 7D 7C", "3S/7H7D7C/-", "1"),
    ("new 7H new 8H", "-/7H.8H/-", "2"),
    ("new new 7H", "-/7H/-", "1"),
    ("7 5C", "-/5C/-", "1"),
    ("cross 2S TS", "-/-/2STS", "cross"),
    ("3S 3S 3S", "3S3S/-/-", "hand"),
    ("3S -3S -3S", "-/-/-", "hand"),
    ("7H 8H 7H -7H", "7H8H/-/-", "hand"),
    ("new 7H new 8H 1 -7H", "-/8H/-", "new"),
    ("new 7H -7H undo", "-/7H/-", "1"),
    ("cross AS 2S 3S 4S 5S", "-/-/AS2S3S4S", "cross"),
    ("3S cross 2S undo", "3S/-/-", "cross"),
    ("3S cross 2S undo undo", "-/-/-", "hand"),
    ("3S cross 2S undo undo redo redo redo", "3S/-/2S", "cross"),
    ("3S undo 4S redo", "4S/-/-", "hand"),
    ("3S clear", "-/-/-", "hand"),
    ("3S clear undo", "3S/-/-", "hand"),
    ("+2-4C", "2C3C4C/-/-", "hand"),
    ("new +7HDC", "-/7H7D7C/-", "1"),
    ("9S +3S/7HDC/2S", "3S/7H7D7C/2S", "hand"),
    ("9S +3S/7HDC/2S undo", "9S/-/-", "hand"),
    ("+https://example.org/solver?p=3S/-/2S&edit=hand", "3S/-/2S", "hand"),
    ("3S new 2C 3C solve", "3S/2C3C/-", "1"),
    ("new 2C 3C 4C solve", "-/2C3C4C/-", "hand"),
    ("3C +2-4C +3C", "3C2C3C4C/-/-", "hand"),
]


@pytest.mark.parametrize(("texts", "position", "target"), TABLE, ids=[row[0] for row in TABLE])
def test_edits_one_after_the_other(texts, position, target):
    draft = composed(*texts.split()).draft
    assert (str(draft.position), str(draft.target)) == (position, target)


NOTES = [
    ("3S", NoteCode.ADDED),
    ("-3S", NoteCode.NOT_THERE),
    ("cross", NoteCode.AIMED),
    ("undo", NoteCode.NO_UNDO),
    ("redo", NoteCode.NO_REDO),
    ("clear", NoteCode.CLEARED),
    ("+", NoteCode.NO_TEXT),
    ("+ - ", NoteCode.NO_TEXT),
    ("+3X", NoteCode.MISREAD),
    ("+3S/4X", NoteCode.MISREAD),
    ("+3S3S3S", NoteCode.USED_UP),
    ("+" + "A-KSA-KHA-KDA-KC" * 3 + "/", NoteCode.MISREAD),
    ("+3S/-/-", NoteCode.LAID),
    ("solve", NoteCode.FAULTY),
    ("dance", NoteCode.UNKNOWN),
    ("", NoteCode.UNKNOWN),
    ("3S4S", NoteCode.UNKNOWN),
]


@pytest.mark.parametrize(("text", "code"), NOTES)
def test_a_note_says_what_became_of_an_edit(text, code):
    made, note = EMPTY.do(text)
    assert note.code is code
    assert note.fits or made.draft == EMPTY.draft


def test_the_cross_is_full_with_four():
    full = composed("cross", "+AS2S3S4S")
    assert full.do("5S")[1].code is NoteCode.CROSS_FULL


def test_a_faultless_position_is_ready():
    assert composed("3S").do("solve")[1].code is NoteCode.READY


@given(st.lists(tokens))
def test_undoing_all_leads_back_to_the_start_and_redoing_all_to_the_end(texts):
    made = composed(*texts)
    back = composed(*["undo"] * len(made.done), start=made)
    assert back.draft.position == made.start
    assert back.do("undo")[1].code is NoteCode.NO_UNDO
    again = composed(*["redo"] * len(made.done), start=back)
    assert again.draft.position == made.draft.position
    assert (again.done, again.undone) == (made.done, made.undone)


@given(st.lists(tokens))
def test_what_an_address_holds_reads_back(texts):
    made = composed(*texts)
    read, note = Composition.read(str(made.draft.position), str(made.draft.target), made.log)
    assert (read, note) == (made, None)


@given(st.lists(tokens), tokens)
def test_an_edit_that_does_not_fit_changes_no_card(texts, text):
    made = composed(*texts)
    after, note = made.do(text)
    assert note.fits or (after.draft.position, after.log) == (made.draft.position, made.log)


@given(st.lists(tokens))
def test_taps_never_use_a_card_that_is_not_there(texts):
    position = composed(*(text for text in texts if "/" not in text)).draft.position
    assert max(Counter(position.cards()).values(), default=0) <= 2
    assert len(position.cross) <= 4
    assert () not in position.floor


@given(edits)
def test_an_edit_reads_back(edit):
    assert Edit.parse(str(edit)) == edit


@given(edits, positions(), targets)
def test_an_edit_can_be_made_anywhere(edit, position, target):
    after = edit.on(Draft(position).aim(target))
    assert after.aim(after.target) == after
    assert () not in after.position.floor


@given(st.text(), st.text(), st.text())
def test_garbage_is_no_composition_but_a_note(p, edit, log):
    read, note = Composition.read(p, edit, log)
    assert note is None or (note.text == p and note.problems)
    assert read.draft.aim(read.draft.target) == read.draft


@pytest.mark.parametrize(
    "log", ["", "1~-/-/-~4Sh", "2~-/-/-~3Sh", "-1~-/-/-~3Sh", "1~XX~3Sh", "1~-/-/-~3S", "x~-/-/-~3Sh", "1"]
)
def test_a_log_that_does_not_lead_here_is_dropped(log):
    read, _ = Composition.read("3S/-/-", "hand", log)
    assert (read.start, read.done, read.undone) == (Position.parse("3S"), (), ())


def test_the_log_forgets_its_oldest_edits_but_no_card():
    taps = ["3S", "-3S"] * LOG_SIZE
    made = composed("AS", *taps)
    assert len(made.done) == LOG_SIZE
    back = composed(*["undo"] * LOG_SIZE, start=made)
    assert back.draft.position.hand == parse_cards("AS")
    assert Composition.read(str(made.draft.position), "hand", made.log)[0] == made


def test_without_a_target_the_first_meld_that_is_none_is_it():
    assert Composition.read("3S/7HDC.2C3C.5H7H")[0].draft.target == 2
    assert Composition.read("3S/7HDC")[0].draft.target is Place.HAND
