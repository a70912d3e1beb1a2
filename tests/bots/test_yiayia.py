import random
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makiaveli.bots import bot_named, yiayia
from makiaveli.bots.bot import Budget
from makiaveli.bots.yiayia import Yiayia, smallest_play
from makiaveli.game import MAKIAVELI, Draw, Pass, Play, State, apply, outcome, view
from makiaveli.solver import Limit, Meld, parse_cards, solve

from ..game.tables import random_table, table, unhurried

seeds = st.integers(0, 2**32 - 1)


def turn_at(state, cap=None, limit=None):
    return Yiayia(cap)(view(state, state.turn), random.Random(1), limit)


@unhurried
@given(seeds, st.integers(1, 12))
def test_she_draws_until_her_whole_hand_goes_down(seed, hand_size):
    state = random_table(seed, hand_size)
    turn = turn_at(state)
    if solve(state.position(0), tidy=False).wins:
        assert outcome(apply(state, turn)).winners == (0,)
    else:
        assert turn == Draw(0)


@unhurried
@given(seeds, st.integers(3, 9))
def test_at_her_cap_she_plays_and_as_little_as_she_can(seed, hand_size):
    state = random_table(seed, hand_size)
    position = state.position(0)
    largest = solve(position, tidy=False)
    turn = turn_at(state, cap=hand_size)
    apply(state, turn)
    assert turn_at(state, cap=hand_size + 1) == turn_at(state)
    if largest.wins or not largest.at_least:
        assert turn == turn_at(state)
        return
    assert isinstance(turn, Play)
    if len(turn.cards) <= 3:
        # None is smaller, as trying all of them shows.
        for size in range(1, len(turn.cards)):
            for cards in set(combinations(position.hand, size)):
                assert not solve(replace(position, hand=cards), tidy=False).wins
    for card in turn.cards:
        rest = list(turn.cards)
        rest.remove(card)
        if rest:
            assert not solve(replace(position, hand=tuple(rest)), tidy=False).at_least


@pytest.mark.parametrize(
    ("hand", "floor", "cross", "cards"),
    [
        ("6S9HTHJHQH2D", "3-5S", "", "6S"),
        ("9HTHJHQH2D5C", "", "2S3S", "9HTHJH"),
        ("4H6H9STSJSQS2D", "", "5H", "4H6H"),
        ("KC2H", "3-5S", "", ""),
    ],
    ids=["one", "three", "two with the cross", "none"],
)
def test_the_smallest_play(hand, floor, cross, cards):
    position = table(hand, floor, cross).position(0)
    play = smallest_play(solve(position, tidy=False), Budget(None))
    assert len(play.played) == len(parse_cards(cards or "-"))
    assert play.position.floor == position.floor


@contextmanager
def in_her_mind(*hands):
    """She takes these for the hands that the next player may hold."""
    with mock.patch.object(yiayia, "_next_hands", return_value=list(hands)):
        yield


def last_turns(seed, others):
    """An empty stock, a hand of eight, and the next player close to going out."""
    state = replace(random_table(seed, 8), stock=())
    return replace(state, hands=(state.hands[0], state.hands[1][:others]))


def lets_out(state):
    return bool(solve(state.position(state.turn), tidy=False).wins)


@unhurried
@given(seeds, st.integers(1, 3))
def test_with_an_empty_stock_she_never_lets_the_next_player_out(seed, others):
    state = last_turns(seed, others)
    largest = solve(state.position(0), tidy=False)
    greedy = bot_named("solver")(view(state, 0), random.Random(1))
    with in_her_mind(state.hands[1]):
        turn = turn_at(state)
    after = apply(state, turn)
    if largest.wins:
        assert outcome(after).winners == (0,)
    elif isinstance(turn, Pass) or len(turn.cards) < largest.at_least:
        assert isinstance(greedy, Pass) or lets_out(apply(state, greedy))
    if isinstance(turn, Play) and not largest.wins:
        assert not lets_out(after)


def test_with_an_empty_stock_all_of_it_is_met():
    """She lays down everything that goes, or less of it, or passes although she could play."""
    met = set()
    for seed in range(70):
        state = last_turns(seed, 1)
        largest = solve(state.position(0), tidy=False)
        if largest.at_least and not largest.wins:
            with in_her_mind(state.hands[1]):
                turn = turn_at(state)
            size = len(turn.cards) if isinstance(turn, Play) else 0
            met.add("all" if size == largest.at_least else "some" if size else "none")
    assert met == {"all", "some", "none"}


def test_with_two_seats_the_next_hand_is_known():
    """What lies nowhere else is in it."""
    floor = [Meld.parse(f"A-K{suit}").cards for suit in "SSHHDDC"]
    hands = (parse_cards("QC"), parse_cards("KC"))
    state = State(MAKIAVELI, hands, (*floor, Meld.parse("A-JC").cards), (), (), (), 0, 0)
    assert yiayia._next_hands(view(state, 0), random.Random(1)) == [state.hands[1]]


def test_she_guesses_the_next_hand_where_it_is_not_known():
    """Three seats, of which the next holds one card: some card that she has not seen would go out."""
    state = table("9HTHJHKC", "3-5S", others="2D", stock="")
    state = replace(state, hands=(*state.hands, parse_cards("2C3C")))
    assert turn_at(state) == Pass(0)
    alone = replace(state, hands=(state.hands[0], parse_cards("2D4D6D8DTDQD"), state.hands[2]))
    assert len(turn_at(alone).cards) == 3


@settings(unhurried, max_examples=15)
@given(seeds, st.integers(2, 40))
def test_her_turn_is_legal_however_little_time_there_is(seed, hand_size):
    for state in (random_table(seed, hand_size), replace(random_table(seed, hand_size), stock=())):
        for cap in (None, 12):
            for nodes in (0, 50):
                apply(state, turn_at(state, cap, Limit(nodes=nodes)))


@settings(unhurried, max_examples=15)
@given(seeds)
def test_the_same_view_gets_the_same_turn(seed):
    state = replace(random_table(seed, 10), stock=())
    assert turn_at(state) == turn_at(state)


@pytest.mark.parametrize(("name", "cap"), [("yiayia", None), ("yiayia-12", 12), ("yiayia-16", 16)])
def test_her_levels(name, cap):
    assert bot_named(name) == Yiayia(cap)
