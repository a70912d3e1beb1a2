"""The bots by name."""

from collections.abc import Mapping

from makiaveli.bots import beginner
from makiaveli.bots.bot import Bot
from makiaveli.errors import NotationError

BOTS: Mapping[str, Bot] = {
    "beginner": beginner.choose,
}
"""Every bot there is. A new one is a file of its own and a line here."""


def bot_named(name: str) -> Bot:
    """The bot of this name, in any case. Raises :class:`NotationError` that lists the names."""
    bot = BOTS.get(name.strip().lower())
    if bot is None:
        raise NotationError(f"{name!r} is no bot. There are: {', '.join(BOTS)}.")
    return bot
