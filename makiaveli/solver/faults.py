"""What can be wrong with cards that were read: codes with cards, and the English words for them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from makiaveli.solver.cards import FACES, Card, pretty_cards


class FaultCode(StrEnum):
    """Each way in which cards cannot lie as they do. ``Fault.cards`` holds what is said per code."""

    TOO_SHORT = "too_short"
    """Fewer than three cards: those that are there."""
    MIXED = "mixed"
    """Neither one rank nor one suit: all cards."""
    TWICE_IN_SET = "twice_in_set"
    """A face twice in a set: the repeated faces."""
    TWICE_IN_RUN = "twice_in_run"
    """A face twice in a run: the repeated faces."""
    ACE_WRAPS = "ace_wraps"
    """An ace between king and two: the ace."""
    ACE_TWICE = "ace_twice"
    """One run with an ace at both ends: the ace."""
    GAP = "gap"
    """A run with a hole: the card below, the missing ones, the card above."""
    COPIES = "copies"
    """More copies of a face than two decks hold: every copy."""
    CROSS = "cross"
    """More than four cross cards: all of them."""
    EMPTY_HAND = "empty_hand"
    """No card in the hand: nothing."""


@dataclass(frozen=True, order=True, slots=True)
class Fault:
    """Something that is wrong with cards. ``str()`` says it in English; pages word the code themselves."""

    code: FaultCode
    cards: tuple[Card, ...] = ()
    """The cards that it is about, as :class:`FaultCode` says."""
    meld: tuple[Card, ...] = ()
    """The floor meld that has the fault, where a whole position is judged."""

    def about(self, meld: Iterable[int]) -> "Fault":
        """The same fault, said of this meld."""
        return replace(self, meld=tuple(FACES[card] for card in meld))

    @property
    def reason(self) -> str:
        """The reason alone, without naming the meld."""
        return _WORDS[self.code](self.cards)

    def __str__(self) -> str:
        return f"{pretty_cards(self.meld)} is no meld. {self.reason}" if self.meld else self.reason


def _too_short(cards: tuple[Card, ...]) -> str:
    so_far = ("No card", "One card", "Two cards")[len(cards)]
    return f"{so_far} so far. A meld has three or more."


def _mixed(cards: tuple[Card, ...]) -> str:
    return "Neither one rank nor one suit. A set has one rank, a run one suit."


def _twice(kind: str, each: str) -> str:
    return f"is there twice. A {kind} holds each {each} once."


def _gap(cards: tuple[Card, ...]) -> str:
    low, *missing, high = (card.pretty for card in cards)
    if len(missing) == 1:
        return f"{missing[0]} is missing between {low} and {high}."
    if len(missing) == 2:
        return f"{missing[0]} and {missing[1]} are missing between {low} and {high}."
    return f"{missing[0]} to {missing[-1]} are missing between {low} and {high}."


def _copies(cards: tuple[Card, ...]) -> str:
    return f"{cards[0].pretty} is there {len(cards)} times. Two decks hold it twice."


_WORDS: dict[FaultCode, Callable[[tuple[Card, ...]], str]] = {
    FaultCode.TOO_SHORT: _too_short,
    FaultCode.MIXED: _mixed,
    FaultCode.TWICE_IN_SET: lambda cards: f"{pretty_cards(cards)} {_twice('set', 'suit')}",
    FaultCode.TWICE_IN_RUN: lambda cards: f"{pretty_cards(cards)} {_twice('run', 'rank')}",
    FaultCode.ACE_WRAPS: lambda cards: "An ace is low or high, it does not wrap.",
    FaultCode.ACE_TWICE: lambda cards: "An ace is low or high. A run has one of them, and at most 13 cards.",
    FaultCode.GAP: _gap,
    FaultCode.COPIES: _copies,
    FaultCode.CROSS: lambda cards: (
        f"{len(cards)} cross cards: {pretty_cards(cards)}. A cross has at most four."
    ),
    FaultCode.EMPTY_HAND: lambda cards: "The hand is empty. Give it at least one card.",
}
