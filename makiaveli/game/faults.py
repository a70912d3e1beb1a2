"""What can be wrong with a deal or a turn: codes with values, and the English words for them."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from makiaveli.solver import Card, Fault, pretty_cards


class DealFaultCode(StrEnum):
    """Each way in which a game cannot be dealt."""

    RULES = "rules"
    """Rules that are no preset; ``piece`` describes them."""
    SEATS = "seats"
    """More or fewer seats than the rules have; ``piece`` is their number."""
    STARTER = "starter"
    """The seat that should begin does not exist; ``piece`` is its number."""
    MISSING = "missing"
    """Cards of the decks that are not dealt: each missing copy."""
    SURPLUS = "surplus"
    """Cards that are dealt more often than the decks hold them: each copy too many."""


@dataclass(frozen=True, order=True, slots=True)
class DealFault:
    """Something that keeps a game from being dealt. ``str()`` says it in English."""

    code: DealFaultCode
    piece: str = ""
    """What was asked for, as :class:`DealFaultCode` says."""
    cards: tuple[Card, ...] = ()
    """The cards that it is about."""
    allowed: str = ""
    """What would be right."""

    def __str__(self) -> str:
        match self.code:
            case DealFaultCode.RULES:
                return f"The rules {self.piece!r} are not supported. There are {self.allowed}."
            case DealFaultCode.SEATS:
                return f"{self.piece} seats are not supported. There are {self.allowed}."
            case DealFaultCode.STARTER:
                return f"Seat {self.piece} cannot begin. The seats are {self.allowed}."
            case DealFaultCode.MISSING:
                return f"Not dealt: {pretty_cards(self.cards)}. All cards of the decks are dealt."
        return f"Dealt too often: {pretty_cards(self.cards)}. The decks do not hold that many."


class TurnFaultCode(StrEnum):
    """Each way in which a turn is illegal. ``TurnFault.cards`` holds what is said per code."""

    GAME_OVER = "game_over"
    """The game has ended."""
    NO_SEAT = "no_seat"
    """There is no such seat: ``seat``."""
    NOT_YOUR_TURN = "not_your_turn"
    """Somebody else is to move: ``seat``."""
    EMPTY_STOCK = "empty_stock"
    """Drawing where nothing is left."""
    STOCK_LEFT = "stock_left"
    """Passing while there are cards to draw."""
    NOTHING_PLAYED = "nothing_played"
    """A play of no card."""
    NOT_IN_HAND = "not_in_hand"
    """Played cards that the hand does not hold: each copy."""
    NOT_LAID = "not_laid"
    """Played cards that lie nowhere on the new floor: each copy."""
    FLOOR_MISSING = "floor_missing"
    """Floor cards that the new floor lacks: each copy."""
    FROM_NOWHERE = "from_nowhere"
    """Cards of the new floor that were neither there nor played nor in the cross: each copy."""
    NO_MELD = "no_meld"
    """Cards of the new floor that are no meld: all of them; ``place`` and ``why`` say more."""


@dataclass(frozen=True, order=True, slots=True)
class TurnFault:
    """A reason why a turn is illegal. ``str()`` says it in English; pages word the code themselves."""

    code: TurnFaultCode
    cards: tuple[Card, ...] = ()
    """The cards that it is about, as :class:`TurnFaultCode` says."""
    seat: int | None = None
    """The seat that it is about, counted from 0."""
    place: int | None = None
    """Which meld of the play's floor is at fault, counted from 0."""
    why: Fault | None = None
    """Why that meld is none."""

    def __str__(self) -> str:
        return _WORDS[self.code](self)


def _are(words: str) -> Callable[[TurnFault], str]:
    """Words that say what the cards are."""
    return lambda fault: f"{pretty_cards(fault.cards)} {'is' if len(fault.cards) == 1 else 'are'} {words}"


_WORDS: dict[TurnFaultCode, Callable[[TurnFault], str]] = {
    TurnFaultCode.GAME_OVER: lambda fault: "The game is over.",
    TurnFaultCode.NO_SEAT: lambda fault: f"There is no seat {fault.seat}.",
    TurnFaultCode.NOT_YOUR_TURN: lambda fault: f"It is the turn of seat {fault.seat}.",
    TurnFaultCode.EMPTY_STOCK: lambda fault: "The stock is empty. Play or pass.",
    TurnFaultCode.STOCK_LEFT: lambda fault: "There are cards left to draw. Passing is for an empty stock.",
    TurnFaultCode.NOTHING_PLAYED: lambda fault: (
        "No card is played. A play lays down at least one of the hand."
    ),
    TurnFaultCode.NOT_IN_HAND: _are("not in the hand."),
    TurnFaultCode.NOT_LAID: _are("played but not on the new floor."),
    TurnFaultCode.FLOOR_MISSING: _are("missing. No card leaves the floor."),
    TurnFaultCode.FROM_NOWHERE: _are("neither played nor from the floor nor a free cross card."),
    TurnFaultCode.NO_MELD: lambda fault: str(fault.why),
}
