"""The score sheet as the page shows it."""

from collections.abc import Iterable
from dataclasses import dataclass

from makiaveli.gin_words import wins
from makiaveli.ginrummy.match import Points
from makiaveli.web.gin import words as told
from makiaveli.web.gin.sheet import Sheet
from makiaveli.web.gin.state import Gin


@dataclass(frozen=True, slots=True)
class ShownTotal:
    """One player's score so far."""

    name: str
    score: int
    note: str


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A line of the sheet."""

    name: str
    sum: str
    points: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """The score sheet."""

    rules: str
    target: int
    totals: tuple[ShownTotal, ShownTotal]
    rows: tuple[ShownRow, ...]
    final: tuple[ShownRow, ...]
    """The bonuses of a match that is over, and what they add up to."""
    winner: str
    """Who has won the match, in a sentence; empty while it goes on."""
    full: bool
    presets: tuple[tuple[str, str, str, bool], ...]
    """Each the value, the name, what it means, and whether it is in force."""


def sheet_shown(gin: Gin) -> ShownSheet:
    """The sheet with the players' names."""
    sheet, match = gin.hands.sheet, gin.hands.sheet.match
    names = told.name_of(gin, 0), told.name_of(gin, 1)
    target, winner = sheet.rules.target, match.winner
    totals = tuple(
        ShownTotal(
            name, score, f"{target - score} to go" if score < target else "Match won" if i == winner else ""
        )
        for i, (name, score) in enumerate(zip(names, match.scores, strict=True))
    )
    said = ""
    if winner is not None:
        final = match.final()
        said = f"{wins(names[winner])} the match, {final[winner]} to {final[1 - winner]}."
    return ShownSheet(
        rules=f"{told.PRESETS[sheet.preset]} rules, to {target}",
        target=target,
        totals=(totals[0], totals[1]),
        rows=tuple(
            ShownRow(*told.row(row, names, row.bonus(sheet.rules)), _points(row.points(sheet.rules)))
            for row in sheet.rows
        ),
        final=tuple(_final(sheet)) if winner is not None else (),
        winner=said,
        full=sheet.full,
        presets=tuple(
            (value, name, told.ABOUT_PRESETS[value], value == sheet.preset)
            for value, name in told.PRESETS.items()
        ),
    )


def _points(points: Points) -> tuple[str, str]:
    return str(points[0] or ""), str(points[1] or "")


def _final(sheet: Sheet) -> Iterable[ShownRow]:
    match, rules = sheet.match, sheet.rules
    scores, final = match.scores, match.final()
    if final == scores:
        return
    boxes = match.boxes[0] * rules.box_bonus, match.boxes[1] * rules.box_bonus
    rest = final[0] - scores[0] - boxes[0], final[1] - scores[1] - boxes[1]
    if rules.box_bonus:
        yield ShownRow("Hands won", f"{rules.box_bonus} each", _points(boxes))
    if rest != (0, 0):
        shut_out = min(scores) == 0 and max(rest) > rules.game_bonus
        yield ShownRow("The game" + (", shut out" if shut_out else ""), "", _points(rest))
    yield ShownRow("In all", "", (str(final[0]), str(final[1])))
