"""The store beside a plain dictionary of what it should hold."""

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from makiaveli.errors import GameNotFoundError, IllegalTurnError, StaleTurnError
from makiaveli.game import MAKIAVELI, Draw, apply, deal, outcome
from makiaveli.store import Seat, Status, Store

from ..game.tables import rearranging_play, unhurried
from .conftest import Clock

seeds = st.integers(0, 2**32 - 1)


class Kept(RuleBasedStateMachine):
    """Games that are dealt, played, left alone, saved too late, and looked at again after a restart."""

    games = Bundle("games")

    @initialize()
    def open(self):
        self.folder = tempfile.TemporaryDirectory()
        self.clock = Clock()
        self.states, self.status, self.touched = {}, {}, {}
        self.restart()

    def teardown(self):
        if hasattr(self, "folder"):
            self.store.close()
            self.folder.cleanup()

    @rule()
    def restart(self):
        if hasattr(self, "store"):
            self.store.close()
        self.store = Store(f"sqlite:///{Path(self.folder.name)}/games.db", self.clock)

    @rule(target=games, seed=seeds, seats=st.integers(2, 6))
    def deal(self, seed, seats):
        start = deal(MAKIAVELI, random.Random(seed), seats)
        game_id = self.store.create(start, [Seat(f"{seat}", player="all") for seat in range(seats)]).info.id
        assert game_id not in self.states
        self.states[game_id] = [start]
        self.status[game_id] = Status.RUNNING
        self.touched[game_id] = self.clock.now
        return game_id

    @rule(game=games, seed=seeds, count=st.integers(1, 4), finished=st.booleans())
    def save(self, game, seed, count, finished):
        rng, states, turns = random.Random(seed), [*self.states[game]], []
        for _ in range(count):
            state = states[-1]
            if outcome(state) is None:
                turns.append(rearranging_play(state, rng) or Draw(state.turn))
                states.append(apply(state, turns[-1]))
        if self.status[game] is Status.FINISHED:
            with pytest.raises(StaleTurnError):
                self.store.save(game, self.states[game][-1].ply, turns or [Draw(0)])
            return
        over = finished or outcome(states[-1]) is not None
        self.store.save(game, self.states[game][-1].ply, turns, finished=over)
        self.states[game] = states
        self.status[game] = Status.FINISHED if over else Status.RUNNING
        self.touched[game] = self.clock.now

    @rule(game=games, off=st.integers(-3, 3).filter(bool))
    def save_for_another_ply(self, game, off):
        state = self.states[game][-1]
        with pytest.raises(StaleTurnError):
            self.store.save(game, state.ply + off, [Draw(state.turn)])

    @rule(game=games)
    def illegal_turn(self, game):
        state = self.states[game][-1]
        with pytest.raises(IllegalTurnError):
            apply(self.store.load(game).record.states()[-1], Draw(state.turn + 1))

    @rule(hours=st.integers(1, 40))
    def let_time_pass(self, hours):
        self.clock.now += hours * 3600
        idle = [
            game
            for game, status in self.status.items()
            if status is Status.RUNNING and self.touched[game] < self.clock.now - 24 * 3600
        ]
        assert self.store.abandon_idle(24 * 3600) == len(idle)
        self.status |= dict.fromkeys(idle, Status.ABANDONED)

    @rule()
    def look_for_what_is_not_there(self):
        with pytest.raises(GameNotFoundError):
            self.store.load("a" * 14)

    @invariant()
    def holds_what_it_should(self):
        if not hasattr(self, "store"):
            return
        infos = {info.id: info for info in self.store.games_of("all")}
        assert infos.keys() == self.states.keys()
        for game_id, states in self.states.items():
            game = self.store.load(game_id)
            assert game.info == infos[game_id]
            assert game.record.states() == tuple(states)
            assert (game.info.ply, game.info.status) == (states[-1].ply, self.status[game_id])
            assert game.info.touched == self.touched[game_id]


Kept.TestCase.settings = type(unhurried)(unhurried, max_examples=12, stateful_step_count=15)
TestKept = Kept.TestCase
