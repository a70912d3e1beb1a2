"""Cards: their names and points, and hands as bit masks.

A card is an int from 0 to 51: ``rank = card % 13`` (0 ace to 12 king, the ace is low only) and
``suit = card // 13`` (0 spades, 1 hearts, 2 diamonds, 3 clubs). There is one deck, so a hand holds a card at
most once, and 52 bits hold any hand: bit ``card`` is set for each card. Such a *mask* is four *lanes*
of 13 bits, one a suit; the cards of one rank are a *column* across the lanes.
"""

from collections.abc import Iterable, Sequence

from makiaveli.errors import PositionError
from makiaveli.solver.cards import RANK_LETTERS, SUIT_SIGNS, Card

LANE = (1 << 13) - 1
"""The mask of one suit, spades; shifted by ``13 * suit`` that of another."""

COLUMN = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The mask of one rank, the aces; shifted by ``rank`` that of another."""

VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10) * 4
"""Deadwood points by card."""

_BITS = {card: 1 << card for card in range(52)}
_bit = _BITS.__getitem__  # the lookup of every function; it also refuses what is no card


def rank(c: int) -> int:
    """The rank of a card, from 0 (ace) to 12 (king). Raises :class:`PositionError` outside 0..51."""
    return _checked(c) % 13


def suit(c: int) -> int:
    """The suit of a card: 0 ♠, 1 ♥, 2 ♦, 3 ♣. Raises :class:`PositionError` outside 0..51."""
    return _checked(c) // 13


def deadwood_value(c: int) -> int:
    """The points of a card left out of melds: ace 1, 2 to 10 their pips, jack, queen and king 10.

    Raises :class:`PositionError` outside 0..51.
    """
    return VALUES[_checked(c)]


def card_string(c: int) -> str:
    """Rank and suit sign, ten written T. Raises :class:`PositionError` outside 0..51.

    >>> [card_string(c) for c in (0, 35, 51, 17)]
    ['A♠', 'T♦', 'K♣', '5♥']
    """
    return RANK_LETTERS[_checked(c) % 13] + SUIT_SIGNS[c // 13]


def parse_card(text: str) -> int:
    """The card that the text names; reads what :func:`card_string` writes, and ``10d``, ``TD`` or ``1S`` too.

    Raises :class:`~makiaveli.errors.NotationError` where the text names no card or several.

    >>> parse_card("T♦"), parse_card("as")
    (35, 0)
    """
    return int(Card.parse(text))


def card_strings(cards: Iterable[int]) -> str:
    """The cards as people read them, ``7♠ 8♠``, in the order given."""
    return " ".join(map(card_string, cards))


def mask_of(cards: Iterable[int]) -> int:
    """The mask of these cards. Raises :class:`PositionError` for a card twice or a number outside 0..51."""
    cards = tuple(cards)
    try:
        mask = sum(map(_bit, cards))
    except (KeyError, TypeError):
        raise _no_cards(cards) from None
    # Equal bits carry, so the sum has fewer bits than there are cards exactly if one comes twice.
    if mask.bit_count() != len(cards):
        twice = sorted({card for card in cards if cards.count(card) > 1})
        raise PositionError(f"{card_strings(twice)} more than once: there is one of each card.")
    return mask


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a mask, ascending."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cards)


def points_of(mask: int) -> int:
    """Total deadwood points of the cards of a mask."""
    return sum([VALUES[card] for card in cards_of(mask)])


def _checked(card: int) -> int:
    try:
        _bit(card)
    except (KeyError, TypeError):
        raise _no_cards([card]) from None
    return card


def _no_cards(cards: Sequence[object]) -> PositionError:
    strange = [card for card in cards if not isinstance(card, int) or card not in _BITS]
    return PositionError(
        f"{', '.join(map(repr, strange))}: not a card. A card is an int from 0 (A♠) to 51 (K♣)."
    )
