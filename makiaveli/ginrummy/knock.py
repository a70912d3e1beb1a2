"""Whether a hand may end the play: knock, gin, big gin."""

from collections.abc import Iterable

from makiaveli.errors import PositionError
from makiaveli.ginrummy.cards import cards_of, mask_of
from makiaveli.ginrummy.partition import deadwood, least_deadwood


def can_knock(hand: Iterable[int], limit: int = 10) -> bool:
    """Whether the deadwood of a hand, as it is after the discard, is at most ``limit`` points.

    With eleven cards in hand, :func:`knock_discards` has the answer. Other limits are those of
    :meth:`~makiaveli.ginrummy.Rules.limit`.
    Raises :class:`~makiaveli.errors.PositionError` for a card twice or a number outside 0..51.
    """
    return deadwood(hand) <= limit


def is_gin(hand: Iterable[int]) -> bool:
    """Whether every card of the hand is in a meld.

    Raises :class:`~makiaveli.errors.PositionError` for a card twice or a number outside 0..51.
    """
    return deadwood(hand) == 0


def is_big_gin(hand: Iterable[int]) -> bool:
    """Whether the hand has eleven cards, none discarded, and every one of them is in a meld.

    Raises :class:`~makiaveli.errors.PositionError` for a card twice or a number outside 0..51.
    """
    mask = mask_of(hand)
    return mask.bit_count() == 11 and least_deadwood(mask) == 0


def knock_discards(hand11: Iterable[int], limit: int = 10) -> dict[int, int]:
    """Every discard of an 11-card hand that leaves at most ``limit`` points, with the deadwood it leaves.

    The best discard comes first: least deadwood, then lowest card. A limit of 110 gives all eleven discards.
    The discard need not be left over in the best melds of the eleven cards: it may come out of a meld.

    Raises :class:`~makiaveli.errors.PositionError` unless there are eleven different cards from 0 to 51.

    >>> knock_discards([3, 4, 5, 14, 17, 18, 28, 29, 30, 31, 40])  # 4-6♠ 2♥ 5-6♥ 3-6♦ 2♣
    {18: 9, 17: 10}
    """
    hand = mask_of(hand11)
    cards = cards_of(hand)
    if len(cards) != 11:
        raise PositionError(f"A knocking discard is chosen from 11 cards, and these are {len(cards)}.")
    left = {card: least_deadwood(hand ^ 1 << card) for card in cards}
    return {card: left[card] for card in sorted(cards, key=left.__getitem__) if left[card] <= limit}
