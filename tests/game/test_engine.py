import pytest

from makiaveli.errors import IllegalTurnError
from makiaveli.game import (
    Draw,
    Ending,
    Outcome,
    Pass,
    TurnFaultCode,
    TurnKind,
    apply,
    open_turns,
    outcome,
    parse_turn,
    problems,
    view,
)
from makiaveli.solver import FaultCode, write_cards

from .tables import table


def written(state, seat=0):
    """Hand, floor and cross after a turn."""
    return str(state.position(seat))


LEGAL = [
    ("lays a meld", "3S4S5S9D", "", "", "0 play 3S4S5S/3S4S5S", "9D/3S4S5S/-"),
    ("adds to a meld", "6S9D", "3S4S5S", "", "0 play 6S/6S3S5S4S", "9D/3S4S5S6S/-"),
    ("takes a cross card", "3S4S5S", "7H7D7C", "2S", "0 play 3S4S5S/2S3S4S5S.7H7D7C", "-/7H7D7C.2S3S4S5S/-"),
    ("takes two cross cards", "3S9D", "", "2S4S9H", "0 play 3S/2S3S4S", "9D/2S3S4S/9H"),
    (
        "splits a run for the aces",
        "ASAS",
        "2-KS",
        "",
        "0 play ASAS/A-7S.8S-AS",
        "-/AS2S3S4S5S6S7S.8S9STSJSQSKSAS/-",
    ),
    ("own 7S, the cross keeps its", "7S8S9S7D", "", "7S2H", "0 play 7S8S9S/7S8S9S", "7D/7S8S9S/7S2H"),
    ("the cross 7S, the hand keeps its", "7S8S9S7D", "", "7S2H", "0 play 8S9S/7S8S9S", "7S7D/7S8S9S/2H"),
    ("both 7S", "7S8S9S", "", "7S7H7D", "0 play 7S8S9S/7S8S9S.7S7H7D", "-/7S7H7D.7S8S9S/-"),
    ("a second equal meld", "7S8S9S", "7S8S9S", "", "0 play 7-9S/7-9S.7-9S", "-/7S8S9S.7S8S9S/-"),
    ("empty melds do not count", "3S4S5S9D", "", "", "0 play 3S4S5S/3S4S5S..;", "9D/3S4S5S/-"),
]


@pytest.mark.parametrize(
    ("hand", "floor", "cross", "turn", "after"), [r[1:] for r in LEGAL], ids=[r[0] for r in LEGAL]
)
def test_a_legal_play(hand, floor, cross, turn, after):
    before = table(hand, floor, cross)
    state = apply(before, parse_turn(turn))
    hand_after, floor_after, cross_after = after.split("/")
    assert sorted(written(state).split("/")[1].split(".")) == sorted(floor_after.split("."))
    assert written(state).split("/")[::2] == [hand_after, cross_after]
    assert (state.turn, state.ply, state.passes, state.stock) == (1, 1, 0, before.stock)


def test_of_two_equal_cross_cards_one_stays():
    state = apply(table("8S9SKD", cross="7S2H7S"), parse_turn("0 play 8S9S/7-9S"))
    assert write_cards(state.cross) == "2H7S"


def test_the_floor_keeps_the_order_given():
    state = apply(table("6S", "7H7D7C.3S4S5S"), parse_turn("0 play 6S/6S5S4S3S.7D7C7H"))
    assert written(state) == "-/3S4S5S6S.7H7D7C/-"


def test_drawing_takes_the_top_card():
    state = apply(table("9D3S", stock="KC4D"), Draw(0))
    assert (write_cards(state.hands[0]), write_cards(state.stock)) == ("3S9DKC", "4D")
    assert (state.turn, state.ply) == (1, 1)


T = TurnFaultCode
ILLEGAL = [
    ("nothing played", table("3S", "7H7D7C"), "0 play -/7H7D7C", [(T.NOTHING_PLAYED, "")]),
    ("a cross card alone", table("3S", "7H7D7C", "7S"), "0 play -/7S7H7D7C", [(T.NOTHING_PLAYED, "")]),
    ("not in the hand", table("3S"), "0 play 7HDC/7HDC", [(T.NOT_IN_HAND, "7H7D7C")]),
    ("one copy too many", table("3S4S5S"), "0 play 3S3S4S4S5S5S/3-5S.3-5S", [(T.NOT_IN_HAND, "3S4S5S")]),
    ("a cross card is no hand card", table("8S9S", cross="7S"), "0 play 7-9S/7-9S", [(T.NOT_IN_HAND, "7S")]),
    ("the other hand's", table("7H7D", others="7C"), "0 play 7HDC/7HDC", [(T.NOT_IN_HAND, "7C")]),
    ("a floor card missing", table("6S", "3S4S5S"), "0 play 6S/4-6S", [(T.FLOOR_MISSING, "3S")]),
    ("a meld missing", table("6S", "3-5S.7HDC"), "0 play 6S/3-6S", [(T.FLOOR_MISSING, "7H7D7C")]),
    ("one of two copies missing", table("6S", "3-5S.3-5S"), "0 play 6S/3-6S", [(T.FLOOR_MISSING, "3S4S5S")]),
    ("back into the hand", table("3S6S", "3S4S5S"), "0 play 6S/4-6S", [(T.FLOOR_MISSING, "3S")]),
    ("played but not laid", table("6S7S", "3-5S"), "0 play 6S7S/3-6S", [(T.NOT_LAID, "7S")]),
    ("not laid, its twin elsewhere", table("3S6S", "3-5S"), "0 play 3S6S/3-6S", [(T.FLOOR_MISSING, "3S")]),
    ("not laid, its twin stays", table("6S3S", "3-5S.7HDC"), "0 play 3S/3-5S.7HDC", [(T.NOT_LAID, "3S")]),
    ("from nowhere", table("6S", "3-5S"), "0 play 6S/3-7S", [(T.FROM_NOWHERE, "7S")]),
    ("in the hand but not named", table("6S7S", "3-5S"), "0 play 6S/3-7S", [(T.FROM_NOWHERE, "7S")]),
    (
        "a cross card used twice",
        table("8S9S", "", "7S"),
        "0 play 8-9S/7-9S.7SHD",
        [(T.FROM_NOWHERE, "7S7H7D")],
    ),
    ("a third copy", table("7S", "7-9S.7SHD"), "0 play 7S/7-9S.7SHD.7-9S", [(T.FROM_NOWHERE, "8S9S")]),
    ("no meld", table("6S7H", "3-5S"), "0 play 7H/3-5S7H", [(T.NO_MELD, "3S4S5S7H")]),
    (
        "a floor meld broken",
        table("6H", "5-7S"),
        "0 play 6H/5S7S.6H6S",
        [(T.NO_MELD, "5S7S"), (T.NO_MELD, "6H6S")],
    ),
    ("an ace in the middle", table("KSAS2S"), "0 play KSAS2S/KSAS2S", [(T.NO_MELD, "KSAS2S")]),
    ("not your turn", table("3S", others="7HDC"), "1 play 7HDC/7HDC", [(T.NOT_YOUR_TURN, "")]),
    ("not your turn to draw", table("3S"), "1 draw", [(T.NOT_YOUR_TURN, "")]),
    ("no such seat", table("3S"), "2 draw", [(T.NO_SEAT, ""), (T.NOT_YOUR_TURN, "")]),
    ("an empty stock", table("3S", stock=""), "0 draw", [(T.EMPTY_STOCK, "")]),
    ("cards left to draw", table("3S"), "0 pass", [(T.STOCK_LEFT, "")]),
    ("won", table("3S", others=""), "0 draw", [(T.GAME_OVER, "")]),
    ("won, whose turn it was", table("3S", others=""), "1 draw", [(T.GAME_OVER, "")]),
    ("blocked", table("3S", stock="", passes=2), "0 pass", [(T.GAME_OVER, "")]),
    ("blocked, a play", table("3S4S5S", stock="", passes=2), "0 play 3-5S/3-5S", [(T.GAME_OVER, "")]),
    (
        "everything at once",
        table("3S4S", "7H7D7C", "9S", stock=""),
        "1 play 3S4SQD/3S4S5S.9S",
        [
            (T.NOT_YOUR_TURN, ""),
            (T.NOT_IN_HAND, "3S4SQD"),
            (T.FLOOR_MISSING, "7H7D7C"),
            (T.FROM_NOWHERE, "5S"),
            (T.NO_MELD, "9S"),
        ],
    ),
]


@pytest.mark.parametrize(("state", "turn", "faults"), [r[1:] for r in ILLEGAL], ids=[r[0] for r in ILLEGAL])
def test_an_illegal_turn_names_every_fault(state, turn, faults):
    turn = parse_turn(turn)
    with pytest.raises(IllegalTurnError) as error:
        apply(state, turn)
    found = error.value.problems
    assert [(fault.code, write_cards(fault.cards)) for fault in found] == faults
    assert found == problems(state, turn)
    assert str(error.value) == " ".join(map(str, found))


def test_a_fault_says_which_meld_and_why():
    state = table("6S9H", "3-5S.7HDC")
    (fault,) = problems(state, parse_turn("0 play 9H/3-5S.7HDC9H"))
    assert (fault.place, fault.why.code) == (1, FaultCode.MIXED)
    assert (
        str(fault)
        == "7♥ 7♦ 7♣ 9♥ is no meld. Neither one rank nor one suit. A set has one rank, a run one suit."
    )


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ("0 play 7H/7H.3-5S", "7♥ is not in the hand."),
        ("0 play 7HDC/7HDC.3-5S", "7♥ 7♦ 7♣ are not in the hand."),
        ("0 play 6S/4-6S", "3♠ is missing. No card leaves the floor."),
        ("0 play 6S/3-5S", "6♠ is played but not on the new floor."),
        ("0 play 6S/3-7S", "7♠ is neither played nor from the floor nor a free cross card."),
        ("1 draw", "It is the turn of seat 0."),
        ("0 pass", "There are cards left to draw. Passing is for an empty stock."),
    ],
)
def test_faults_in_words(turn, words):
    assert words in map(str, problems(table("6S", "3-5S"), parse_turn(turn)))


def test_the_first_empty_hand_wins():
    state = apply(table("3S4S5S"), parse_turn("0 play 3S4S5S/3S4S5S"))
    assert outcome(state) == outcome(view(state, 1)) == Outcome(Ending.EMPTIED, (0,))
    assert open_turns(state) == ()


@pytest.mark.parametrize(("others", "winners"), [("2D", (1,)), ("2D3D", (0, 1)), ("2D3D4D", (0,))])
def test_a_blocked_game_goes_to_the_fewest_cards(others, winners):
    state = table("9C9D", others=others, stock="")
    assert open_turns(state) == (TurnKind.PLAY, TurnKind.PASS)
    state = apply(state, Pass(0))
    assert outcome(state) is None
    state = apply(state, Pass(1))
    assert outcome(state) == outcome(view(state, 0)) == Outcome(Ending.BLOCKED, winners)
    assert open_turns(state) == ()


def test_a_play_begins_the_passes_anew():
    state = table("9C9D", others="3S4S5S2D", stock="")
    for turn in ("0 pass", "1 play 3S4S5S/3S4S5S", "0 pass"):
        state = apply(state, parse_turn(turn))
        assert outcome(state) is None
    assert outcome(apply(state, Pass(1))) == Outcome(Ending.BLOCKED, (1,))


def test_the_last_card_drawn_leaves_a_stock_to_pass_on():
    state = table("9C9D", stock="KC")
    assert open_turns(state) == open_turns(view(state, 0)) == (TurnKind.PLAY, TurnKind.DRAW)
    state = apply(state, Draw(0))
    assert open_turns(state) == open_turns(view(state, 0)) == (TurnKind.PLAY, TurnKind.PASS)
    assert outcome(state) is None
