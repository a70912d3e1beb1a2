"""The JSON API: solve a position, judge a meld. What it takes and gives is described by the models here."""

import json
import math
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from makiaveli.errors import MakiaveliError, NotationError
from makiaveli.solver import Meld, Position, why_not
from makiaveli.web.errors import Problem, Refusal
from makiaveli.web.solving import MOST_FLOORS, Asked, Solving
from makiaveli.wire import (
    answer_data,
    fault_data,
    floors_data,
    outs_data,
    read_cards,
    read_position,
    texts,
    why_data,
)

MOST_QUOTED = 40

Cards = list[str]


class SolveRequest(BaseModel):
    """A position, as three lists or as one text, and how long to look."""

    hand: Annotated[Cards | None, Field(description="The cards in the hand.")] = None
    floor: Annotated[list[Cards], Field(description="The melds on the table.")] = []
    cross: Annotated[Cards, Field(description="The cross cards that are still single, at most four.")] = []
    position: Annotated[
        str | None, Field(description='Instead of the three: hand / floor / cross, as in "3S4S5S/7H7D7C/2S".')
    ] = None
    limit_seconds: Annotated[
        float | None, Field(description="Give up after so many seconds, within what this server allows.")
    ] = None
    limit_nodes: Annotated[int | None, Field(description="Give up after so many nodes of the search.")] = None
    outs: Annotated[
        bool | None, Field(description="Tell what one more card would do, within as many seconds again.")
    ] = None
    why: Annotated[
        bool | None, Field(description="Tell why the hand cannot be emptied, within as many seconds again.")
    ] = None
    count: Annotated[
        bool | None, Field(description="Tell how many floors there are, within as many seconds again.")
    ] = None


class CheckRequest(BaseModel):
    """Cards that may be a meld."""

    cards: Annotated[Cards, Field(description="The cards, in any order.")]


class StepAnswer(BaseModel):
    """One step of the way from the table before to the table after."""

    kind: Annotated[Literal["take_apart", "build"], Field(description="What is done.")]
    before: Annotated[list[Cards], Field(description="The piles on the table that are picked up.")]
    hand: Annotated[Cards, Field(description="The cards that come from the hand.")]
    cross: Annotated[Cards, Field(description="The cards that come from the cross.")]
    after: Annotated[list[Cards], Field(description="The piles that lie there instead.")]
    text: Annotated[str, Field(description="The step as a sentence.")]


class OutAnswer(BaseModel):
    """One more card, and what the hand could do with it."""

    card: Annotated[str, Field(description="The card.")]
    unseen: Annotated[int, Field(description="Copies that are neither in the hand nor on the table.")]
    wins: Annotated[bool | None, Field(description="Whether it would win; null if not settled.")]
    at_least: Annotated[int, Field(description="Hand cards that could go down with it.")]
    at_most: Annotated[int, Field(description="Proved: no play takes more.")]


class OutsAnswer(BaseModel):
    """What one more card would do, and one card less."""

    unseen: Annotated[int, Field(description="All cards that are neither in the hand nor on the table.")]
    winning: Annotated[int, Field(description="Unseen cards of which any one would win.")]
    open: Annotated[int, Field(description="Unseen cards of which the limit left it open.")]
    chance: Annotated[float, Field(description="How likely the next card drawn wins, 0 to 1.")]
    cards: Annotated[list[OutAnswer], Field(description="Every face that is not used up.")]
    without: Annotated[Cards, Field(description="Hand cards of which one less would have been a win.")]
    text: Annotated[str, Field(description="The same as a sentence.")]


class NeedAnswer(BaseModel):
    """A meld that could take a card, and what stands in the way."""

    meld: Annotated[Cards, Field(description="The meld.")]
    missing: Annotated[Cards, Field(description="Cards of it that are not here.")]
    held: Annotated[Cards, Field(description="Cards of it that cannot leave their melds.")]


class ConflictAnswer(BaseModel):
    """Hand cards that cannot go down together in any play."""

    cards: Annotated[Cards, Field(description="The cards.")]
    needs: Annotated[list[NeedAnswer], Field(description="For a single card: every meld that could take it.")]
    text: Annotated[str, Field(description="The same as a sentence.")]
    reasons: Annotated[list[str], Field(description="Why, in sentences.")]


class WhyAnswer(BaseModel):
    """Why the hand cannot be emptied."""

    complete: Annotated[bool, Field(description="Whether every group of up to three cards was looked at.")]
    conflicts: Annotated[list[ConflictAnswer], Field(description="The smallest groups, each proved.")]


class FloorsAnswer(BaseModel):
    """How many different floors a largest play can end in."""

    count: Annotated[int | None, Field(description="One more than the cap: more. Null if not settled.")]
    cap: Annotated[int, Field(description="How far they are counted.")]


class SolveAnswer(BaseModel):
    """The verdict, which never says more than was proved, and the steps of the play."""

    position: Annotated[str, Field(description="The position in one spelling, good for a link.")]
    status: Annotated[
        Literal["win", "partial", "draw", "undecided"],
        Field(description="Draw: nothing can be played. Undecided: the limit ran out first."),
    ]
    can_win: Annotated[
        bool | None, Field(description="Whether the whole hand can go down; null if not settled.")
    ]
    max_play: Annotated[
        int | None, Field(description="The most hand cards that can go down; null if not proved.")
    ]
    at_least: Annotated[int, Field(description="Hand cards that go down in the play found.")]
    at_most: Annotated[int, Field(description="Proved: no play takes more.")]
    played: Annotated[Cards, Field(description="The hand cards that go down.")]
    left: Annotated[Cards, Field(description="The hand cards that stay.")]
    melds: Annotated[list[Cards], Field(description="The floor after the play.")]
    cross: Annotated[Cards, Field(description="The cross cards that are still single after it.")]
    kept: Annotated[int, Field(description="Floor melds whose cards still lie together.")]
    kept_proved: Annotated[bool, Field(description="Whether no play of this size keeps more.")]
    moved: Annotated[int, Field(description="Floor cards that left the largest part of their meld.")]
    nodes: Annotated[int, Field(description="Nodes searched.")]
    seconds: Annotated[float | None, Field(description="Time taken.")]
    untouched: Annotated[list[Cards], Field(description="Floor melds that lie the same before and after.")]
    extended: Annotated[list[Cards], Field(description="Floor melds that stay together in a bigger one.")]
    opened: Annotated[list[Cards], Field(description="Floor melds that are taken apart.")]
    steps: Annotated[list[StepAnswer], Field(description="What to do, in order.")]
    outs: Annotated[
        OutsAnswer | None,
        Field(description="What one more card would do. Only where asked for; null for a win."),
    ] = None
    why: Annotated[
        WhyAnswer | None, Field(description="Why it is no win. Only where asked for; null for a win.")
    ] = None
    arrangements: Annotated[
        FloorsAnswer | None, Field(description="How many floors there are. Only where asked for.")
    ] = None


class CheckAnswer(BaseModel):
    """What the cards are, or why they are no meld."""

    valid: Annotated[bool, Field(description="Whether the cards are a meld.")]
    kind: Annotated[Literal["set", "run"] | None, Field(description="Which kind; null for no meld.")]
    cards: Annotated[Cards, Field(description="The cards: a meld in the order of the table, else as given.")]
    fault: Annotated[Problem | None, Field(description="Why they are no meld; null for a meld.")]


REFUSALS: dict[int | str, dict[str, Any]] = {
    413: {"model": Refusal, "description": "More than 64 kB were sent."},
    415: {"model": Refusal, "description": "The Content-Type is not application/json."},
    422: {"model": Refusal, "description": "Something cannot be read, or cards cannot lie like that."},
}
_BUSY: dict[int | str, dict[str, Any]] = {
    503: {
        "model": Refusal,
        "description": "Too many are asking. Try again after the seconds in Retry-After.",
    }
}


def takes(model: type[BaseModel]) -> dict[str, Any]:
    """What to tell in the API's description of a body that we read ourselves, for the sake of the words."""
    content = {"application/json": {"schema": model.model_json_schema()}}
    return {"requestBody": {"required": True, "content": content}}


async def _sent(request: Request) -> dict[str, Any]:
    """The object in the body. Raises :class:`NotationError` for a body that is none, 415 for another type."""
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, f"The Content-Type is {kind!r}. It should be 'application/json'.")
    body = await request.body()
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise NotationError(f"{_quoted(body.decode('utf-8', 'replace'))} is no JSON.") from None
    if not isinstance(data, dict):
        raise NotationError(f"{_quoted(data)} is no JSON object, such as {{…}}.")
    return data


Sent = Annotated[dict[str, Any], Depends(_sent)]
router = APIRouter(prefix="/api")


@router.post(
    "/solve",
    name="api_solve",
    summary="Solve a position",
    response_model=SolveAnswer,
    responses=REFUSALS | _BUSY,
    openapi_extra=takes(SolveRequest),
)
async def solve(request: Request, sent: Sent) -> Response:
    """Whether the hand can be emptied in this turn, and if not, the largest play; with the way to play it."""
    solving: Solving = request.app.state.solving
    position, seconds, nodes, asked = _read(sent, solving)
    solved = await solving.solve(position, seconds, nodes, asked=asked)
    told: dict[str, object] = {}
    if asked.outs:
        told["outs"] = outs_data(solved.outs) if solved.outs else None
    if asked.why:
        told["why"] = why_data(position, solved.why) if solved.why else None
    if asked.count:
        told["arrangements"] = floors_data(solved.floors, MOST_FLOORS)
    return JSONResponse(answer_data(solved.verdict, solved.plan, **told))


@router.post(
    "/check",
    name="api_check",
    summary="Check a meld",
    response_model=CheckAnswer,
    responses=REFUSALS,
    openapi_extra=takes(CheckRequest),
)
async def check(sent: Sent) -> Response:
    """Whether the cards are a meld, of which kind, and if not, why."""
    if sent.get("cards") is None:
        raise NotationError('There is no "cards". Give a list of cards, such as ["7S", "7H", "7D"].')
    cards = read_cards(sent["cards"])
    fault = why_not(cards)
    meld = None if fault else Meld(cards)
    return JSONResponse(
        {
            "valid": fault is None,
            "kind": meld.kind.value if meld else None,
            "cards": texts(meld.cards if meld else cards),
            "fault": fault_data(fault) if fault else None,
        }
    )


def _read(sent: Mapping[str, Any], solving: Solving) -> tuple[Position, float | None, int | None, Asked]:
    """Position, seconds, nodes and what else is asked.

    Raises :class:`NotationError` with everything that is wrong with them.
    """
    problems: list[object] = []
    position = Position(())
    try:
        position = read_position(sent)
        problems += position.problems()
    except MakiaveliError as error:
        problems += error.problems
    seconds, nodes = sent.get("limit_seconds"), sent.get("limit_nodes")
    if seconds is not None and not (_is_number(seconds) and 0 <= seconds <= solving.most_seconds):
        most = f"{solving.most_seconds:g}"
        problems.append(f'"limit_seconds" is {_quoted(seconds)}. It should be a number from 0 to {most}.')
    if nodes is not None and not (isinstance(nodes, int) and _is_number(nodes) and nodes >= 0):
        problems.append(f'"limit_nodes" is {_quoted(nodes)}. It should be a whole number from 0.')
    for name in ("outs", "why", "count"):
        if not isinstance(sent.get(name), bool | None):
            problems.append(f'"{name}" is {_quoted(sent[name])}. It should be true or false.')
    if problems:
        raise NotationError(" ".join(map(str, problems)), problems)
    return position, seconds, nodes, Asked(*(bool(sent.get(name)) for name in ("outs", "why", "count")))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _quoted(value: object) -> str:
    quoted = repr(value)
    return quoted if len(quoted) <= MOST_QUOTED else quoted[: MOST_QUOTED - 1] + "…"
