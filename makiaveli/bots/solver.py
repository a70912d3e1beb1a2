"""The solver as a player: always the largest play."""

import random

from makiaveli.bots import beginner
from makiaveli.bots.bot import Budget, play_of, wait
from makiaveli.game import Turn, View
from makiaveli.solver import Limit


def choose(view: View, rng: random.Random, limit: Limit | None = None) -> Turn:
    """The largest play there is, or that was found within the limit; a draw or a pass where there is none."""
    verdict = Budget(limit).solve(view.position())
    if verdict.at_least:
        return play_of(view, verdict)
    if verdict.at_most:
        # Nothing was found in time, but nothing was ruled out either: what is plain to see may still do.
        return beginner.choose(view, rng, limit)
    return wait(view)
