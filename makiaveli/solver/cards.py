"""Cards, and how they are read and written.

A card is one of 52 faces, an int from 0 to 51: ``rank = card % 13`` (0 ace to 12 king) and
``suit = card // 13`` (0 spades, 1 hearts, 2 diamonds, 3 clubs). Two decks hold every face twice; the two
copies are the same value, so a hand is a multiset.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from makiaveli.errors import NotationError

RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "SHDC"
SUIT_SIGNS = "♠♥♦♣"


class Suit(IntEnum):
    """The four suits, in the order in which everything is sorted."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """``S``, ``H``, ``D`` or ``C``."""
        return SUIT_LETTERS[self]

    @property
    def sign(self) -> str:
        """``♠``, ``♥``, ``♦`` or ``♣``."""
        return SUIT_SIGNS[self]


class Rank(IntEnum):
    """The thirteen ranks, ace first. The ace also follows the king, which only a run can tell."""

    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7
    NINE = 8
    TEN = 9
    JACK = 10
    QUEEN = 11
    KING = 12

    @property
    def letter(self) -> str:
        """One character: ``A``, ``2`` to ``9``, ``T``, ``J``, ``Q`` or ``K``."""
        return RANK_LETTERS[self]

    @property
    def label(self) -> str:
        """What is printed on the card: like :attr:`letter`, but ``10``."""
        return "10" if self is Rank.TEN else RANK_LETTERS[self]


# Looking a member up is ten times faster than calling the enum, and cards are asked all the time.
_RANKS = tuple(Rank)
_SUITS = tuple(Suit)


class Card(int):
    """A face: an int from 0 to 51 that knows its name.

    >>> Card.parse("7S"), Card.parse("10♦").rank, str(Card.parse("th"))
    (Card.parse('7S'), <Rank.TEN: 9>, 'TH')

    """

    __slots__ = ()

    def __new__(cls, value: int) -> "Card":
        """The card with this number. Raises :class:`ValueError` outside 0..51."""
        if not 0 <= value < 52:
            raise ValueError(
                f"{int(value)} is no card: a card is an int from 0 (ace of spades) to 51 (king of clubs)"
            )
        return super().__new__(cls, value)

    @classmethod
    def of(cls, rank: int, suit: int) -> "Card":
        """The card of this rank (0..12) and suit (0..3)."""
        return cls(suit * 13 + rank)

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The one card that the text names. Raises :class:`NotationError` for none or several."""
        cards = parse_cards(text)
        if len(cards) != 1:
            raise NotationError(f"{text!r} is {len(cards)} cards where one is wanted, such as 7S or 10♦.")
        return cards[0]

    @property
    def rank(self) -> Rank:
        """Ace 0 to king 12."""
        return _RANKS[self % 13]

    @property
    def suit(self) -> Suit:
        """Spades 0, hearts 1, diamonds 2, clubs 3."""
        return _SUITS[self // 13]

    @property
    def pretty(self) -> str:
        """As pages show it: ``7♠``, ``10♦``."""
        return self.rank.label + self.suit.sign

    def __str__(self) -> str:
        return RANK_LETTERS[self % 13] + SUIT_LETTERS[self // 13]

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


FACES: tuple[Card, ...] = tuple(Card(value) for value in range(52))
"""All 52 faces, by value."""


def write_cards(cards: Iterable[int]) -> str:
    """The cards in our one spelling, ``3S4S5S``, in the order given."""
    return "".join(str(FACES[card]) for card in cards)


def pretty_cards(cards: Iterable[int]) -> str:
    """The cards as people read them, ``3♠ 4♠ 5♠``, in the order given."""
    return " ".join(FACES[card].pretty for card in cards)


class MisreadCode(StrEnum):
    """Why a piece of text could not be read."""

    NO_CARD = "no_card"
    NO_SUIT = "no_suit"
    NO_RANK = "no_rank"
    RANGE_DOWN = "range_down"
    RANGE_ACES = "range_aces"
    RANGE_SUITS = "range_suits"
    RANGE_OPEN = "range_open"
    FIELDS = "fields"


_MISREAD_WORDS = {
    MisreadCode.NO_CARD: "{piece} is no card. Try 7S or 10♦.",
    MisreadCode.NO_SUIT: "{piece} has no suit. Try 7S or 10♦.",
    MisreadCode.NO_RANK: "{piece} has no rank. Try 7S or 10♦.",
    MisreadCode.RANGE_DOWN: (
        "{piece} does not go up. The ace is low at the start, as in A-3S, and high at the end, as in Q-AS."
    ),
    MisreadCode.RANGE_ACES: "{piece} would hold two aces of one suit. A run has at most 13 cards.",
    MisreadCode.RANGE_SUITS: "{piece} changes its suit on the way. A range has one suit, as in 5-8C.",
    MisreadCode.RANGE_OPEN: "{piece} is half a range. Write both ends, as in 5-8C.",
    MisreadCode.FIELDS: "{piece} has too many parts. A position is hand / floor / cross.",
}


@dataclass(frozen=True, order=True, slots=True)
class Misread:
    """A piece of text that could not be read. ``str()`` says so in English and what would be right."""

    code: MisreadCode
    piece: str
    """The text at fault, as it was written."""

    def __str__(self) -> str:
        piece = self.piece if len(self.piece) <= 40 else self.piece[:39] + "…"
        return _MISREAD_WORDS[self.code].format(piece=repr(piece))


_RANK = "(?:10|[A1-9TJQK])"
_SUIT = "[SHDC♠♥♦♣♤♡♢♧]"
_DASH = "[-–—−‐‑]"
# ASCII keeps case folding to our own letters: without it ſ would pass for S.
_RANGE = re.compile(rf"({_RANK})({_SUIT}?) *{_DASH} *({_RANK})({_SUIT})", re.IGNORECASE | re.ASCII)
_FACE = re.compile(rf"({_RANK})({_SUIT}+)", re.IGNORECASE | re.ASCII)
_ALL_RANKS = re.compile(rf"{_RANK}+\Z", re.IGNORECASE | re.ASCII)
_ALL_SUITS = re.compile(rf"{_SUIT}+\Z", re.IGNORECASE | re.ASCII)
_HALF_RANGE = re.compile(
    rf"{_RANK}{_SUIT}? *{_DASH}(?: *{_RANK})?|{_DASH} *{_RANK}{_SUIT}?", re.IGNORECASE | re.ASCII
)
_SEPARATORS = " ,\n"

_RANK_OF = {letter: rank for rank, letter in enumerate(RANK_LETTERS)} | {"1": 0, "10": 9}
_SUIT_OF = {sign: suit for signs in (SUIT_LETTERS, SUIT_SIGNS, "♤♡♢♧") for suit, sign in enumerate(signs)}
# Variants of the suit signs, byte order marks and zero-width spaces come along with pasted text.
_INVISIBLE = dict.fromkeys((0xFE0E, 0xFE0F, 0xFEFF, 0x200B, 0x200D, 0x2060))


def tidy_text(text: str) -> str:
    """The text without invisible characters and with plain spaces; every line ends in one line feed."""
    lines = text.translate(_INVISIBLE).splitlines()
    return "\n".join(" ".join(line.split()) for line in lines)


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards that the text names, in its order; an empty text or a lone ``-`` is no cards.

    Any case; ``T`` or ``10``; ``A`` or ``1``; letters or signs for the suits; commas, spaces or nothing
    between cards; one rank with several suits (``7SHD``); ranges (``5-8C``, ``5♦–8♦``; ace low in ``A-3S``,
    high in ``Q-AS``). Raises :class:`NotationError` with one :class:`Misread` for every unreadable piece.

    >>> write_cards(parse_cards("7shd, 10♣ q-as"))
    '7S7H7DTCQSKSAS'
    """
    cards: list[Card] = []
    misread: list[Misread] = []
    for piece in _pieces(tidy_text(text)):
        if isinstance(piece, Misread):
            misread.append(piece)
        else:
            cards += piece
    if misread:
        raise NotationError(" ".join(map(str, misread)), misread)
    return tuple(cards)


def _pieces(text: str) -> Iterator[list[Card] | Misread]:
    if text.strip(_SEPARATORS) == "-":
        return
    at = 0
    while at < len(text):
        if text[at] in _SEPARATORS:
            at += 1
        elif match := _RANGE.match(text, at):
            yield _range(match)
            at = match.end()
        elif match := _HALF_RANGE.match(text, at):
            yield Misread(MisreadCode.RANGE_OPEN, match[0])
            at = match.end()
        elif match := _FACE.match(text, at):
            rank = _RANK_OF[match[1].upper()]
            yield [Card.of(rank, _SUIT_OF[sign]) for sign in match[2].upper()]
            at = match.end()
        else:
            end = _end_of_misread(text, at)
            yield _misread(text[at:end])
            at = end


def _end_of_misread(text: str, at: int) -> int:
    """Where the unreadable piece that begins here ends: before a separator or the next card."""
    end = at + 1
    while end < len(text) and text[end] not in _SEPARATORS:
        if match := _FACE.match(text, end):
            # The 2S of 12S is no card of its own: the whole is what was meant.
            if not text[end - 1].isdigit():
                break
            end = match.end()
        else:
            end += 1
    return end


def _misread(piece: str) -> Misread:
    if _ALL_RANKS.match(piece):
        return Misread(MisreadCode.NO_SUIT, piece)
    if _ALL_SUITS.match(piece):
        return Misread(MisreadCode.NO_RANK, piece)
    return Misread(MisreadCode.NO_CARD, piece)


def _range(match: re.Match[str]) -> list[Card] | Misread:
    first, first_suit, last, last_suit = (part.upper() for part in match.groups())
    low, high, suit = _RANK_OF[first], _RANK_OF[last], _SUIT_OF[last_suit]
    if first_suit and _SUIT_OF[first_suit] != suit:
        return Misread(MisreadCode.RANGE_SUITS, match[0])
    if low == high == Rank.ACE:
        return Misread(MisreadCode.RANGE_ACES, match[0])
    if high == Rank.ACE:
        high = 13
    if low >= high:
        return Misread(MisreadCode.RANGE_DOWN, match[0])
    return [Card.of(rank % 13, suit) for rank in range(low, high + 1)]
