"""The score sheet of a match of Gin Rummy as a short text, so that an address can keep it.

A row tells who knocked and what was left in both hands, ``y6-27`` (you knocked with 6, the other is left with
27), ``o0-18`` (the other has gin), ``ob-18`` (big gin), or ``d`` for a dead hand. The rules give the points.
"""

import re
from dataclasses import dataclass, replace
from typing import Self

from makiaveli.errors import NotationError
from makiaveli.gin_answer import Ending, ScoreAnswer
from makiaveli.gin_wire import RULES
from makiaveli.ginrummy import Match, Rules
from makiaveli.ginrummy.match import Player, Points

MOST_ROWS = 60
"""Hands that a sheet holds. A match ends long before, unless most hands are dead."""
MOST_LEFT = 98
"""No ten cards leave more: two kings, queens, jacks, tens and nines. A third of a rank would be a set."""

_PLAYERS = "yo"
_ROW = re.compile(r"([yo])(b|10|[0-9])-(0|[1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Row:
    """A hand of the match."""

    knocker: Player
    own: int = 0
    """What the knocker was left with."""
    left: int = 0
    """What the opponent was left with."""
    big: bool = False
    """Whether it was big gin."""
    dead: bool = False
    """Whether nobody knocked."""

    @classmethod
    def of(cls, knocker: Player, answer: ScoreAnswer) -> Self:
        """The row of a hand that was scored."""
        big = answer.ending is Ending.BIG_GIN
        return cls(knocker, answer.knocker.deadwood, answer.opponent.remaining, big)

    @property
    def ending(self) -> Ending | None:
        """How the hand ended; ``None`` for a dead hand."""
        if self.dead:
            return None
        if self.big:
            return Ending.BIG_GIN
        if self.own == 0:
            return Ending.GIN
        return Ending.KNOCK if self.own < self.left else Ending.UNDERCUT

    def bonus(self, rules: Rules) -> int:
        """The points that come on top of the difference."""
        bonus = {
            Ending.GIN: rules.gin_bonus,
            Ending.BIG_GIN: rules.big_gin_bonus,
            Ending.UNDERCUT: rules.undercut_bonus,
        }
        return bonus.get(self.ending, 0) if self.ending else 0

    def points(self, rules: Rules) -> Points:
        """What it brings you and the other."""
        if self.dead:
            return (0, 0)
        points = abs(self.left - self.own) + self.bonus(rules)
        winner = 1 - self.knocker if self.ending is Ending.UNDERCUT else self.knocker
        return (0, points) if winner else (points, 0)

    def __str__(self) -> str:
        return "d" if self.dead else f"{_PLAYERS[self.knocker]}{'b' if self.big else self.own}-{self.left}"


DEAD = Row(0, dead=True)
"""A hand in which nobody knocked."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The hands of a match so far, and the rules that give them points."""

    rows: tuple[Row, ...] = ()
    preset: str = "basic"
    """The name of the rules."""

    @classmethod
    def parse(cls, text: str, preset: str = "basic") -> Self:
        """The sheet that the text names; ``-`` or nothing is an empty one.

        Raises :class:`NotationError` that names every row which is none, and every one after the end.
        """
        if preset not in RULES:
            raise NotationError(f"{preset!r} are no rules. Try {', '.join(RULES)}.")
        sheet, problems = cls(preset=preset), []
        for each in text.split(".") if text not in ("", "-") else []:
            row = _row(each)
            if row is None:
                problems.append(f"{each!r} is no hand of a score sheet. Try y6-27.")
            elif sheet.full:
                problems.append(f"{each!r} comes after the end of the match.")
            else:
                sheet = sheet.add(row)
        if problems:
            raise NotationError(" ".join(problems), problems)
        return sheet

    @property
    def rules(self) -> Rules:
        """The rules by which it is kept."""
        return RULES[self.preset]

    @property
    def match(self) -> Match:
        """The match. Raises :class:`IllegalTurnError` where a row comes after the end."""
        return Match(self.rules, tuple(row.points(self.rules) for row in self.rows))

    @property
    def full(self) -> bool:
        """Whether no hand can be added: the match is over, or the sheet has no more room."""
        return self.match.winner is not None or len(self.rows) >= MOST_ROWS

    def add(self, row: Row) -> Self:
        """The sheet with one more hand."""
        return replace(self, rows=(*self.rows, row))

    def by(self, preset: str) -> Self:
        """The same hands by other rules. Raises as :meth:`parse` does."""
        return type(self).parse(str(self), preset)

    def __str__(self) -> str:
        return ".".join(map(str, self.rows)) or "-"


def _row(text: str) -> Row | None:
    if text == "d":
        return DEAD
    match = _ROW.fullmatch(text)
    if match is None or int(match[3]) > MOST_LEFT:
        return None
    return Row(
        1 if match[1] == "o" else 0, 0 if match[2] == "b" else int(match[2]), int(match[3]), match[2] == "b"
    )
