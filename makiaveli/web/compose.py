"""A position while it is laid in: a value that edits turn into the next one.

Nothing here raises, whatever it is given: an edit that does not fit leaves everything as it was, and a
:class:`Note` says why.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from makiaveli.errors import NotationError
from makiaveli.solver import Card, Fault, FaultCode, Position, parse_cards, write_cards
from makiaveli.solver.position import COPIES, CROSS_SIZE

DECKS = 104
"""Cards of two decks: the most that a composition takes in."""
LOG_SIZE = 200
"""Edits that can be undone. Older ones become part of the start."""


class Place(StrEnum):
    """Where clicks go, other than to a meld that is there."""

    HAND = "hand"
    CROSS = "cross"
    NEW = "new"
    """A meld that has no card yet. It exists only as a target."""


Target = Place | int
"""Where clicks go; a number is that of a floor meld, the first being 1."""

_EMPTY = Position(())


@dataclass(frozen=True, slots=True)
class Draft:
    """A position, and where the next card goes."""

    position: Position = _EMPTY
    target: Target = Place.HAND

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the target, in the order in which they came."""
        match self.target:
            case Place.HAND:
                return self.position.hand
            case Place.CROSS:
                return self.position.cross
            case int(number) if number <= len(self.position.floor):
                return self.position.floor[number - 1]
        return ()

    def aim(self, target: Target | None) -> Self:
        """The same cards with this target; a meld that is not there becomes a new one."""
        if target is None:
            return self
        missing = isinstance(target, int) and not 1 <= target <= len(self.position.floor)
        return replace(self, target=Place.NEW if missing else target)

    def with_cards(self, cards: Iterable[Card]) -> Self:
        """The draft with these cards in its target instead. A meld without cards is gone."""
        cards = tuple(cards)
        match self.target:
            case Place.HAND:
                return replace(self, position=replace(self.position, hand=cards))
            case Place.CROSS:
                return replace(self, position=replace(self.position, cross=cards))
        floor = self.position.floor
        at = len(floor) if self.target is Place.NEW else int(self.target) - 1
        floor = (*floor[:at], *((cards,) if cards else ()), *floor[at + 1 :])
        position = replace(self.position, floor=floor)
        return replace(self, position=position, target=at + 1 if cards else Place.NEW)


@dataclass(frozen=True, slots=True)
class Edit:
    """One change that can be undone, written as a short token.

    ``7S8Sh`` adds cards to the hand, ``-7S3`` takes one back from the third meld, ``=3S/-/2S`` lays in a
    whole position. The targets are ``h``, ``x``, ``n`` and numbers.
    """

    cards: tuple[Card, ...] = ()
    target: Target = Place.HAND
    takes: bool = False
    position: Position | None = None
    """What lies there afterwards, where the edit replaces everything."""

    def on(self, draft: Draft) -> Draft:
        """The draft after this edit."""
        if self.position is not None:
            return Draft(self.position)
        draft = draft.aim(self.target)
        if self.takes:
            return draft.with_cards(_without(draft.cards, self.cards))
        return draft.with_cards(draft.cards + self.cards)

    def __str__(self) -> str:
        if self.position is not None:
            return f"={self.position}"
        target = self.target if isinstance(self.target, int) else _LETTERS[self.target]
        return f"{'-' * self.takes}{write_cards(self.cards)}{target}"

    @classmethod
    def parse(cls, token: str) -> "Edit":
        """The edit that the token names. Raises :class:`ValueError` for any other text."""
        if token.startswith("="):
            return cls(position=_laid(token[1:]))
        match = _TOKEN.fullmatch(token)
        if match is None:
            raise ValueError(f"{token!r} is no edit, such as 7Sh or -7S3")
        takes, cards, letter, number = match.groups()
        target = int(number) if number else next(place for place in Place if _LETTERS[place] == letter)
        return cls(parse_cards(cards), target, takes=bool(takes))


_LETTERS = {Place.HAND: "h", Place.CROSS: "x", Place.NEW: "n"}
_TOKEN = re.compile("(-?)((?:[A2-9TJQK][SHDC])+)(?:([hxn])|([1-9][0-9]{0,2}))")


def _without(cards: tuple[Card, ...], taken: Iterable[Card]) -> tuple[Card, ...]:
    """The cards without the taken ones, the last copy of each going first."""
    left = list(reversed(cards))
    for card in taken:
        if card in left:
            left.remove(card)
    return tuple(reversed(left))


def _laid(text: str) -> Position:
    """The position. Raises :class:`NotationError`, also for more cards than there are."""
    position = Position.parse(text)
    count = len(position.cards())
    if count > DECKS:
        message = f"These are {count} cards. Two decks have {DECKS}."
        raise NotationError(message)
    return position


class NoteCode(StrEnum):
    """What became of an edit. ``Note`` holds what is said per code."""

    ADDED = "added"
    """Cards, and where to."""
    TAKEN = "taken"
    """Cards, and where from."""
    AIMED = "aimed"
    """The new target."""
    UNDONE = "undone"
    REDONE = "redone"
    CLEARED = "cleared"
    LAID = "laid"
    """All cards of the position that was laid in."""
    READY = "ready"
    """The position can be solved."""

    NO_UNDO = "no_undo"
    NO_REDO = "no_redo"
    USED_UP = "used_up"
    """The cards of which both copies are used."""
    CROSS_FULL = "cross_full"
    NOT_THERE = "not_there"
    """A card that the target does not hold."""
    NO_TEXT = "no_text"
    MISREAD = "misread"
    """The text, and what is wrong with each unreadable piece of it."""
    UNKNOWN = "unknown"
    """The text that names no edit."""
    FAULTY = "faulty"
    """The faults that keep the position from being solved."""


_FITS = frozenset(list(NoteCode)[: list(NoteCode).index(NoteCode.READY) + 1])


@dataclass(frozen=True, slots=True)
class Note:
    """What became of an edit."""

    code: NoteCode
    cards: tuple[Card, ...] = ()
    target: Target = Place.HAND
    text: str = ""
    problems: tuple[object, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether the edit was made."""
        return self.code in _FITS


@dataclass(frozen=True, slots=True)
class Composition:
    """A draft, with the edits that led to it and those that were undone."""

    draft: Draft = Draft()
    start: Position = _EMPTY
    """Where the edits begin."""
    done: tuple[Edit, ...] = ()
    undone: tuple[Edit, ...] = ()
    """What can be redone, the next one first."""

    @classmethod
    def read(cls, p: str, edit: str = "", log: str = "") -> tuple[Self, Note | None]:
        """The composition of an address; what cannot be read is left out.

        A note says what is wrong with the position. A log that does not lead to this position is dropped.
        With no target given it is the first meld that is none, else the hand.
        """
        note = None
        try:
            position = _laid(p)
        except NotationError as error:
            position = _EMPTY
            note = Note(NoteCode.MISREAD, text=p, problems=error.problems)
        target = _read_target(edit)
        if target is None:
            target = next(
                (at for at, meld in enumerate(position.floor, 1) if _is_faulty(position, meld)), None
            )
        draft = Draft(position).aim(target)
        return cls._with_log(draft, log) or cls(draft, position), note

    @classmethod
    def _with_log(cls, draft: Draft, log: str) -> Self | None:
        count, *texts = log.split("~")[: LOG_SIZE + 2]
        try:
            start = _laid(texts[0])
            edits = tuple(map(Edit.parse, texts[1:]))
            at = int(count)
        except (ValueError, IndexError):
            return None
        if not 0 <= at <= len(edits) or _replay(start, edits[:at]).position != draft.position:
            return None
        return cls(draft, start, edits[:at], edits[at:])

    @property
    def log(self) -> str:
        """The edits, as a form field carries them: how many are done, the start, then one token each."""
        return "~".join(map(str, (len(self.done), self.start, *self.done, *self.undone)))

    def do(self, text: str) -> tuple[Self, Note]:
        """The composition after the edit that the text names, and what became of it.

        ``7S`` adds a card to the target, ``-7S`` takes one back; ``hand``, ``cross``, ``new`` and numbers
        choose the target; ``undo``, ``redo``, ``clear``; ``+`` with a text adds its cards or lays in the
        position that it is; ``solve`` goes to the first fault, if there is one.
        """
        if text.startswith("+"):
            return self._type(text[1:])
        target = _read_target(text)
        if target is not None:
            draft = self.draft.aim(target)
            return replace(self, draft=draft), Note(NoteCode.AIMED, draft.cards, draft.target)
        match text:
            case "undo":
                return self._undo()
            case "redo":
                return self._redo()
            case "clear":
                if not self.draft.position.cards():
                    return replace(self, draft=Draft()), Note(NoteCode.CLEARED)
                return self._make(Edit(position=_EMPTY), NoteCode.CLEARED)
            case "solve":
                return self._solve()
        try:
            card = Card.parse(text.removeprefix("-"))
        except NotationError:
            return self, Note(NoteCode.UNKNOWN, text=text)
        return self._take(card) if text.startswith("-") else self._add((card,))

    def _make(self, edit: Edit, code: NoteCode) -> tuple[Self, Note]:
        done, start = (*self.done, edit), self.start
        if len(done) > LOG_SIZE:
            start, done = done[0].on(Draft(start)).position, done[1:]
        made = replace(self, draft=edit.on(self.draft), start=start, done=done, undone=())
        cards = edit.cards if edit.position is None else edit.position.cards()
        return made, Note(code, cards, made.draft.target)

    def _add(self, cards: tuple[Card, ...]) -> tuple[Self, Note]:
        seen = Counter(self.draft.position.cards()) + Counter(cards)
        too_many = tuple(card for card in dict.fromkeys(cards) if seen[card] > COPIES)
        if too_many:
            return self, Note(NoteCode.USED_UP, too_many)
        if self.draft.target is Place.CROSS and len(self.draft.cards) + len(cards) > CROSS_SIZE:
            return self, Note(NoteCode.CROSS_FULL, cards)
        return self._make(Edit(cards, self.draft.target), NoteCode.ADDED)

    def _take(self, card: Card) -> tuple[Self, Note]:
        target = self.draft.target
        if card not in self.draft.cards:
            return self, Note(NoteCode.NOT_THERE, (card,), target)
        made, note = self._make(Edit((card,), target, takes=True), NoteCode.TAKEN)
        return made, replace(note, target=target)

    def _type(self, text: str) -> tuple[Self, Note]:
        try:
            if "/" in text:
                return self._make(Edit(position=_laid(text)), NoteCode.LAID)
            cards = parse_cards(text)
        except NotationError as error:
            return self, Note(NoteCode.MISREAD, text=text, problems=error.problems)
        if not cards:
            return self, Note(NoteCode.NO_TEXT)
        made, note = self._add(cards)
        return made, note if note.fits else replace(note, text=text)

    def _undo(self) -> tuple[Self, Note]:
        if not self.done:
            return self, Note(NoteCode.NO_UNDO)
        *done, last = self.done
        draft = _replay(self.start, done)
        if last.position is None:
            draft = draft.aim(last.target)
        undone = replace(self, draft=draft, done=tuple(done), undone=(last, *self.undone))
        return undone, Note(NoteCode.UNDONE, last.cards, draft.target)

    def _redo(self) -> tuple[Self, Note]:
        if not self.undone:
            return self, Note(NoteCode.NO_REDO)
        edit, *undone = self.undone
        draft = edit.on(self.draft)
        redone = replace(self, draft=draft, done=(*self.done, edit), undone=tuple(undone))
        return redone, Note(NoteCode.REDONE, edit.cards, draft.target)

    def _solve(self) -> tuple[Self, Note]:
        faults = self.draft.position.problems()
        if not faults:
            return self, Note(NoteCode.READY)
        draft = self.draft.aim(_where(faults[0], self.draft.position))
        return replace(self, draft=draft), Note(NoteCode.FAULTY, problems=faults)


def _replay(start: Position, edits: Iterable[Edit]) -> Draft:
    draft = Draft(start)
    for edit in edits:
        draft = edit.on(draft)
    return draft


def _read_target(text: str) -> Target | None:
    if text in set(Place):
        return Place(text)
    return int(text) if re.fullmatch("[0-9]{1,3}", text) else None


def _is_faulty(position: Position, meld: tuple[Card, ...]) -> bool:
    return any(fault.meld == meld for fault in position.problems())


def _where(fault: Fault, position: Position) -> Target | None:
    """The target with which the fault can be put right, where there is one such."""
    if fault.meld:
        return position.floor.index(fault.meld) + 1
    return {FaultCode.EMPTY_HAND: Place.HAND, FaultCode.CROSS: Place.CROSS}.get(fault.code)
