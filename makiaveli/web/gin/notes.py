"""What becomes of an edit on the page of Gin Rummy."""

from dataclasses import dataclass
from enum import StrEnum

from makiaveli.ginrummy.match import Player
from makiaveli.solver import Card


class NoteCode(StrEnum):
    """What became of an edit."""

    ADDED = "added"
    TAKEN = "taken"
    AIMED = "aimed"
    UNDONE = "undone"
    REDONE = "redone"
    CLEARED = "cleared"
    LAID = "laid"
    SHOWN = "shown"
    KNOCKED = "knocked"
    WRITTEN = "written"
    """The hand was added to the sheet."""
    TOOK_BACK = "took_back"
    NEW_MATCH = "new_match"
    KEPT = "kept"
    """Names and rules."""

    NO_UNDO = "no_undo"
    NO_REDO = "no_redo"
    ELEVEN = "eleven"
    """The hand has eleven cards already, or would have more."""
    ONE_ELEVEN = "one_eleven"
    """The other hand has eleven cards, so this one has ten."""
    ELSEWHERE = "elsewhere"
    """The cards that are in the other hand."""
    NOT_THERE = "not_there"
    """A card that the hand does not hold."""
    NO_TEXT = "no_text"
    MISREAD = "misread"
    UNKNOWN = "unknown"
    TOO_FEW = "too_few"
    """Both hands must be full for this."""
    NO_KNOCK = "no_knock"
    """Whoever knocks has too much deadwood."""
    ONE_KNOCKS = "one_knocks"
    """The hand of eleven cards is the one that knocks."""
    WRITTEN_ALREADY = "written_already"
    MATCH_OVER = "match_over"
    EMPTY_SHEET = "empty_sheet"
    RULES = "rules"
    """By the rules asked for the match would have ended earlier."""


_FITS = frozenset(list(NoteCode)[: list(NoteCode).index(NoteCode.KEPT) + 1])


@dataclass(frozen=True, slots=True)
class Note:
    """What became of an edit."""

    code: NoteCode
    cards: tuple[Card, ...] = ()
    player: Player = 0
    text: str = ""
    problems: tuple[object, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether the edit was made."""
        return self.code in _FITS
