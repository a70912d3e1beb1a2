"""What a bot is, and what bots that ask the solver share."""

import random
from typing import Protocol

from makiaveli.game import Draw, Pass, Play, Turn, TurnKind, View, open_turns
from makiaveli.solver import Limit, Position, Verdict, solve


class Bot(Protocol):
    """A strategy: what to do with what one seat sees."""

    def __call__(self, view: View, rng: random.Random, limit: Limit | None = None) -> Turn:
        """A legal turn for the seat of the view, whose turn it is; the same for the same view and ``rng``.

        The limit holds for the whole turn, however often the bot asks the solver.
        """


class Budget:
    """One limit for several solves."""

    def __init__(self, limit: Limit | None) -> None:
        self._limit = limit or Limit()
        self._nodes = 0
        self._start = self._limit.clock() if self._limit.clock else 0.0

    def _left(self) -> Limit:
        nodes, seconds, clock = self._limit.nodes, self._limit.seconds, self._limit.clock
        if nodes is not None:
            nodes = max(0, nodes - self._nodes)
        if seconds is not None and clock:
            seconds = max(0.0, seconds - (clock() - self._start))
        return Limit(nodes, seconds, clock)

    @property
    def used_up(self) -> bool:
        """Whether the limit has run out."""
        left = self._left()
        return left.nodes == 0 or left.seconds == 0

    def solve(self, position: Position) -> Verdict:
        """The verdict on the position with what is left of the limit."""
        verdict = solve(position, self._left(), tidy=False)
        self._nodes += verdict.nodes
        return verdict


def play_of(view: View, verdict: Verdict) -> Play:
    """The play of a verdict on what this seat sees."""
    return Play(view.seat, verdict.played, tuple(meld.cards for meld in verdict.arrangement.melds))


def wait(view: View) -> Draw | Pass:
    """Lay down nothing: a draw, or with an empty stock a pass."""
    return Draw(view.seat) if TurnKind.DRAW in open_turns(view) else Pass(view.seat)
