import random

from hypothesis import given
from hypothesis import strategies as st

from makiaveli.bots import bot_named
from makiaveli.game import Draw, Pass, Play, apply, view
from makiaveli.solver import Limit, solve

from ..game.tables import random_table, table, unhurried

choose = bot_named("solver")


@unhurried
@given(st.integers(0, 2**32 - 1), st.integers(1, 20))
def test_takes_the_largest_play_and_never_draws_when_there_is_one(seed, hand_size):
    state = random_table(seed, hand_size)
    turn = choose(view(state, 0), random.Random(1))
    largest = solve(state.position(0), tidy=False).at_least
    assert (len(turn.cards) if isinstance(turn, Play) else 0) == largest
    apply(state, turn)


@unhurried
@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
def test_without_time_it_still_plays_what_is_plain_to_see(seed, hand_size):
    state = random_table(seed, hand_size)
    turn = choose(view(state, 0), random.Random(1), Limit(nodes=0))
    plain = bot_named("beginner")(view(state, 0), random.Random(1))
    assert isinstance(turn, Play) or not isinstance(plain, Play)
    apply(state, turn)


def test_draws_or_passes_where_nothing_can_go_down():
    for stock, turn in (("4D", Draw(0)), ("", Pass(0))):
        state = table("KC2H", "3-5S", stock=stock)
        assert choose(view(state, 0), random.Random(1)) == turn
