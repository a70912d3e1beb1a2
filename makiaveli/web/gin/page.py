"""Everything that the page of Gin Rummy shows of its state."""

from collections.abc import Sequence
from dataclasses import dataclass

from makiaveli.solver import Card
from makiaveli.web.gin import words as told
from makiaveli.web.gin.hands import HAND_SIZE
from makiaveli.web.gin.notes import Note, NoteCode
from makiaveli.web.gin.shown_hand import ShownHand, hand_shown
from makiaveli.web.gin.shown_score import ShownScore, score_shown
from makiaveli.web.gin.shown_sheet import ShownSheet, sheet_shown
from makiaveli.web.gin.state import Gin
from makiaveli.web.pad import Key, rows_of_keys
from makiaveli.web.words import card_name


@dataclass(frozen=True)
class GinPage:
    """What ``ginrummy/page.html`` and ``ginrummy/_gin.html`` show."""

    gin: Gin
    address: str
    said: str
    """What became of the last edit, read aloud."""
    wrong: str
    """Why it was not made, if so."""
    text: str
    """What stands in the text field."""
    misread: bool
    problems: tuple[str, ...]
    suits: tuple[tuple[Key, ...], ...]
    hand: ShownHand
    score: ShownScore | None
    """Once both hands are full."""
    sheet: ShownSheet
    examples: tuple[tuple[str, str], ...]
    """Names and the edits that lay them in."""

    @property
    def view(self) -> str:
        """What a phone shows."""
        return self.gin.show.value or ("other" if self.gin.target else "hand")

    @property
    def counts(self) -> tuple[int, int]:
        """Cards in your hand and in the other."""
        mine, theirs = self.gin.hands.cards
        return len(mine), len(theirs)

    @property
    def can_write(self) -> bool:
        """Whether the hand can be added to the sheet."""
        return bool(self.score and self.score.allowed) and not self.gin.written and not self.sheet.full

    @property
    def primary(self) -> tuple[str, str]:
        """The edit of the one main button and its label."""
        if self.sheet.full and self.view in ("score", "sheet"):
            return "new", "New match"
        if self.view in ("score", "sheet") and self.score:
            return ("next", "Next hand") if self.gin.written else ("add", "Add to the sheet")
        if self.score:
            return "score", "Score"
        if self.view == "hand":
            return "other", "Add the other hand"
        if self.view == "sheet":
            return "hand", "Lay in a hand"
        if self.counts[0] < HAND_SIZE:
            return "hand", "Lay in your hand"
        return "score", "Score"

    @property
    def lacking(self) -> str:
        """Why the main button cannot be pressed yet, in a few words; empty when it can."""
        match self.primary[0]:
            case "score" if not self.score:
                return f"{HAND_SIZE - self.counts[1]} to go"
            case "add" if not self.can_write:
                return f"A knock needs {self.gin.hands.sheet.rules.knock_limit} or less"
        return ""


def page_of(
    gin: Gin, address: str, note: Note | None, text: str, said: str, examples: Sequence[tuple[str, str]]
) -> GinPage:
    """The page for this state, after the edit that the note tells of."""
    wrong = note if note and not note.fits else None
    misread = wrong is not None and wrong.code is NoteCode.MISREAD
    why = told.note(wrong, gin) if wrong else ""
    return GinPage(
        gin=gin,
        address=address,
        said=said or (told.note(note, gin) if note else ""),
        wrong="That could not be read." if misread else why,
        text=wrong.text if wrong and wrong.text and not text and wrong.code is not NoteCode.RULES else text,
        misread=misread,
        problems=tuple(map(str, wrong.problems)) if wrong and misread else (why,) if why else (),
        suits=_keys(gin),
        hand=hand_shown(gin),
        score=score_shown(gin) if gin.hands.full else None,
        sheet=sheet_shown(gin),
        examples=tuple(examples),
    )


def _keys(gin: Gin) -> tuple[tuple[Key, ...], ...]:
    mine, theirs = gin.hands.cards

    def key(face: Card) -> Key:
        mark, where = ("hand", ", in your hand") if face in mine else ("free", "")
        if face in theirs:
            mark, where = "floor", ", in the other hand"
        return Key(face, (mark,), card_name(face) + where, face in gin.cards)

    return rows_of_keys(key)
