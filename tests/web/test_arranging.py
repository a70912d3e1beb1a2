"""What a player does to the table before the turn is taken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makiaveli.game import MAKIAVELI, State, TurnFaultCode, View, lay_out, problems, view
from makiaveli.solver import FACES, Card, Position, parse_cards, plan, solve
from makiaveli.web.game.arranging import (
    MOST_EDITS,
    RESET,
    Arranging,
    Move,
    Place,
    read_edits,
    read_names,
    write_edits,
)
from makiaveli.web.game.pieces import Setting


def state_of(text: str, stock: int = 10) -> State:
    """A state in which the first of two seats has this position; the rest is of no matter."""
    position = Position.parse(text)
    return State(
        rules=MAKIAVELI,
        hands=(position.hand, (FACES[0],)),
        floor=position.floor,
        cross=position.cross,
        dealt_cross=position.cross,
        stock=(FACES[1],) * stock,
        starter=0,
        turn=0,
    )


def begin(text: str) -> Arranging:
    return Arranging.begin(view(state_of(text), 0))


def piece(arranging: Arranging, name: str):
    return arranging.setting.named[name]


def tapped(arranging: Arranging, *names: str) -> Arranging:
    for name in names:
        arranging = arranging.tap(piece(arranging, name))
    return arranging


def lying(arranging: Arranging) -> list[str]:
    """What lies on the floor, one text a pile."""
    return ["".join(map(str, pile.cards)) for pile in arranging.piles]


TABLE = "3S4S5S7S/7H7D7C.8S9STS/2S"


def test_pieces_have_names_of_their_own() -> None:
    setting = Setting(view(state_of("7S7H/7H7D7C/7S"), 0))
    assert list(setting.named) == ["7S0", "7H0", "7H1", "7D0", "7C0", "7S1"]


def test_a_tap_picks_and_lets_go() -> None:
    arranging = tapped(begin(TABLE), "3S0")
    assert [str(each) for each in arranging.picked] == ["3S0"]
    assert tapped(arranging, "3S0").picked == ()


def test_picked_cards_go_where_the_next_tap_is() -> None:
    arranging = tapped(begin(TABLE), "7S0", "8S0")
    assert lying(arranging) == ["7H7D7C", "7S8S9STS"]
    assert [pile.number for pile in arranging.changed] == [1]
    assert arranging.picked == ()


def test_cards_of_the_hand_are_picked_together() -> None:
    arranging = tapped(begin(TABLE), "3S0", "4S0", "5S0").put(Place.NEW)
    assert lying(arranging) == ["7H7D7C", "8S9STS", "3S4S5S"]
    assert [str(each) for each in arranging.laid_down] == ["3S0", "4S0", "5S0"]


def test_cards_of_one_pile_are_picked_together() -> None:
    arranging = tapped(begin(TABLE), "8S0", "9S0").put(Place.NEW)
    assert lying(arranging) == ["7H7D7C", "TS", "8S9S"]


def test_a_cross_card_that_is_tapped_makes_a_meld_with_the_picked_ones() -> None:
    arranging = tapped(begin(TABLE), "3S0", "4S0", "2S0")
    assert lying(arranging)[-1] == "2S3S4S"


def test_a_table_card_cannot_enter_the_hand() -> None:
    arranging = tapped(begin(TABLE), "7H0")
    assert arranging.put(Place.HAND).done == ()
    assert arranging.put(Place.CROSS).done == ()


def test_a_card_of_the_hand_can_go_back_to_it() -> None:
    arranging = tapped(begin(TABLE), "7S0", "8S0", "7S0").put(Place.HAND)
    assert not arranging.arranged
    assert arranging.laid_down == ()


def test_a_cross_card_can_go_back_to_its_place() -> None:
    arranging = tapped(begin(TABLE), "2S0").put(Place.NEW)
    assert lying(arranging)[-1] == "2S"
    assert not tapped(arranging, "2S0").put(Place.CROSS).arranged


def test_undo_redo_and_reset() -> None:
    laid = tapped(begin(TABLE), "7S0", "8S0")
    assert not laid.undo().arranged
    assert laid.undo().redo() == laid
    assert not laid.reset().arranged
    assert lying(laid.reset().undo()) == lying(laid)
    assert laid.undo().undo() == laid.undo()
    assert laid.redo() == laid


def test_two_equal_cards_in_one_place_are_picked_one_after_the_other() -> None:
    arranging = begin("7S7S8S/-/-")
    both = [piece(arranging, "7S0"), piece(arranging, "7S1")]
    counts = []
    for _ in range(4):
        arranging = arranging.tap_stack(both)
        counts.append(len(arranging.picked))
    assert counts == [1, 2, 0, 1]


@pytest.mark.parametrize(
    ("names", "unfinished", "faulty"),
    [(["3S0"], True, True), (["3S0", "4S0", "7S0"], False, True), (["3S0", "4S0", "5S0"], False, False)],
)
def test_a_pile_knows_whether_it_is_a_meld(names: list[str], unfinished: bool, faulty: bool) -> None:
    arranging = tapped(begin(TABLE), *names).put(Place.NEW)
    assert (arranging.changed[0].unfinished, bool(arranging.faulty)) == (unfinished, faulty)


def test_what_cannot_be_read_is_left_out() -> None:
    assert read_edits("7S0-n_nonsense_r_8S0.9S1-3~2H0-h_7S0-") == (
        (Move(("7S0",), Place.NEW),),
        RESET,
        (Move(("8S0", "9S1"), 3), Move(("2H0",), Place.HAND)),
    )
    assert read_edits("") == ()
    assert read_names("7S0.XX") == ()


MOVES = st.builds(
    Move,
    st.lists(
        st.builds(lambda card, copy: f"{card}{copy}", st.sampled_from(FACES), st.integers(0, 1)),
        min_size=1,
        max_size=4,
    ).map(tuple),
    st.one_of(st.sampled_from(Place), st.integers(0, 30)),
)
EDITS = st.lists(st.lists(MOVES, max_size=3).map(tuple), max_size=12).map(tuple)


@given(EDITS)
def test_edits_can_be_written_and_read(edits: tuple) -> None:
    assert read_edits(write_edits(edits)) == edits


@given(EDITS)
def test_whatever_is_done_no_card_is_lost_and_none_goes_where_it_may_not(edits: tuple) -> None:
    start = begin("AS2S3S7S7S8H9HTHJHQHKH/7H7D7C.8S9STS/2S5D6D7D")
    arranging = Arranging(start.setting, edits)
    play = arranging.play()
    on_floor = sorted(card for meld in play.floor for card in meld)
    crossed = [each.card for each in start.setting.cross if each and arranging.place_of(each) is Place.CROSS]
    held = [each.card for each in start.setting.hand if arranging.place_of(each) is Place.HAND]
    assert sorted([*on_floor, *crossed, *held]) == sorted(each.card for each in start.setting.pieces)
    wrong = {
        fault.code for fault in problems(state_of("AS2S3S7S7S8H9HTHJHQHKH/7H7D7C.8S9STS/2S5D6D7D"), play)
    }
    assert wrong <= {TurnFaultCode.NO_MELD, TurnFaultCode.NOTHING_PLAYED}


def test_more_edits_than_any_turn_needs_are_refused() -> None:
    arranging = begin(TABLE)
    while not arranging.full:
        arranging = tapped(arranging, "7S0").put(Place.NEW)
        arranging = tapped(arranging, "7S0").put(Place.HAND)
    assert len(arranging.done) == MOST_EDITS
    assert tapped(arranging, "7S0", "8S0").done == arranging.done
    assert read_edits(write_edits(arranging.done)) == arranging.done
    assert len(arranging.undo().done) == MOST_EDITS - 1
    assert arranging.reset().done == ()


def test_a_pile_with_a_high_number_takes_cards() -> None:
    arranging = begin(TABLE)
    for _ in range(150):
        arranging = tapped(arranging, "7S0").put(Place.NEW)
    arranging = tapped(arranging, "3S0", "7S0")
    again = Arranging(arranging.setting, read_edits(write_edits(arranging.done)))
    assert lying(again) == ["7H7D7C", "8S9STS", "3S7S"]


POSITIONS = [
    "3S4S5S/7H7D7C/2S",
    "7S8S/4S5S6S.7H7D7C.7H7S7D/9S",
    "AHAHACASADAD/-/-",
    "ASAS/2S3S4S5S6S7S8S9STSJSQSKS/-",
    "3S4S5S6S7S6H6C/2H3H4H/-",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_the_play_of_a_plan_is_laid_as_one_edit(text: str) -> None:
    position = Position.parse(text)
    verdict = solve(position)
    arranging = begin(text)
    some = tapped(arranging, str(arranging.setting.hand[0])).put(Place.NEW)
    for start in (arranging, some):
        laid = start.lay(plan(position, verdict))
        assert sorted(lying(laid)) == sorted(str(meld) for meld in verdict.arrangement.melds)
        assert problems(state_of(text), laid.play()) == ()
        assert lying(laid.undo()) == lying(start)


# ---------------------------------------------------------------- A table that has moved on


def on(arranging: Arranging, text: str) -> Arranging:
    return arranging.on(view(state_of(text), 0))


def test_what_can_still_be_made_is_kept() -> None:
    arranging = tapped(begin(TABLE), "3S0", "4S0", "5S0").put(Place.NEW)
    arranging = tapped(arranging, "7S0", "8S0")
    now = on(arranging, "3S4S5S7SKD/7H7D7C.7S8S9STS/2S")
    assert lying(now) == ["7H7D7C", "7S8S9STS", "3S4S5S"]
    now = on(arranging, "3S4S5S7SKD/2H2D2C.8S9STS.7H7D7C/2S")
    assert lying(now) == ["2H2D2C", "7S8S9STS", "7H7D7C", "3S4S5S"]


def test_cards_that_are_gone_are_left_out() -> None:
    arranging = tapped(begin(TABLE), "3S0", "4S0", "5S0").put(Place.NEW)
    assert not on(arranging, "3S4S7S/7H7D7C.8S9STS/2S").arranged


def test_a_pile_that_could_not_be_made_takes_no_more_cards() -> None:
    arranging = tapped(begin(TABLE), "3S0").put(Place.NEW)
    arranging = tapped(arranging, "4S0", "3S0")
    assert not on(arranging, "4S5S7S/7H7D7C.8S9STS/2S").arranged


@given(EDITS)
def test_the_same_table_keeps_everything(edits: tuple) -> None:
    start = begin(TABLE)
    arranging = Arranging(start.setting, edits)
    assert sorted(lying(arranging.on(start.setting.view))) == sorted(lying(arranging))


def test_a_real_deal() -> None:
    dealt = [Card(c) for c in FACES * 2]
    seen: View = view(lay_out(MAKIAVELI, dealt, 2, 0), 0)
    arranging = Arranging.begin(seen)
    assert [piece.card for piece in arranging.setting.hand] == list(parse_cards("AS2S3S4S5S"))
    assert not arranging.arranged
