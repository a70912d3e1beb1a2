"""What a bot is."""

import random
from typing import Protocol

from makiaveli.game import Turn, View

Limit = object
"""When a bot that searches gives up. Those that do not search take any value."""


class Bot(Protocol):
    """A strategy: what to do with what one seat sees."""

    def __call__(self, view: View, rng: random.Random, limit: Limit | None = None) -> Turn:
        """A legal turn for the seat of the view, whose turn it is; the same for the same view and ``rng``."""
