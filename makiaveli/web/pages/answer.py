"""The answer page: the verdict, the table before and after, and the steps."""

from collections.abc import Iterable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from makiaveli import words as told
from makiaveli.solver import Card, Conflict, Outs, Plan, Position, Status, Verdict, WhyNot
from makiaveli.web.shown import ShownMeld
from makiaveli.web.solving import MOST_FLOORS, Solved, Solving
from makiaveli.web.stage import Stage, stage
from makiaveli.web.tables import ShownTable, hand_before, table_before
from makiaveli.web.templating import render

KEPT_SECONDS = 300
"""How long a settled answer may be kept. It stays true for ever, but the page around it may change."""
MOST_CONFLICTS = 6
"""Groups of cards that are shown one by one."""
MOST_NAMED = 6
"""Cards that the line of facts names one by one; more are counted."""

_SIGN = {Status.WIN: "yes", Status.PARTIAL: "partly", Status.DRAW: "partly", Status.UNDECIDED: "open"}


@dataclass(frozen=True)
class AnswerPage:
    """What ``solver/answer.html`` shows."""

    position: str
    """In our one spelling, for links."""
    status: Status
    sign: str
    """``yes`` (a tick), ``partly`` (two bars) or ``open`` (a question mark)."""
    headline: str
    summary: str
    """What was asked, for those who see the link alone."""
    facts: tuple[tuple[str, str], ...]
    """Each a word or number that stands out, and what follows it."""
    can_look_longer: bool
    before: ShownTable
    after: Stage | None
    """``None`` where nothing goes down."""
    how: str
    """Heading of the table after a play that is no win."""
    hand: tuple[ShownMeld, ...]
    """The hand before: one row, or lanes."""
    hand_label: str
    """The hand after, or as it stays."""
    floors: str
    """How many ways there are to lay the floor; empty where that was not counted."""
    why: "ShownWhy | None"
    """Why it is a no."""
    outs: "ShownOuts | None"
    """What one more card would do."""


@dataclass(frozen=True)
class ShownConflict:
    """Hand cards that cannot go down together."""

    cards: tuple[Card, ...]
    claim: str
    reason: str
    """What is closest to working, and what stands in its way."""
    more: tuple[str, ...]
    """Every other meld that could take the card, each with what stands in its way."""


@dataclass(frozen=True)
class ShownWhy:
    """Why not all cards go down."""

    heading: str
    conflicts: tuple[ShownConflict, ...]
    note: str
    """What the conflicts leave open; empty if nothing."""


@dataclass(frozen=True)
class ShownOuts:
    """What one more card would do."""

    heading: str
    winning: tuple[tuple[Card, str], ...]
    """Each card that wins, and how many of it are unseen."""
    sentence: str
    without: str
    others: tuple[tuple[str, str], ...]
    """How many cards would go down, and with which cards."""


async def answer(request: Request, position: Position, *, longer: bool) -> Response:
    """The page with the answer to a position without problems; with ``longer``, looked for longer."""
    solving: Solving = request.app.state.solving
    seconds = solving.most_seconds if longer else solving.seconds
    solved = await solving.solve(position, seconds, explain=True)
    settled = solved.verdict.status is not Status.UNDECIDED
    page = _page(solved, seconds, can_look_longer=not settled and not longer)
    kept = f"public, max-age={KEPT_SECONDS}" if settled else "no-store"
    return render(request, "solver/answer.html", page, headers={"Cache-Control": kept})


def _page(solved: Solved, seconds: float, *, can_look_longer: bool) -> AnswerPage:
    verdict, made = solved.verdict, solved.plan
    position = verdict.position
    hand_label = _hand_label(verdict)
    said = told.say_steps(position, verdict, made.steps)
    return AnswerPage(
        position=str(position),
        status=verdict.status,
        sign="partly" if verdict.wins is False else _SIGN[verdict.status],
        headline=told.headline(verdict),
        summary=_summary(position),
        facts=tuple(_facts(verdict, made, seconds)),
        can_look_longer=can_look_longer,
        before=table_before(position, verdict, made),
        after=stage(position, verdict, made, said, hand_label) if verdict.played else None,
        how=f"How to play {told.number(verdict.at_least)}",
        hand=hand_before(made),
        hand_label=hand_label,
        floors=told.say_count(solved.floors, MOST_FLOORS) if solved.floors else "",
        why=_why(position, solved.why) if solved.why else None,
        outs=_outs(position, solved.outs) if solved.outs else None,
    )


def _why(position: Position, found: WhyNot) -> ShownWhy:
    size = len(position.hand)
    note = ""
    if not found.complete:
        note = "Not every group of three cards was looked at."
    elif not found.conflicts:
        note = "Any three of these cards can go down together. The conflict takes four or more."
    elif len(found.conflicts) > MOST_CONFLICTS:
        note = f"And {told.counted(len(found.conflicts) - MOST_CONFLICTS, 'more group')} like that."
    return ShownWhy(
        heading="Why not"
        if size == 1
        else "Why not both"
        if size == 2
        else f"Why not all {told.number(size)}",
        conflicts=tuple(_conflict(position, conflict) for conflict in found.conflicts[:MOST_CONFLICTS]),
        note=note,
    )


def _conflict(position: Position, conflict: Conflict) -> ShownConflict:
    reason, *more = told.say_reasons(position, conflict)
    alone = len(conflict.cards) == 1
    claim = "Cannot go down in any play." if alone else "Cannot go down together."
    return ShownConflict(conflict.cards, claim, reason, tuple(more))


def _outs(position: Position, found: Outs) -> ShownOuts:
    size = len(position.hand) + 1
    others: dict[int, list[str]] = {}
    for out in found.cards:
        if not out.wins:
            others.setdefault(out.at_least, []).append(out.card.pretty)
    return ShownOuts(
        heading="One more card would have done it" if found.winning else "One more card",
        winning=tuple((out.card, f"{out.unseen} unseen") for out in found.cards if out.wins),
        sentence=told.say_outs(found),
        without=told.say_without(found),
        others=tuple(
            (
                f"{count} of {size} go down with" if count else "Nothing goes down with",
                " ".join(others[count]),
            )
            for count in sorted(others, reverse=True)
        ),
    )


def _summary(position: Position) -> str:
    parts = [f"{told.counted(len(position.hand), 'card')} in the hand"]
    if position.floor:
        parts.append(f"{told.counted(len(position.floor), 'meld')} on the floor")
    if position.cross:
        parts.append(f"{len(position.cross)} in the cross")
    return f"A position of Makiaveli and its answer: {told.listed(parts)}."


def _facts(verdict: Verdict, made: Plan, seconds: float) -> Iterable[tuple[str, str]]:
    if verdict.status is Status.UNDECIDED:
        yield "", told.unsettled(told.counted(seconds, "second"))
    else:
        yield "Proved", f"in {told.duration(verdict.seconds or 0)}"
    if verdict.wins:
        yield from told.facts(verdict, made)
    elif verdict.played:
        for label, cards in (("Played:", verdict.played), ("Left:", verdict.left)):
            named = " ".join(card.pretty for card in cards)
            yield "", f"{label} {named if len(cards) <= MOST_NAMED else told.counted(len(cards), 'card')}"


def _hand_label(verdict: Verdict) -> str:
    if verdict.wins:
        return "Hand, empty"
    if verdict.status is Status.DRAW:
        return "The hand"
    if verdict.status is Status.UNDECIDED:
        return "Not placed so far"
    return "Stays in the hand" if len(verdict.left) == 1 else "Stay in the hand"
