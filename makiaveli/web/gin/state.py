"""The state of the page of Gin Rummy, a value that edits turn into the next one.

Nothing here raises, whatever it is given: an edit that does not fit leaves everything as it was, and a
:class:`Note` says why.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, Self

from makiaveli.errors import MakiaveliError, NotationError
from makiaveli.gin_answer import HandAnswer, ScoreAnswer, Standing, answer_hand, answer_score
from makiaveli.ginrummy.match import Player
from makiaveli.solver import Card, parse_cards
from makiaveli.web.gin.hands import HAND_SIZE, NO_HANDS, Hands, read_hands
from makiaveli.web.gin.notes import Note, NoteCode
from makiaveli.web.gin.sheet import DEAD, Row, Sheet

NAME_SIZE = 16
"""Characters of a player's name."""
LOG_SIZE = 30
"""Steps that can be undone."""


class Show(StrEnum):
    """What a phone shows instead of the pad."""

    NONE = ""
    SCORE = "score"
    SHEET = "sheet"


@dataclass(frozen=True, slots=True)
class Gin:
    """Everything that the address of the page holds, and the steps that led to it."""

    hands: Hands = NO_HANDS
    target: Player = 0
    """Whose hand clicks go to."""
    show: Show = Show.NONE
    chosen: Player | None = None
    """Who knocked, if somebody said so."""
    defence: Literal["fixed", "best"] = "fixed"
    written: bool = False
    """Whether these two hands are on the sheet already."""
    names: tuple[str, str] = ("", "")
    past: tuple[Hands, ...] = ()
    """Earlier hands, the last ones at the end."""
    future: tuple[Hands, ...] = ()
    """What can be redone, the next one first."""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> tuple[Self, Note | None]:
        """The state of an address, or of a form with its ``log``; what cannot be read is left out.

        A note says what is wrong. Steps that do not lead to this state are dropped.
        """
        problems: list[object] = []
        hands, sheet = NO_HANDS, NO_HANDS.sheet
        try:
            hands = Hands(read_hands(query.get("p", "")))
        except NotationError as error:
            problems += error.problems
        try:
            sheet = Sheet.parse(query.get("sheet", ""), query.get("rules") or "basic")
        except NotationError as error:
            problems += error.problems
        knock, show = query.get("knock"), query.get("show", "")
        gin = cls(
            hands=replace(hands, sheet=sheet),
            target=1 if query.get("edit") == "other" else 0,
            show=Show(show) if show in set(Show) and (show != Show.SCORE or hands.full) else Show.NONE,
            chosen={"you": 0, "other": 1}.get(knock or "") if hands.full else None,  # type: ignore[arg-type]  # 0 or 1
            defence="best" if query.get("defence") == "best" else "fixed",
            written=query.get("written") == "1",
            names=(_name(query.get("you", "")), _name(query.get("them", ""))),
        )
        if problems:
            return gin, Note(NoteCode.MISREAD, text=query.get("p", ""), problems=tuple(problems))
        return gin._with_log(query.get("log", "")), None

    # ------------------------------------------------------------ What it amounts to

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the target."""
        return self.hands.cards[self.target]

    @property
    def knocker(self) -> Player:
        """Who knocks: the one with eleven cards, else the one who was named, else the one who can."""
        if self.hands.eleven is not None:
            return self.hands.eleven
        if self.chosen is not None:
            return self.chosen
        limit = self.hands.sheet.rules.knock_limit
        mine, theirs = (answer_hand(cards, limit).best.deadwood for cards in self.hands.cards)
        return 1 if theirs <= limit < mine else 0

    def answer(self, player: Player) -> HandAnswer:
        """What this player's cards are worth."""
        return answer_hand(self.hands.cards[player], self.hands.sheet.rules.knock_limit)

    @property
    def thrown(self) -> Card | None:
        """The card that whoever knocks throws first; ``None`` with ten cards, and for big gin."""
        answer = self.answer(self.knocker)
        if answer.best_discard is None or answer.standing is Standing.BIG_GIN:
            return None
        return Card(answer.best_discard.card)

    def score(self, defence: Literal["fixed", "best"] | None = None) -> ScoreAnswer:
        """Who scores what, once both hands are full."""
        knocker = self.knocker
        other: Player = 0 if knocker else 1
        kept = [card for card in self.hands.cards[knocker] if card != self.thrown]
        return answer_score(
            kept,
            self.hands.cards[other],
            defence=defence or self.defence,
            rules=self.hands.sheet.rules,
        )

    # ------------------------------------------------------------ Address and log

    @property
    def query(self) -> dict[str, str]:
        """What the address holds; what has its usual value is left out."""
        knock = "" if self.chosen is None else "other" if self.chosen else "you"
        sheet = self.hands.sheet
        query = {
            "edit": "other" if self.target else "hand",
            "show": self.show.value,
            "knock": knock,
            "defence": self.defence if self.defence != "fixed" else "",
            "written": "1" if self.written else "",
            "rules": sheet.preset if sheet.preset != "basic" else "",
            "you": self.names[0],
            "them": self.names[1],
            "sheet": str(sheet) if sheet.rows else "",
            "p": self.hands.p,
        }
        return {name: value for name, value in query.items() if value}

    @property
    def log(self) -> str:
        """The steps, as a form field carries them: which of them is now, then one each."""
        steps = (*self.past, self.hands, *self.future)
        return "~".join([str(len(self.past)), *(f"{step.p}/{step.sheet}" for step in steps)])

    def _with_log(self, log: str) -> Self:
        """The same with the steps of a log; one that does not lead here is dropped."""
        at, *texts = log.split("~")[: 2 * LOG_SIZE + 2]
        try:
            now = int(at)
            steps = tuple(_step(text, self.hands.sheet.preset) for text in texts)
        except ValueError:
            return self
        if not 0 <= now < len(steps) or steps[now] != self.hands:
            return self
        return replace(self, past=steps[:now], future=steps[now + 1 :])

    # ------------------------------------------------------------ Edits

    def do(self, text: str) -> tuple[Self, Note]:
        """The page's state after the edit that the text names, and what became of it.

        ``7S`` adds a card to the target or takes it back, ``-7S`` takes it back; ``+`` with a text adds its
        cards or lays in both hands; ``hand`` and ``other`` choose the target, ``score`` and ``sheet`` what is
        shown; ``undo``, ``redo``, ``clear``; ``knock-you``, ``knock-other``, ``fixed`` and ``best`` choose
        how the hand ends; ``add``, ``dead``, ``take-back``, ``next`` and ``new`` keep the sheet; ``keep``
        changes nothing; ``rules-`` with a name scores the sheet by these rules.
        """
        if text.startswith("+"):
            return self._type(text[1:])
        if text.startswith("rules-"):
            return self._play_by(text.removeprefix("rules-"))
        try:
            card = Card.parse(text.removeprefix("-"))
        except NotationError:
            return self._command(text)
        if text.startswith("-") or card in self.cards:
            return self._take(card)
        return self._add((card,))

    def _command(self, text: str) -> tuple[Self, Note]:
        match text:
            case "hand" | "other":
                aimed = replace(self, target=1 if text == "other" else 0, show=Show.NONE)
                return aimed, Note(NoteCode.AIMED, player=aimed.target)
            case "score" | "sheet":
                return self._show(Show(text))
            case "undo":
                return self._undo()
            case "redo":
                return self._redo()
            case "clear":
                return self._make(replace(self.hands, cards=((), ()))), Note(NoteCode.CLEARED)
            case "knock-you" | "knock-other":
                return self._knock(1 if text == "knock-other" else 0)
            case "fixed" | "best":
                defence: Literal["fixed", "best"] = "best" if text == "best" else "fixed"
                return replace(self, defence=defence, written=False), Note(NoteCode.SHOWN)
            case "add":
                return self._write()
            case "dead":
                return self._dead()
            case "take-back":
                return self._take_back()
            case "next":
                cleared = self._make(replace(self.hands, cards=((), ())))
                return replace(cleared, target=0, show=Show.NONE), Note(NoteCode.CLEARED)
            case "new":
                emptied = self._make(replace(self.hands, sheet=replace(self.hands.sheet, rows=())))
                return replace(emptied, show=Show.SHEET), Note(NoteCode.NEW_MATCH)
            case "keep":
                return self, Note(NoteCode.KEPT)
        return self, Note(NoteCode.UNKNOWN, text=text)

    def _make(self, hands: Hands) -> Self:
        """The state with other hands, one step on."""
        if hands == self.hands:
            return self
        past = (*self.past, self.hands)[-LOG_SIZE:]
        rows = len(hands.sheet.rows) - len(self.hands.sheet.rows)
        return replace(
            self,
            hands=hands,
            past=past,
            future=(),
            written=hands.cards == self.hands.cards and rows >= (0 if self.written else 1),
            chosen=self.chosen if hands.full else None,
            defence=self.defence if hands.full else "fixed",
        )

    def _add(self, cards: tuple[Card, ...]) -> tuple[Self, Note]:
        target = self.target
        other: Player = 0 if target else 1
        # A pair of one face in the same text counts once, as a card does that is there already.
        new = tuple(dict.fromkeys(card for card in cards if card not in self.cards))
        elsewhere = tuple(card for card in new if card in self.hands.cards[other])
        if elsewhere:
            return self, Note(NoteCode.ELSEWHERE, elsewhere, other)
        count = len(self.cards) + len(new)
        if count > HAND_SIZE and self.hands.eleven == other:
            return self, Note(NoteCode.ONE_ELEVEN, new, other)
        if count > HAND_SIZE + 1:
            return self, Note(NoteCode.ELEVEN, new, target)
        return self._make(self.hands.with_hand(target, self.cards + new)), Note(NoteCode.ADDED, new, target)

    def _take(self, card: Card) -> tuple[Self, Note]:
        if card not in self.cards:
            return self, Note(NoteCode.NOT_THERE, (card,), self.target)
        left = (each for each in self.cards if each != card)
        return self._make(self.hands.with_hand(self.target, left)), Note(NoteCode.TAKEN, (card,), self.target)

    def _type(self, text: str) -> tuple[Self, Note]:
        try:
            if "/" in text:
                laid = self._make(replace(self.hands, cards=read_hands(text)))
                return laid, Note(NoteCode.LAID)
            cards = parse_cards(text)
        except NotationError as error:
            return self, Note(NoteCode.MISREAD, text=text, problems=error.problems)
        if not cards:
            return self, Note(NoteCode.NO_TEXT)
        made, note = self._add(cards)
        return made, note if note.fits else replace(note, text=text)

    def _show(self, show: Show) -> tuple[Self, Note]:
        if show is Show.SCORE and not self.hands.full:
            return self, Note(NoteCode.TOO_FEW)
        return replace(self, show=show), Note(NoteCode.SHOWN)

    def _undo(self) -> tuple[Self, Note]:
        if not self.past:
            return self, Note(NoteCode.NO_UNDO)
        undone = self._make(self.past[-1])
        return replace(undone, past=self.past[:-1], future=(self.hands, *self.future)), Note(NoteCode.UNDONE)

    def _redo(self) -> tuple[Self, Note]:
        if not self.future:
            return self, Note(NoteCode.NO_REDO)
        redone = self._make(self.future[0])
        return replace(redone, future=self.future[1:]), Note(NoteCode.REDONE)

    def _knock(self, player: Player) -> tuple[Self, Note]:
        if not self.hands.full:
            return self, Note(NoteCode.TOO_FEW)
        if self.hands.eleven not in (None, player):
            return self, Note(NoteCode.ONE_KNOCKS, player=player)
        chosen = replace(self, chosen=player, defence="fixed", written=False)
        return chosen, Note(NoteCode.KNOCKED, player=player)

    def _write(self) -> tuple[Self, Note]:
        if not self.hands.full:
            return self, Note(NoteCode.TOO_FEW)
        if self.written:
            return self, Note(NoteCode.WRITTEN_ALREADY)
        if self.hands.sheet.full:
            return self, Note(NoteCode.MATCH_OVER)
        scored = self.score()
        if not scored.may_knock:
            return self, Note(NoteCode.NO_KNOCK, player=self.knocker)
        return self._row(Row.of(self.knocker, scored)), Note(NoteCode.WRITTEN)

    def _dead(self) -> tuple[Self, Note]:
        if self.hands.sheet.full:
            return self, Note(NoteCode.MATCH_OVER)
        return self._row(DEAD), Note(NoteCode.WRITTEN)

    def _row(self, row: Row) -> Self:
        sheet = self.hands.sheet.add(row)
        return replace(self._make(replace(self.hands, sheet=sheet)), show=Show.SHEET)

    def _take_back(self) -> tuple[Self, Note]:
        sheet = self.hands.sheet
        if not sheet.rows:
            return self, Note(NoteCode.EMPTY_SHEET)
        taken = self._make(replace(self.hands, sheet=replace(sheet, rows=sheet.rows[:-1])))
        return replace(taken, show=Show.SHEET), Note(NoteCode.TOOK_BACK)

    def _play_by(self, preset: str) -> tuple[Self, Note]:
        try:
            sheet = self.hands.sheet.by(preset)
        except MakiaveliError as error:
            return self, Note(NoteCode.RULES, text=preset, problems=error.problems)
        # What was undone may come after an earlier end by these rules, so it is forgotten.
        kept = replace(self, hands=replace(self.hands, sheet=sheet), past=(), future=())
        return kept if preset != self.hands.sheet.preset else self, Note(NoteCode.KEPT)


def _step(text: str, preset: str) -> Hands:
    mine, theirs, sheet = text.split("/")
    return Hands(read_hands(f"{mine}/{theirs}"), Sheet.parse(sheet, preset))


def _name(text: str) -> str:
    """The name on one line, without blanks around it and not too long for a column."""
    return " ".join(text.split())[:NAME_SIZE].strip()
