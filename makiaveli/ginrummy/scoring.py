"""What a hand is worth to whom."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from makiaveli.errors import NotationError, PositionError
from makiaveli.ginrummy.cards import card_strings, cards_of, mask_of, points_of
from makiaveli.ginrummy.layoff import best_defence, lay_off, melds_on_table
from makiaveli.ginrummy.melds import Meld
from makiaveli.ginrummy.partition import best_melds, least_deadwood
from makiaveli.ginrummy.rules import BASIC, Rules


class Score(NamedTuple):
    """The points of one hand; at most one of the two is positive."""

    knocker_points: int
    opponent_points: int


def score(
    knocker: Iterable[int],
    opponent: Iterable[int],
    gin: bool | None = None,
    *,
    defence: Literal["fixed", "best"] = "fixed",
    knocker_melds: Iterable[Iterable[int]] | None = None,
    rules: Rules = BASIC,
) -> Score:
    """The points that a knock or gin brings the knocker or the opponent.

    Gin scores the opponent's deadwood, from which nothing is laid off, and the gin bonus. A knock scores
    the difference when the knocker has less deadwood than the opponent has after laying off. Otherwise,
    on a tie too, it is undercut: the opponent scores the difference and the undercut bonus.

    ``knocker`` and ``opponent`` are the hands after the discard. A knocker with eleven cards claims big gin.
    ``gin`` is worked out from the hand unless given; ``False`` with no deadwood counts as a knock.
    ``defence`` is ``"fixed"`` (the opponent keeps the melds of
    :func:`~makiaveli.ginrummy.best_melds` and lays off the rest) or ``"best"``
    (:func:`~makiaveli.ginrummy.best_defence`).
    ``knocker_melds`` are the melds the knocker lays down, by default those of ``best_melds``; the other cards
    of the hand are deadwood. The knock limit is not judged here but by ``can_knock``.

    Raises :class:`~makiaveli.errors.PositionError` for a card twice or a number outside 0..51, hands that
    overlap, more cards than a hand has, melds that are none or not from the knocker's hand, and a claim of
    gin or big gin that the cards do not bear out. Raises :class:`~makiaveli.errors.NotationError` for
    another ``defence``.

    >>> knocker = [0, 1, 2, 21, 22, 23, 24, 16, 28, 40]  # A-3♠ 9-Q♥, left 4♥ 3♦ 2♣
    >>> opponent = [6, 19, 32, 3, 4, 20, 25, 36, 44, 47]  # three sevens, laid off 4-5♠ 8♥ K♥, left J♦ 6♣ 9♣
    >>> score(knocker, opponent)
    Score(knocker_points=16, opponent_points=0)
    """
    if defence not in ("fixed", "best"):
        raise NotationError(f"{defence!r} is no defence: it is 'fixed' or 'best'.")
    hand, defender = mask_of(knocker), mask_of(opponent)
    _check_hands(hand, defender)
    melds = _laid_down(hand, knocker_melds)
    left = hand & ~mask_of(card for meld in melds for card in meld)
    knocker_deadwood = points_of(left)
    big = hand.bit_count() == 11
    if gin is None:
        gin = big or not left
    if gin and left:
        raise PositionError(f"{card_strings(cards_of(left))}: in no meld, so this is not {'big ' * big}gin.")
    if big and not gin:
        raise PositionError(
            f"{card_strings(cards_of(hand))}: 11 cards are for big gin. A knock discards one."
        )

    if gin:
        bonus = rules.big_gin_bonus if big else rules.gin_bonus
        return Score(least_deadwood(defender) + bonus, 0)
    if defence == "best":
        opponent_deadwood = best_defence(cards_of(defender), melds).remaining
    else:
        opponent_deadwood = lay_off(best_melds(cards_of(defender)).unmatched, melds).remaining
    if knocker_deadwood < opponent_deadwood:
        return Score(opponent_deadwood - knocker_deadwood, 0)
    return Score(0, knocker_deadwood - opponent_deadwood + rules.undercut_bonus)


def _check_hands(knocker: int, opponent: int) -> None:
    if both := knocker & opponent:
        raise PositionError(f"{card_strings(cards_of(both))}: in both hands at once.")
    for hand, who, most in (knocker, "The knocker", 11), (opponent, "The opponent", 10):
        if hand.bit_count() > most:
            cards = cards_of(hand)
            raise PositionError(f"{card_strings(cards)}: {len(cards)} cards. {who} has at most {most}.")


def _laid_down(hand: int, knocker_melds: Iterable[Iterable[int]] | None) -> Iterable[Meld]:
    if knocker_melds is None:
        return best_melds(cards_of(hand)).melds
    melds = melds_on_table(knocker_melds)
    if strange := mask_of(card for meld in melds for card in meld) & ~hand:
        raise PositionError(f"{card_strings(cards_of(strange))}: in the knocker's melds but not in the hand.")
    return melds
