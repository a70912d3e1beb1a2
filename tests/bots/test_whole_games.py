"""Every bot plays seeded games to their end, with every state valid and the record replaying to it."""

import random

import pytest

from makiaveli.bots import BOTS
from makiaveli.game import PRESETS, Ending, Pass, Record, TurnKind, apply, deal, open_turns, outcome, view
from makiaveli.solver import Limit

from ..game.tables import check

LONGEST = 1000
LIMIT = Limit(nodes=300)
"""A bot in a hurry still plays by the rules; the hands of patient ones would take their time."""


def play_out(bot, rules, seats, seed):
    rng = random.Random(seed)
    state = deal(PRESETS[rules], rng, seats)
    record, states = Record.of(state, [bot] * seats), [state]
    while outcome(state) is None:
        turn = BOTS[bot](view(state, state.turn), rng, LIMIT)
        assert turn.kind in open_turns(state)
        state = apply(state, turn)
        check(state)
        record = record.and_then(turn)
        states.append(state)
        assert state.ply < LONGEST
    return record, states


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("bot", ["beginner", "solver", "yiayia-12", "yiayia"])
def test_games_come_to_their_end(bot, rules, seats):
    for seed in range(1, 2 if bot.startswith("yiayia") else 4):
        record, states = play_out(bot, rules, seats, seed)
        end = states[-1]
        assert Record.parse(str(record)).states() == tuple(states)
        assert open_turns(end) == ()
        winners, ending = outcome(end).winners, outcome(end).ending
        if ending is Ending.EMPTIED:
            assert [seat for seat, hand in enumerate(end.hands) if not hand] == list(winners)
        else:
            assert end.stock == ()
            assert all(isinstance(turn, Pass) for turn in record.turns[-seats:])
            fewest = min(end.hand_sizes)
            assert winners == tuple(seat for seat, size in enumerate(end.hand_sizes) if size == fewest)


def test_both_ends_are_met():
    """A beginner seldom empties a hand: one of these games is blocked, one is won."""
    endings = {outcome(play_out("beginner", "makiaveli", 2, seed)[1][-1]).ending for seed in (0, 8)}
    assert endings == set(Ending)


def test_nobody_draws_from_an_empty_stock():
    _, states = play_out("beginner", "machiavelli", 6, 0)
    empty = [state for state in states if not state.stock and outcome(state) is None]
    assert empty
    assert all(TurnKind.DRAW not in open_turns(state) for state in empty)
