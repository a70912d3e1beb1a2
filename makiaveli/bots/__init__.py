"""Bots: strategies that see what one seat sees. Standard library only; randomness and limits passed in."""

from makiaveli.bots.bot import Bot, Limit
from makiaveli.bots.registry import BOTS, bot_named

__all__ = ["BOTS", "Bot", "Limit", "bot_named"]
