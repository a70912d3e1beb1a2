"""The single cards that a player sees: each has a name of its own, so that two equal cards are told apart."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from makiaveli.game import View, cross_places
from makiaveli.solver import Card, Zone


@dataclass(frozen=True, order=True, slots=True)
class Piece:
    """A single card as the turn found it. ``str()`` is its name, such as ``7S0``."""

    card: Card
    copy: int
    """0 or 1, counted over the hand, the floor and the cross."""
    source: Zone
    spot: int = 0
    """Its meld in ``view.floor``, or its place in the cross."""

    def __str__(self) -> str:
        return f"{self.card}{self.copy}"


PIECE = re.compile("[A2-9TJQK][SHDC][01]")
"""How the name of a piece looks."""


@dataclass(frozen=True)
class Setting:
    """What lies before a player when the turn begins: the own hand, the floor and the cross."""

    view: View

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All of it: the hand first, so that its names do not depend on what others lay down."""
        seen: Counter[Card] = Counter()
        pieces = []

        def add(card: Card, source: Zone, spot: int = 0) -> None:
            pieces.append(Piece(card, seen[card], source, spot))
            seen[card] += 1

        for card in self.view.hand:
            add(card, Zone.HAND)
        # By what melds hold, not by their number, which changes from turn to turn.
        for number, meld in sorted(enumerate(self.view.floor), key=lambda each: (each[1], each[0])):
            for card in meld:
                add(card, Zone.FLOOR, number)
        for place, crossed in enumerate(cross_places(self.view)):
            if crossed is not None:
                add(crossed, Zone.CROSS, place)
        return tuple(pieces)

    @cached_property
    def named(self) -> dict[str, Piece]:
        """The pieces by their names."""
        return {str(piece): piece for piece in self.pieces}

    @cached_property
    def hand(self) -> tuple[Piece, ...]:
        """The pieces of the hand, sorted."""
        return tuple(piece for piece in self.pieces if piece.source is Zone.HAND)

    @cached_property
    def cross(self) -> tuple[Piece | None, ...]:
        """The piece at each place of the cross; ``None`` where it has been used."""
        there = {piece.spot: piece for piece in self.pieces if piece.source is Zone.CROSS}
        return tuple(there.get(place) for place in range(len(self.view.dealt_cross)))

    @cached_property
    def piles(self) -> tuple[tuple[Piece, ...], ...]:
        """The pieces of each floor meld."""
        piles: dict[int, list[Piece]] = defaultdict(list)
        for piece in self.pieces:
            if piece.source is Zone.FLOOR:
                piles[piece.spot].append(piece)
        return tuple(tuple(piles[number]) for number in range(len(self.view.floor)))

    def find(self, names: Iterable[str]) -> tuple[Piece, ...]:
        """The pieces of these names, without those that are not here."""
        return tuple(self.named[name] for name in names if name in self.named)
