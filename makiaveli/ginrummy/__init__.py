"""Gin Rummy for two: the best melds of a hand, knocking, laying off, the score of a hand and of a match.

Standard library only, no I/O, no randomness: the same cards always get the same answer. A card is an int
from 0 to 51, ``rank = card % 13`` (0 ace to 12 king, the ace is low only) and ``suit = card // 13`` (0 ♠,
1 ♥, 2 ♦, 3 ♣). Bad cards raise errors that are also :class:`ValueError` and name the cards.
"""

from makiaveli.ginrummy.cards import card_string, deadwood_value, parse_card, rank, suit
from makiaveli.ginrummy.knock import can_knock, is_big_gin, is_gin, knock_discards
from makiaveli.ginrummy.layoff import Defence, LaidCard, LayOff, best_defence, lay_off
from makiaveli.ginrummy.match import Match
from makiaveli.ginrummy.partition import BestMelds, all_best_melds, best_melds, deadwood
from makiaveli.ginrummy.rules import (
    BASIC,
    CLASSIC,
    GIN_BONUS,
    HAND_TARGET,
    MODERN,
    UNDERCUT_BONUS,
    Rules,
)
from makiaveli.ginrummy.scoring import Score, score

__all__ = [
    "BASIC",
    "CLASSIC",
    "GIN_BONUS",
    "HAND_TARGET",
    "MODERN",
    "UNDERCUT_BONUS",
    "BestMelds",
    "Defence",
    "LaidCard",
    "LayOff",
    "Match",
    "Rules",
    "Score",
    "all_best_melds",
    "best_defence",
    "best_melds",
    "can_knock",
    "card_string",
    "deadwood",
    "deadwood_value",
    "is_big_gin",
    "is_gin",
    "knock_discards",
    "lay_off",
    "parse_card",
    "rank",
    "score",
    "suit",
]
