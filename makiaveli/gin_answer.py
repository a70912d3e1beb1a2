"""Gin Rummy's two questions with everything that belongs to the answer: what a hand is worth, who scores."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from makiaveli.errors import PositionError
from makiaveli.ginrummy import (
    BASIC,
    BestMelds,
    Defence,
    Rules,
    Score,
    best_defence,
    best_melds,
    deadwood_value,
    is_big_gin,
    knock_discards,
    lay_off,
    score,
)

_ALL_DISCARDS = 110
"""A knock limit that no hand exceeds."""


class Standing(StrEnum):
    """What a hand may do."""

    BIG_GIN = "big_gin"
    GIN = "gin"
    KNOCK = "knock"
    NOT_YET = "not_yet"


@dataclass(frozen=True)
class Discard:
    """A card to throw from eleven, and the best melds of the ten that stay."""

    card: int
    best: BestMelds


@dataclass(frozen=True)
class HandAnswer:
    """What a hand is worth."""

    best: BestMelds
    """The best melds of the whole hand."""
    standing: Standing
    """With eleven cards: after the best discard, unless it is big gin."""
    limit: int
    """The most deadwood to knock with."""
    best_discard: Discard | None
    """Of eleven cards, the discard that leaves the least deadwood; ``None`` for other hands."""
    knock_discards: tuple[Discard, ...]
    """Of eleven cards, every discard after which a knock is legal, best first."""

    @property
    def settled(self) -> BestMelds:
        """The best melds of the cards that stay: all of them, or after the best discard."""
        thrown = self.best_discard is not None and self.standing is not Standing.BIG_GIN
        return self.best_discard.best if thrown and self.best_discard else self.best


def answer_hand(hand: Iterable[int], limit: int = BASIC.knock_limit) -> HandAnswer:
    """What the hand is worth. Raises :class:`~makiaveli.errors.PositionError` as ``best_melds`` does."""
    cards = tuple(hand)
    best = best_melds(cards)
    discards: tuple[Discard, ...] = ()
    if len(cards) == 11:
        discards = tuple(
            Discard(card, best_melds(kept for kept in cards if kept != card))
            for card in knock_discards(cards, _ALL_DISCARDS)
        )
    left = discards[0].best.deadwood if discards else best.deadwood
    if is_big_gin(cards):
        standing = Standing.BIG_GIN
    elif left == 0:
        standing = Standing.GIN
    else:
        standing = Standing.KNOCK if left <= limit else Standing.NOT_YET
    return HandAnswer(
        best,
        standing,
        limit,
        discards[0] if discards else None,
        tuple(discard for discard in discards if discard.best.deadwood <= limit),
    )


class Ending(StrEnum):
    """How a hand ended."""

    BIG_GIN = "big_gin"
    GIN = "gin"
    KNOCK = "knock"
    UNDERCUT = "undercut"


@dataclass(frozen=True)
class ScoreAnswer:
    """Who scores what in a hand, and how it comes about."""

    points: Score
    ending: Ending
    bonus: int
    """Points for gin or the undercut that are part of :attr:`points`."""
    knocker: BestMelds
    """The knocker's hand as it is laid down."""
    opponent: Defence
    """The opponent's hand after laying off; after gin nothing is laid off."""
    may_knock: bool
    """Whether the knock limit allows the knock; the points do not depend on it."""

    @property
    def opponent_before(self) -> int:
        """The opponent's deadwood before anything is laid off."""
        return self.opponent.remaining + sum(map(deadwood_value, self.opponent.laid))


def answer_score(
    knocker: Iterable[int],
    opponent: Iterable[int],
    gin: bool | None = None,
    *,
    defence: Literal["fixed", "best"] = "fixed",
    knocker_melds: Iterable[Iterable[int]] | None = None,
    rules: Rules = BASIC,
) -> ScoreAnswer:
    """Who scores what; takes and raises what :func:`makiaveli.ginrummy.score` does.

    The error's ``problems`` hold what is wrong with either hand and with the two together.
    """
    first, second = tuple(knocker), tuple(opponent)
    table = None if knocker_melds is None else [tuple(meld) for meld in knocker_melds]
    problems: dict[str, None] = {}
    points = Score(0, 0)
    # Each hand against none tells what is wrong with it alone; the last call tells the rest and the points.
    for one, other, claim, melds in (
        (first, (), gin, table),
        ((), second, None, None),
        (first, second, gin, table),
    ):
        try:
            points = score(one, other, claim, defence=defence, knocker_melds=melds, rules=rules)
        except PositionError as error:
            problems |= dict.fromkeys(map(str, error.problems))
    if problems:
        raise PositionError(" ".join(problems), problems)

    laid_down = best_melds(first)
    if table is not None:
        melded = sorted(tuple(sorted(meld)) for meld in table)
        left = sorted({*first}.difference(*melded))
        laid_down = BestMelds(sum(map(deadwood_value, left)), tuple(melded), tuple(left))
    if len(first) == 11:
        ending = Ending.BIG_GIN
    elif not laid_down.unmatched and gin is not False:
        ending = Ending.GIN
    else:
        ending = Ending.UNDERCUT if points.opponent_points or not points.knocker_points else Ending.KNOCK
    return ScoreAnswer(
        points,
        ending,
        {
            Ending.BIG_GIN: rules.big_gin_bonus,
            Ending.GIN: rules.gin_bonus,
            Ending.UNDERCUT: rules.undercut_bonus,
        }.get(ending, 0),
        laid_down,
        _defend(second, laid_down, ending, defence),
        laid_down.deadwood <= rules.knock_limit,
    )


def _defend(
    hand: tuple[int, ...], knocker: BestMelds, ending: Ending, defence: Literal["fixed", "best"]
) -> Defence:
    own = best_melds(hand)
    if ending in (Ending.GIN, Ending.BIG_GIN):
        return Defence(own.deadwood, own.melds, (), own.unmatched)
    if defence == "best":
        return best_defence(hand, knocker.melds)
    remaining, laid = lay_off(own.unmatched, knocker.melds)
    return Defence(remaining, own.melds, laid, tuple(card for card in own.unmatched if card not in laid))
