import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makiaveli.bots import bot_named
from makiaveli.errors import DealError, IllegalTurnError, NotationError
from makiaveli.game import (
    MACHIAVELLI,
    PRESETS,
    Draw,
    Play,
    Record,
    RecordFaultCode,
    TurnFaultCode,
    apply,
    outcome,
    read_record,
    view,
)
from makiaveli.solver import FACES, MisreadCode

from .tables import dealt, unhurried


def played(seed, seats=2, plies=200):
    """A record of the beginner's game against himself and its states."""
    state = dealt(seed, seats)
    states, record = [state], Record.of(state, [f"Player {seat}" for seat in range(seats)])
    rng, choose = random.Random(seed), bot_named("beginner")
    while outcome(state) is None and state.ply < plies:
        turn = choose(view(state, state.turn), rng)
        state, record = apply(state, turn), record.and_then(turn)
        states.append(state)
    return record, states


@pytest.fixture(scope="module")
def game():
    record, _ = played(5, seats=3, plies=40)
    assert any(isinstance(turn, Play) for turn in record.turns[:10])
    return record


@pytest.fixture
def lines(game):
    return str(game).splitlines()


def reading(lines):
    return read_record("\n".join(lines))


def at(lines, start):
    return next(number for number, line in enumerate(lines) if line.startswith(start))


def test_replays_to_the_same_states():
    record, states = played(11, seats=4)
    assert Record.parse(str(record)).states() == tuple(states)


def test_is_headers_the_deal_and_a_turn_a_line():
    record = Record.of(dealt(2, 2), ["Άννα", "beginner"])
    record = replace(record, headers=(("Date", "2026-11-30"),)).and_then(Draw(record.starter))
    head, turns = str(record).split("\n\n")
    names = [line.partition(": ")[0] for line in head.splitlines()]
    assert names == ["Date", "Rules", "Player 0", "Player 1", "Starter", "Deal"]
    assert head.splitlines()[1:3] == ["Rules: makiaveli", "Player 0: Άννα"]
    assert turns == f"{record.starter} draw\n"


@unhurried
@given(
    seed=st.integers(0, 1000),
    rules=st.sampled_from(sorted(PRESETS)),
    names=st.lists(st.text(), min_size=2, max_size=6),
    headers=st.dictionaries(st.from_regex(r"[A-Za-z][A-Za-z0-9 _-]{0,9}", fullmatch=True), st.text()),
)
def test_prints_and_reads_back(seed, rules, names, headers):
    start = dealt(seed, len(names), PRESETS[rules])
    reserved = {"rules", "starter", "deal"}
    headers = tuple(
        (name, value)
        for name, value in headers.items()
        if name.lower().strip() not in reserved and not name.lower().startswith("player")
    )
    record = replace(Record.of(start, names), headers=headers)
    for _ in range(seed % 4):
        record = record.and_then(Draw(record.states()[-1].turn))
    assert Record.parse(str(record)) == record
    assert Record.parse(str(record)).states()[0] == start


def test_reads_generously(lines):
    text = "\r\n".join(["\ufeff# a game", *(f"  {line}  \n" for line in lines), "# its end"])
    text = text.replace("Rules:", "RULES :  ").replace(" draw", "   Draw").replace("Starter", "starter")
    assert read_record(text).problems == ()
    assert str(Record.parse(text)).splitlines() == lines


def test_the_rest_of_a_cut_record_is_the_game_so_far(game, lines):
    for end in range(at(lines, "Deal") + 1, len(lines)):
        short = Record.parse("\n".join(lines[:end]))
        assert short.turns == game.turns[: len(short.turns)]
        assert replace(short, turns=game.turns) == game


def test_a_damaged_turn_ends_the_game_there(game, lines):
    number = len(lines) - 20
    kept = 20
    lines[number] = "2 play 3X 7S/7S"
    found = reading(lines)
    assert found.record == replace(game, turns=game.turns[:-kept])
    (fault,) = found.problems
    assert (fault.code, fault.line, fault.piece) == (RecordFaultCode.LINE, number + 1, lines[number])
    assert [(misread.code, misread.piece) for misread in fault.why] == [(MisreadCode.NO_CARD, "3X")]
    assert (
        str(fault) == f"Line {number + 1}: '2 play 3X 7S/7S' cannot be read. '3X' is no card. Try 7S or 10♦."
    )


@pytest.mark.parametrize("line", ["", "Date: 2026", "1 knock", "ﬁnis", "0 play 7S"])
def test_any_line_that_is_no_turn_is_damage(game, lines, line):
    found = reading([*lines[:-3], line or "?", *lines[-3:]])
    assert found.record == replace(game, turns=game.turns[:-3])
    assert [fault.code for fault in found.problems] == [RecordFaultCode.LINE]


def test_a_turn_left_out_is_noticed(game, lines):
    first = at(lines, f"{game.starter} ")
    del lines[first]
    found = reading(lines)
    assert found.record == replace(game, turns=())
    (fault,) = found.problems
    assert (fault.code, fault.line) == (RecordFaultCode.ILLEGAL, first + 1)
    assert TurnFaultCode.NOT_YOUR_TURN in [why.code for why in fault.why]


def test_a_turn_after_the_end_is_damage():
    game, _ = played(5)
    found = read_record(f"{game}0 draw\n")
    assert found.record == game
    assert TurnFaultCode.GAME_OVER in [why.code for fault in found.problems for why in fault.why]


@pytest.mark.parametrize(
    ("start", "line", "code"),
    [
        ("Rules", "Rules: canasta", RecordFaultCode.HEADER),
        ("Rules", "", RecordFaultCode.NO_HEADER),
        ("Rules", "Rules: machiavelli\nRules: makiaveli", RecordFaultCode.TWICE),
        ("Player 1", "", RecordFaultCode.NO_HEADER),
        ("Starter", "Starter: first", RecordFaultCode.HEADER),
        ("Starter", "Starter: 7", RecordFaultCode.DEAL),
        ("Deal", "Deal: 7S8S", RecordFaultCode.DEAL),
        ("Deal", "Deal: 7X", RecordFaultCode.HEADER),
        ("Deal", "Deal: " + "7S" * 104, RecordFaultCode.DEAL),
        ("Player 2", "Player 2: C\nPlayer 9: J", RecordFaultCode.NO_HEADER),
    ],
)
def test_damaged_headers_are_listed(lines, start, line, code):
    lines[at(lines, start)] = line
    found = reading(lines)
    assert code in [fault.code for fault in found.problems]
    assert all(str(fault) for fault in found.problems)
    if code is not RecordFaultCode.TWICE:
        assert found.record is None


def test_all_headers_that_are_missing_are_named():
    found = read_record("Site: here\n")
    assert found.record is None
    assert [fault.piece for fault in found.problems] == ["Rules", "Starter", "Deal", "Player 0"]


def test_parse_refuses_what_read_record_repairs(lines):
    with pytest.raises(NotationError, match="Line 1: 'Rules: bridge' cannot be read") as error:
        Record.parse("\n".join(["Rules: bridge", *lines]))
    assert [fault.code for fault in error.value.problems] == [RecordFaultCode.HEADER, RecordFaultCode.TWICE]


@unhurried
@given(st.data())
def test_never_raises(game, data):
    text = str(game)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 30)))
        text = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    found = read_record(text)
    if found.record is not None:
        assert len(found.record.states()) == len(found.record.turns) + 1
        assert Record.parse(str(found.record)) == found.record
    else:
        assert found.problems


def test_an_impossible_record_raises_when_it_is_replayed(game):
    with pytest.raises(IllegalTurnError):
        replace(game, turns=(Draw((game.starter + 1) % 3),)).states()
    with pytest.raises(DealError):
        replace(game, dealt=FACES).states()
    with pytest.raises(DealError):
        replace(game, players=("alone",)).states()


def test_a_record_begins_with_the_deal():
    with pytest.raises(ValueError, match="not at ply 3"):
        Record.of(dealt(1, 2, draws=3), "ab")


@pytest.mark.parametrize("name", ["", "Deal", "player 3", "RULES", "7S", "a:b", "Ευρώ"])
def test_a_header_needs_a_name_of_its_own(name):
    with pytest.raises(NotationError, match="no name for a header"):
        replace(Record.of(dealt(1, 2), "ab"), headers=((name, "x"),))


def test_the_italian_game_is_recorded_too():
    record = Record.of(dealt(1, 6, MACHIAVELLI), "abcdef")
    assert Record.parse(str(record)).states()[0].hand_sizes == (13,) * 6
