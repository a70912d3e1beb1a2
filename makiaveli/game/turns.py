"""Turns: draw, play, pass; and how they are read and written."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from makiaveli.errors import NotationError
from makiaveli.solver import FACES, Card, Position, write_cards


class TurnKind(StrEnum):
    """What a player can do."""

    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"  # noqa: S105 - a turn, not a password


@dataclass(frozen=True, order=True, slots=True)
class Draw:
    """Take the top card of the stock."""

    seat: int
    """Who does it, counted from 0."""

    @property
    def kind(self) -> TurnKind:
        """Always ``draw``."""
        return TurnKind.DRAW

    def __str__(self) -> str:
        return f"{self.seat} draw"


@dataclass(frozen=True, order=True, slots=True)
class Pass:
    """Do nothing, where the stock is empty."""

    seat: int
    """Who does it, counted from 0."""

    @property
    def kind(self) -> TurnKind:
        """Always ``pass``."""
        return TurnKind.PASS

    def __str__(self) -> str:
        return f"{self.seat} pass"


@dataclass(frozen=True, order=True, slots=True)
class Play:
    """Lay down cards of the hand and leave the floor as stated.

    Cards are counted: which copy lies where makes no difference. What the new floor holds beyond the old
    floor and the played cards is taken from the cross. An empty meld is dropped.
    """

    seat: int
    """Who does it, counted from 0."""
    cards: tuple[Card, ...]
    """The cards from the hand."""
    floor: tuple[tuple[Card, ...], ...]
    """The whole new floor."""

    def __post_init__(self) -> None:
        if not all(self.floor):
            object.__setattr__(self, "floor", tuple(filter(None, self.floor)))

    @classmethod
    def of(cls, seat: int, cards: Iterable[int], floor: Iterable[Iterable[int]]) -> "Play":
        """The play of these cards, given as any ints 0..51."""
        return cls(seat, tuple(map(Card, cards)), tuple(tuple(map(Card, meld)) for meld in floor))

    @property
    def kind(self) -> TurnKind:
        """Always ``play``."""
        return TurnKind.PLAY

    def __str__(self) -> str:
        floor = ".".join(map(write_cards, self.floor))
        return f"{self.seat} play {write_cards(self.cards) or '-'}/{floor or '-'}"


Turn = Draw | Play | Pass

_TURN = re.compile(r"([0-9]{1,3}) +(?:(draw)|(pass)|play +([^/]+/[^/]+))", re.IGNORECASE)

_SPELLING = {str(card): card for card in FACES}


def parse_turn(text: str) -> Turn:
    """The turn that the text names: ``0 draw``, ``0 pass`` or ``0 play hand cards / new floor``.

    Cards and melds are read as in a :class:`~makiaveli.solver.Position`. Raises :class:`NotationError`;
    whether the turn is legal is another question, which needs a state.

    >>> print(parse_turn("1 Play 3-5s / 2-5♠; 7hdc"))
    1 play 3S4S5S/2S3S4S5S.7H7D7C
    """
    match = _TURN.fullmatch(" ".join(text.split()))
    if match is None:
        shown = text if len(text) <= 40 else text[:39] + "…"
        raise NotationError(f"{shown!r} is no turn. Try 0 draw, 0 pass or 0 play 3S4S5S / 3S4S5S.7H7D7C.")
    seat = int(match[1])
    if match[2]:
        return Draw(seat)
    if match[3]:
        return Pass(seat)
    cards, floor = match[4].split("/")
    try:
        return Play(seat, _as_written(cards), tuple(map(_as_written, floor.split("."))))
    except KeyError:
        position = Position.parse(match[4])
        return Play(seat, position.hand, position.floor)


def _as_written(text: str) -> tuple[Card, ...]:
    """What :func:`parse_cards` reads, of cards in our own spelling: many times as fast, for stored games.

    Raises :class:`KeyError` for any other spelling.
    """
    return tuple([_SPELLING[text[at : at + 2]] for at in range(0, len(text), 2)])
