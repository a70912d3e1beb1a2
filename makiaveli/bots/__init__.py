"""Bots: strategies that see what one seat sees. Standard library only; randomness and limits passed in."""

from makiaveli.bots.bot import Bot
from makiaveli.bots.registry import BOTS, DEFAULT, bot_named

__all__ = ["BOTS", "DEFAULT", "Bot", "bot_named"]
