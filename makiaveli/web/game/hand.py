"""How the own hand is laid out: rows of a few cards, lanes of many, in the order that the player likes."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from makiaveli.solver import Card, Suit, parse_cards, write_cards
from makiaveli.web.game.arranging import Arranging, Place
from makiaveli.web.game.pieces import Piece
from makiaveli.web.tables import LANES_FROM

TWO_ROWS_FROM = 8
"""From so many cards on a phone shows two rows."""
WIDER_UP_TO = 10
"""Up to so many in two rows the cards are a little larger."""
MOST_IN_A_ROW = 13


class Order(StrEnum):
    """How the hand is sorted."""

    SUIT = "suit"
    RANK = "rank"
    OWN = "own"
    """As the player has put it; what was drawn comes last."""

    @property
    def next(self) -> "Order":
        """The order that the sort button goes on to."""
        orders = list(Order)
        return orders[(orders.index(self) + 1) % len(orders)]


class Fold(StrEnum):
    """Whether lanes are folded away, all but one suit."""

    AUTO = "auto"
    """As the height of the window has room."""
    OPEN = "open"
    FOLDED = "folded"


@dataclass(frozen=True, slots=True)
class Habits:
    """How this player likes the hand; ``str()`` writes it for a cookie, :meth:`parse` reads that."""

    order: Order = Order.SUIT
    fold: Fold = Fold.AUTO
    suit: Suit | None = None
    """The suit that stays open while folded."""
    own: tuple[Card, ...] = ()
    """The player's own order."""

    def __str__(self) -> str:
        suit = "-" if self.suit is None else self.suit.letter
        return f"{self.order}.{self.fold}.{suit}.{write_cards(self.own)}"

    @classmethod
    def parse(cls, text: str) -> "Habits":
        """The habits that the text names; the usual ones for anything else."""
        match = _HABITS.fullmatch(text)
        if match is None:
            return cls()
        suit = next((suit for suit in Suit if suit.letter == match[3]), None)
        return cls(Order(match[1]), Fold(match[2]), suit, parse_cards(match[4]) if match[4] else ())

    def sorted(self, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
        """The pieces in this order."""
        match self.order:
            case Order.SUIT:
                return tuple(sorted(pieces))
            case Order.RANK:
                return tuple(sorted(pieces, key=lambda piece: (piece.card.rank, piece.card.suit, piece.copy)))
        left, ordered = sorted(pieces), []
        for card in self.own:
            piece = next((each for each in left if each.card == card), None)
            if piece is not None:
                left.remove(piece)
                ordered.append(piece)
        return (*ordered, *left)

    def moved(self, pieces: Sequence[Piece], picked: Sequence[Piece], step: int) -> "Habits":
        """With the picked pieces one place further to the left (-1) or the right (1) in the own order."""
        row = list(self.sorted(pieces))
        places = [at for at, piece in enumerate(row) if piece in picked]
        for at in places if step < 0 else reversed(places):
            to = at + step
            if 0 <= to < len(row) and row[to] not in picked:
                row[at], row[to] = row[to], row[at]
        return replace(self, own=tuple(piece.card for piece in row))


_HABITS = re.compile(rf"({'|'.join(Order)})\.({'|'.join(Fold)})\.([SHDC-])\.((?:[A2-9TJQK][SHDC]){{0,104}})")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the hand: a card, two equal ones, or none any more."""

    pieces: tuple[Piece, ...]
    """What lies there now."""
    first: Piece
    """What lay there when the turn began; gives the place its name."""
    picked: int
    """How many of the pieces are picked."""

    @property
    def token(self) -> str:
        """What a tap on it posts."""
        return ".".join(map(str, self.pieces))

    @property
    def face(self) -> Card:
        """What all of its cards are."""
        return self.first.card


@dataclass(frozen=True, slots=True)
class Row:
    """Places side by side."""

    spots: tuple[Spot, ...]
    suit: Suit | None = None
    """The suit of a lane."""
    count: int = 0
    """How many cards lie in it."""


@dataclass(frozen=True, slots=True)
class HandShown:
    """The hand as it is laid out. The layout follows the number of cards when the turn began."""

    rows: tuple[Row, ...]
    lanes: bool
    """Whether each row is a suit."""
    big: bool
    """Whether there are so many cards that strips replace full targets."""
    wider: bool
    size: int
    """Cards that are in it now."""


def lay_out_hand(arranging: Arranging, habits: Habits) -> HandShown:
    """The own hand as these habits have it."""
    pieces = habits.sorted(arranging.setting.hand)
    here = [piece for piece in pieces if arranging.place_of(piece) is Place.HAND]
    big = len(pieces) >= LANES_FROM
    lanes = big and habits.order is not Order.OWN
    rows: list[Row] = []
    if lanes:
        for suit in Suit:
            of_suit = [piece for piece in pieces if piece.card.suit is suit]
            faces: dict[Card, list[Piece]] = {}
            for piece in sorted(of_suit):
                faces.setdefault(piece.card, []).append(piece)
            if faces:
                spots = tuple(_spot(arranging, each) for each in faces.values())
                rows.append(Row(spots, suit, sum(len(spot.pieces) for spot in spots)))
    else:
        spots = tuple(_spot(arranging, [piece]) for piece in pieces)
        rows = [Row(part, count=len(part)) for part in _even(spots, _rows_for(len(spots)))]
    wider = TWO_ROWS_FROM <= len(pieces) <= WIDER_UP_TO
    return HandShown(tuple(rows), lanes, big, wider, len(here))


def _rows_for(count: int) -> int:
    if count >= LANES_FROM:
        return -(-count // MOST_IN_A_ROW)
    return 2 if count >= TWO_ROWS_FROM else 1


def _even(spots: tuple[Spot, ...], rows: int) -> list[tuple[Spot, ...]]:
    """The places in rows of equal length, the first ones longer by one where need be."""
    parts, at = [], 0
    for row in range(rows):
        size = -(-(len(spots) - at) // (rows - row))
        parts.append(spots[at : at + size])
        at += size
    return parts


def _spot(arranging: Arranging, pieces: Sequence[Piece]) -> Spot:
    here = tuple(piece for piece in pieces if arranging.place_of(piece) is Place.HAND)
    return Spot(here, pieces[0], sum(piece in arranging.picked for piece in here))
