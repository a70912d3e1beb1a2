"""The beginner against a search through every subset of the hand and the cross."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makiaveli.bots import bot_named
from makiaveli.game import Draw, Pass, Play, apply, parse_turn, view
from makiaveli.solver import is_run, is_set

from ..game.tables import dealt, random_table, table, unhurried

choose = bot_named("beginner")


def turn_at(state):
    return choose(view(state, state.turn), random.Random(1))


def has_simple_play(state):
    """Whether a meld of the floor, or none, and some cards of hand and cross, one of the hand, are a meld."""
    hand, pool = Counter(state.hands[state.turn]), sorted({*state.hands[state.turn], *state.cross})
    for size in range(1, len(pool) + 1):
        for added in combinations(pool, size):
            if hand.keys() & set(added):
                for meld in ((), *state.floor):
                    grown = [*meld, *added]
                    if is_set(grown) or is_run(grown):
                        return True
    return False


@unhurried
@given(st.integers(0, 2**32 - 1), st.integers(1, 7))
def test_never_misses_a_simple_play_and_never_rearranges(seed, hand_size):
    state = random_table(seed, hand_size)
    turn = turn_at(state)
    assert isinstance(turn, Play) == has_simple_play(state)
    if isinstance(turn, Play):
        after = apply(state, turn)
        # Every old meld lies whole in its own place, however the others grew.
        for old, new in zip(state.floor, after.floor, strict=False):
            assert set(old) <= set(new)
        for new in after.floor[len(state.floor) :]:
            assert not Counter(new) - Counter(turn.cards) - (Counter(state.cross) - Counter(after.cross))
        # What is left would be no simple play for the same hand once more.
        assert not after.hands[0] or not has_simple_play(replace(after, turn=0))


@pytest.mark.parametrize(
    ("hand", "floor", "cross", "turn"),
    [
        ("3S4S5S9D", "", "", "0 play 3S4S5S/3-5S"),
        ("6S9D", "3-5S", "", "0 play 6S/3-6S"),
        ("6S7S2S", "3-5S", "", "0 play 2S6S7S/2-7S"),
        ("ASAS", "2-KS", "", "0 play AS/A-KS"),
        ("6S9D", "3-5S.7-9S", "", "0 play 6S/3-6S.7-9S"),
        ("7S9D", "7HDC", "", "0 play 7S/7SHDC"),
        ("3S4S5S", "7HDC", "2S", "0 play 3S4S5S/7HDC.3-5S"),
        ("3S4S", "7HDC", "2S", "0 play 3S4S/7HDC.2-4S"),
        ("7S", "3-5S", "6S", "0 play 7S/3-7S"),
        ("3S", "", "2S4S", "0 play 3S/2-4S"),
        ("7H7D7C7C", "", "7S", "0 play 7HDC/7HDC"),
    ],
)
def test_plays_what_is_plain_to_see(hand, floor, cross, turn):
    state = table(hand, floor, cross)
    assert apply(state, turn_at(state)) == apply(state, parse_turn(turn))


@pytest.mark.parametrize(
    ("hand", "floor", "cross"),
    [
        ("6S", "A-KS", ""),
        ("5S", "3-7S", ""),
        ("9D9H", "", "9D"),
        ("9D", "", "2S3S4S"),
        ("KC", "3-5S", "6S"),
    ],
    ids=["all there", "middle", "twice", "cross alone", "cross onto floor"],
)
def test_draws_or_passes_where_nothing_grows(hand, floor, cross):
    for stock, turn in (("4D", Draw(0)), ("", Pass(0))):
        state = table(hand, floor, cross, stock=stock)
        assert turn_at(state) == turn


@unhurried
@given(st.integers(0, 1000), st.integers(2, 6), st.integers(0, 90))
def test_the_same_view_gets_the_same_turn(seed, seats, draws):
    state = dealt(seed, seats, draws=draws)
    assert turn_at(state) == turn_at(state)
