"""A game as text: headers, the dealt order of all cards, one turn a line.

::

    Rules: makiaveli
    Player 0: Anna
    Player 1: beginner
    Starter: 1
    Deal: 7S2H…

    1 draw
    0 play 3S4S5S/3S4S5S

All cards of the deal stand there, not a seed alone, so that a record outlives changes of the shuffle. It
names every hand and the stock.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from makiaveli.errors import IllegalTurnError, MakiaveliError, NotationError
from makiaveli.game.engine import apply, lay_out
from makiaveli.game.rules import Rules
from makiaveli.game.state import State
from makiaveli.game.turns import Turn, parse_turn
from makiaveli.solver import Card, parse_cards, write_cards

_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9 _-]*):(.*)")
_PLAYER = re.compile("player [0-9]", re.IGNORECASE)
_COMMENT = "#"


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its deal to its last turn. ``str()`` writes it, :meth:`parse` reads it.

    Names and header values are kept to one line of printable characters. Nothing is judged here:
    :meth:`states` raises where a deal or a turn is impossible.
    """

    rules: Rules
    players: tuple[str, ...]
    """The name at each seat."""
    starter: int
    """The seat that begins, counted from 0."""
    dealt: tuple[Card, ...]
    """All cards in their order: the hands by seat, the cross, the stock from the top."""
    turns: tuple[Turn, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    """Anything else worth keeping, as name and value, such as ``("Date", "2026-11-30")``."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(map(_one_line, self.players)))
        headers = tuple((_one_line(name), _one_line(value)) for name, value in self.headers)
        for name, _ in headers:
            if ":" in name or not _HEADER.fullmatch(f"{name}:") or _is_reserved(name):
                raise NotationError(f"{name!r} is no name for a header. Try a word such as Date.")
        object.__setattr__(self, "headers", headers)

    @classmethod
    def of(cls, start: State, players: Iterable[str]) -> "Record":
        """The record of a game that has just been dealt. Raises :class:`ValueError` for a later state."""
        if start.ply:
            raise ValueError(f"A record begins at ply 0, not at ply {start.ply}.")
        hands = (card for hand in start.hands for card in hand)
        return cls(start.rules, tuple(players), start.starter, (*hands, *start.cross, *start.stock))

    @classmethod
    def parse(cls, text: str) -> "Record":
        """The game that the text records. Raises :class:`NotationError` with every :class:`RecordFault`.

        :func:`read_record` gives what can be read of a damaged one.
        """
        reading = read_record(text)
        if reading.record is None or reading.problems:
            raise NotationError(" ".join(map(str, reading.problems)), reading.problems)
        return reading.record

    def and_then(self, *turns: Turn) -> "Record":
        """The record with these turns added."""
        return replace(self, turns=(*self.turns, *turns))

    def states(self) -> tuple[State, ...]:
        """Every state of the game, from the deal on: one more than there are turns.

        Raises :class:`DealError` or :class:`IllegalTurnError` where the record breaks the rules.
        """
        states = [lay_out(self.rules, self.dealt, len(self.players), self.starter)]
        for turn in self.turns:
            states.append(apply(states[-1], turn))
        return tuple(states)

    def __str__(self) -> str:
        headers = [
            *self.headers,
            ("Rules", self.rules.name),
            *((f"Player {seat}", name) for seat, name in enumerate(self.players)),
            ("Starter", str(self.starter)),
            ("Deal", write_cards(self.dealt)),
        ]
        lines = [f"{name}: {value}".rstrip() for name, value in headers]
        return "\n".join([*lines, "", *map(str, self.turns)]).rstrip() + "\n"


class RecordFaultCode(StrEnum):
    """Each way in which a record can be damaged."""

    NO_HEADER = "no_header"
    """A header that every record needs is not there; ``piece`` is its name."""
    TWICE = "twice"
    """A header that can be there once is there again; ``piece`` is the line."""
    HEADER = "header"
    """A header whose value cannot be read; ``piece`` is the line."""
    DEAL = "deal"
    """A deal that is none; ``why`` says what is missing or too much."""
    LINE = "line"
    """A line that is neither a header nor a turn, or a turn that cannot be read; ``piece`` is the line."""
    ILLEGAL = "illegal"
    """A turn that breaks the rules; ``piece`` is the line."""


_FAULT_WORDS = {
    RecordFaultCode.NO_HEADER: "The header {piece} is missing.",
    RecordFaultCode.TWICE: "{piece} is there a second time.",
    RecordFaultCode.HEADER: "{piece} cannot be read. {why}",
    RecordFaultCode.DEAL: "The game cannot be dealt. {why}",
    RecordFaultCode.LINE: "{piece} cannot be read. {why}",
    RecordFaultCode.ILLEGAL: "{piece} breaks the rules. {why}",
}


@dataclass(frozen=True, slots=True)
class RecordFault:
    """A damage in a record. ``str()`` says in English where it is and what would be right."""

    code: RecordFaultCode
    line: int | None = None
    """The line of the text, counted from 1; ``None`` for what is nowhere."""
    piece: str = ""
    """The text at fault, as :class:`RecordFaultCode` says."""
    why: tuple[object, ...] = ()
    """What is wrong with it: values with an English ``str()``, such as every ``TurnFault``."""

    def __str__(self) -> str:
        piece = self.piece if len(self.piece) <= 40 else self.piece[:39] + "…"
        words = _FAULT_WORDS[self.code].format(piece=repr(piece), why=" ".join(map(str, self.why)))
        return words.rstrip() if self.line is None else f"Line {self.line}: {words}".rstrip()


@dataclass(frozen=True, slots=True)
class Reading:
    """What could be read of a record."""

    record: Record | None
    """The game up to the first damaged turn; ``None`` where not even the deal is known."""
    problems: tuple[RecordFault, ...]
    """Every fault of the headers, or those of the first damaged turn; empty for a sound record."""


def read_record(text: str) -> Reading:
    """As much of the game as can be read, and what is wrong with the rest. Never raises.

    Empty lines and lines that begin with ``#`` do not count.
    """
    headers = _Headers()
    turn_lines: list[tuple[int, str]] = []
    faults: list[RecordFault] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = _one_line(raw)
        if not line or line.startswith(_COMMENT):
            continue
        match = _HEADER.fullmatch(line)
        if match and not turn_lines:
            faults += headers.read(number, line, match[1].strip(), match[2].strip())
        else:
            turn_lines.append((number, line))
    record, state, more = headers.deal()
    faults += more
    if record is None or state is None:
        return Reading(None, tuple(faults))
    turns: list[Turn] = []
    for number, line in turn_lines:
        try:
            turn = parse_turn(line)
            state = apply(state, turn)
        except (NotationError, IllegalTurnError) as error:
            illegal = isinstance(error, IllegalTurnError)
            code = RecordFaultCode.ILLEGAL if illegal else RecordFaultCode.LINE
            faults.append(RecordFault(code, number, line, error.problems))
            break
        turns.append(turn)
    return Reading(record.and_then(*turns), tuple(faults))


class _Headers:
    """The headers of one record while it is being read."""

    def __init__(self) -> None:
        self.rules: Rules | None = None
        self.starter: int | None = None
        self.dealt: tuple[Card, ...] | None = None
        self.players: dict[int, str] = {}
        self.others: list[tuple[str, str]] = []
        self._seen: Counter[str] = Counter()

    def read(self, number: int, line: str, name: str, value: str) -> list[RecordFault]:
        """Take in one header; what is wrong with it."""
        key = name.lower()
        if not _is_reserved(name):
            self.others.append((name, value))
            return []
        self._seen[key] += 1
        if self._seen[key] > 1:
            return [RecordFault(RecordFaultCode.TWICE, number, line)]
        try:
            if key == "rules":
                self.rules = Rules.named(value)
            elif key == "starter":
                self.starter = _number(value)
            elif key == "deal":
                self.dealt = parse_cards(value)
            else:
                self.players[_number(key.removeprefix("player "))] = value
        except MakiaveliError as error:
            return [RecordFault(RecordFaultCode.HEADER, number, line, error.problems)]
        return []

    def deal(self) -> tuple[Record | None, State | None, list[RecordFault]]:
        """The record without turns and its first state, or what keeps them from being known."""
        wanted = ["rules", "starter", "deal"]
        wanted += [f"player {seat}" for seat in range(max(self.players, default=0) + 1)]
        faults = [
            RecordFault(RecordFaultCode.NO_HEADER, piece=name.capitalize())
            for name in wanted
            if not self._seen[name]
        ]
        if faults or self.rules is None or self.starter is None or self.dealt is None:
            return None, None, faults
        players = tuple(name for _, name in sorted(self.players.items()))
        record = Record(self.rules, players, self.starter, self.dealt, headers=tuple(self.others))
        try:
            return record, record.states()[0], []
        except MakiaveliError as error:
            return None, None, [RecordFault(RecordFaultCode.DEAL, why=error.problems)]


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text):
        raise NotationError(f"{text!r} is no seat. Seats are counted from 0.")
    return int(text)


def _is_reserved(name: str) -> bool:
    return name.lower() in {"rules", "starter", "deal"} or _PLAYER.fullmatch(name) is not None


def _one_line(text: str) -> str:
    """The printable characters of the text, with single spaces for whatever spaces it."""
    kept = (char if char.isprintable() else " " if char.isspace() else "" for char in text)
    return " ".join("".join(kept).split())
