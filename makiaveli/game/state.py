"""The state of a game, and what one seat sees of it."""

from collections import Counter
from dataclasses import dataclass

from makiaveli.game.rules import Rules
from makiaveli.solver import FACES, Card, Position


@dataclass(frozen=True, order=True, slots=True)
class State:
    """Everything about a game at one moment. Equal for equal tables: hands are kept sorted."""

    rules: Rules
    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat, sorted."""
    floor: tuple[tuple[Card, ...], ...]
    """The melds, each in table order."""
    cross: tuple[Card, ...]
    """The cross cards that are still single, in the order of their places."""
    dealt_cross: tuple[Card, ...]
    """The cross as it was dealt: above, right, below, left of the stock."""
    stock: tuple[Card, ...]
    """The cards left to draw, the next one first."""
    starter: int
    """The seat that began, counted from 0."""
    turn: int
    """The seat to move, counted from 0."""
    ply: int = 0
    """Turns taken so far."""
    passes: int = 0
    """Passes in a row up to now."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each hand."""
        return tuple(map(len, self.hands))

    @property
    def stock_size(self) -> int:
        """The number of cards left to draw."""
        return len(self.stock)

    def position(self, seat: int) -> Position:
        """What the solver is asked for this seat: its hand, the floor, the cross."""
        return Position(self.hands[seat], self.floor, self.cross)

    def cards(self) -> tuple[Card, ...]:
        """All cards, wherever they are: hands, floor, cross, stock."""
        piles = (*self.hands, *self.floor, self.cross, self.stock)
        return tuple(card for pile in piles for card in pile)


@dataclass(frozen=True, order=True, slots=True)
class View:
    """What one seat may see: its own hand, all that lies open, and how many cards are hidden where."""

    rules: Rules
    seat: int
    """Whose view it is, counted from 0."""
    hand: tuple[Card, ...]
    """The own cards, sorted."""
    hand_sizes: tuple[int, ...]
    """The number of cards in each hand, the own included."""
    floor: tuple[tuple[Card, ...], ...]
    """The melds, each in table order."""
    cross: tuple[Card, ...]
    """The cross cards that are still single, in the order of their places."""
    dealt_cross: tuple[Card, ...]
    """The cross as it was dealt: above, right, below, left of the stock."""
    stock_size: int
    """The number of cards left to draw."""
    starter: int
    """The seat that began, counted from 0."""
    turn: int
    """The seat to move, counted from 0."""
    ply: int
    """Turns taken so far."""
    passes: int
    """Passes in a row up to now."""

    def position(self) -> Position:
        """What the solver is asked for this seat: its hand, the floor, the cross."""
        return Position(self.hand, self.floor, self.cross)

    def unseen(self) -> tuple[Card, ...]:
        """The cards that lie in other hands or in the stock, sorted."""
        seen = Counter(self.position().cards())
        return tuple(card for card in FACES for _ in range(self.rules.decks - seen[card]))


def view(state: State, seat: int) -> View:
    """What this seat may see of the state. Raises :class:`IndexError` where there is no such seat."""
    if not 0 <= seat < len(state.hands):
        raise IndexError(f"There is no seat {seat}. The seats are 0 to {len(state.hands) - 1}.")
    return View(
        rules=state.rules,
        seat=seat,
        hand=state.hands[seat],
        hand_sizes=state.hand_sizes,
        floor=state.floor,
        cross=state.cross,
        dealt_cross=state.dealt_cross,
        stock_size=state.stock_size,
        starter=state.starter,
        turn=state.turn,
        ply=state.ply,
        passes=state.passes,
    )


def cross_places(table: State | View) -> tuple[Card | None, ...]:
    """The single card at each place of the cross, ``None`` where it has been used.

    Where two places hold one face and one copy was used, the first of them counts as used.
    """
    left = Counter(table.cross)
    places: list[Card | None] = []
    for card in reversed(table.dealt_cross):
        places.append(card if left[card] > 0 else None)
        left[card] -= 1
    return tuple(reversed(places))
