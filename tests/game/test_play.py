"""Whatever is played: cards are conserved, nothing mutates, hidden cards stay hidden, records replay."""

import copy
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from makiaveli.bots import bot_named
from makiaveli.errors import IllegalTurnError
from makiaveli.game import (
    PRESETS,
    Draw,
    Pass,
    Play,
    Record,
    TurnKind,
    apply,
    open_turns,
    outcome,
    problems,
    read_record,
    view,
)

from .tables import check, dealt, is_legal_play, random_table, rearranging_play, spoiled, unhurried

seeds = st.integers(0, 2**32 - 1)


@unhurried
@given(seeds)
def test_a_play_is_judged_like_the_slow_way(seed):
    rng = random.Random(seed)
    state = random_table(seed, hand_size=rng.randint(1, 9))
    for _ in range(5):
        legal = rearranging_play(state, rng)
        assert legal is None or (is_legal_play(state, legal) and not problems(state, legal))
        play = spoiled(state, legal or Draw(0), rng)
        assert (problems(state, play) == ()) == is_legal_play(state, play), play


@unhurried
@given(seeds)
def test_equal_cards_are_never_confused(seed):
    """Where each card goes is decided by counts, however many copies lie in hand, floor and cross."""
    rng = random.Random(seed)
    state = random_table(seed, hand_size=9)
    play = rearranging_play(state, rng)
    if play is None:
        return
    after = apply(state, play)
    check(after)
    assert sorted((*after.hands[0], *play.cards)) == list(state.hands[0])
    assert after.hands[1] == state.hands[1]
    # The same play with its cards and melds in any other order is the same play.
    floor = [rng.sample(meld, len(meld)) for meld in play.floor]
    again = apply(state, Play.of(0, rng.sample(play.cards, len(play.cards)), floor))
    assert again == after


@unhurried
@given(seeds, st.integers(2, 6), st.sampled_from(sorted(PRESETS)), st.integers(0, 100))
def test_a_view_tells_nothing_of_hidden_cards(seed, seats, rules, draws):
    state = dealt(seed, seats, PRESETS[rules], draws)
    rng = random.Random(seed)
    for seat in range(seats):
        hidden = [card for at, hand in enumerate(state.hands) if at != seat for card in hand]
        hidden += state.stock
        assert view(state, seat).unseen() == tuple(sorted(hidden))
        rng.shuffle(hidden)
        hands = tuple(
            hand if at == seat else tuple(sorted(hidden.pop() for _ in hand))
            for at, hand in enumerate(state.hands)
        )
        other = replace(state, hands=hands, stock=tuple(hidden))
        check(other)
        assert view(other, seat) == view(state, seat)
        assert repr(view(other, seat)) == repr(view(state, seat))


def test_there_is_no_view_for_a_seat_that_is_not_there():
    for seat in (-1, 2):
        with pytest.raises(IndexError, match="The seats are 0 to 1"):
            view(dealt(1, 2), seat)


def test_values_are_rebuilt_by_their_repr():
    from makiaveli import game, solver

    names = vars(game) | vars(solver)
    state = dealt(3, 3, draws=5)
    play = Play.of(0, [1, 2, 3], [[1, 2, 3]])
    for value in (state, view(state, 1), play, Draw(1), Pass(2), Record.of(dealt(3, 3), "abc")):
        assert eval(repr(value), dict(names)) == value  # noqa: S307 - our own text, as a repr promises
        assert hash(value) == hash(copy.deepcopy(value))


class Games(RuleBasedStateMachine):
    """Any turns by anybody, legal or not."""

    @initialize(
        seed=seeds, seats=st.integers(2, 6), rules=st.sampled_from(sorted(PRESETS)), draws=st.integers(0, 104)
    )
    def deal(self, seed, seats, rules, draws):
        self.record = Record.of(dealt(seed, seats, PRESETS[rules]), map(str, range(seats)))
        self.states = [*self.record.states()]
        for _ in range(min(draws, len(self.state.stock))):
            self.take(Draw(self.state.turn))

    @property
    def state(self):
        return self.states[-1]

    def take(self, turn):
        before, digest = self.state, hash(self.state)
        assert problems(before, turn) == ()
        after = apply(before, turn)
        assert hash(before) == digest
        assert (after.ply, after.turn) == (before.ply + 1, (before.turn + 1) % len(before.hands))
        self.states.append(after)
        self.record = self.record.and_then(turn)

    def may(self, kind):
        return kind in open_turns(self.state)

    @precondition(lambda self: self.may(TurnKind.DRAW))
    @rule()
    def draw(self):
        sizes = self.state.hand_sizes
        self.take(Draw(self.state.turn))
        assert sum(self.state.hand_sizes) == sum(sizes) + 1

    @precondition(lambda self: self.may(TurnKind.PASS))
    @rule()
    def pass_(self):
        before = self.state
        self.take(Pass(before.turn))
        assert (self.state.hands, self.state.floor) == (before.hands, before.floor)
        assert self.state.passes == before.passes + 1

    @precondition(lambda self: self.may(TurnKind.PLAY))
    @rule(seed=seeds)
    def play(self, seed):
        turn = bot_named("beginner")(view(self.state, self.state.turn), random.Random(seed))
        self.take(turn)

    @precondition(lambda self: self.may(TurnKind.PLAY))
    @rule(seed=seeds)
    def rearrange(self, seed):
        seat, before = self.state.turn, self.state.hand_sizes
        play = rearranging_play(self.state, random.Random(seed))
        if play is not None:
            self.take(play)
            assert self.state.hand_sizes[seat] == before[seat] - len(play.cards) < before[seat]

    @rule(seed=seeds)
    def try_something_else(self, seed):
        rng = random.Random(seed)
        state, seat = self.state, rng.randrange(len(self.state.hands))
        play = spoiled(state, Draw(state.turn), rng)
        for turn in (Draw(seat), Pass(seat), play):
            allowed = seat == state.turn and self.may(turn.kind)
            if isinstance(turn, Play):
                allowed = outcome(state) is None and is_legal_play(state, turn)
            if not allowed:
                digest = hash(state)
                with pytest.raises(IllegalTurnError):
                    apply(state, turn)
                assert hash(state) == digest

    @invariant()
    def everything_holds(self):
        check(self.state)
        if outcome(self.state) is not None:
            assert open_turns(self.state) == ()
            assert all(outcome(state) is None for state in self.states[:-1])

    def teardown(self):
        if hasattr(self, "record"):
            reading = read_record(str(self.record))
            assert reading.problems == ()
            assert reading.record == self.record
            assert list(reading.record.states()) == self.states


Games.TestCase.settings = type(unhurried)(unhurried, max_examples=40, stateful_step_count=30)
TestGames = Games.TestCase
