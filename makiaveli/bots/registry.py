"""The bots by name."""

from collections.abc import Mapping

from makiaveli.bots import beginner, solver
from makiaveli.bots.bot import Bot
from makiaveli.bots.yiayia import Yiayia
from makiaveli.errors import NotationError

DEFAULT = "solver"
"""Who plays where nobody is named."""

BOTS: Mapping[str, Bot] = {
    "beginner": beginner.choose,
    "solver": solver.choose,
    "yiayia-12": Yiayia(12),
    "yiayia-16": Yiayia(16),
    "yiayia-20": Yiayia(20),
    "yiayia": Yiayia(),
}
"""Every bot there is, the strongest last. A new one is a file of its own and a line here."""


def bot_named(name: str) -> Bot:
    """The bot of this name, in any case. Raises :class:`NotationError` that lists the names."""
    bot = BOTS.get(name.strip().lower())
    if bot is None:
        shown = name if len(name) <= 40 else name[:39] + "…"
        raise NotationError(f"{shown!r} is no bot. There are: {', '.join(BOTS)}.")
    return bot
