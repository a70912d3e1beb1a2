"""The JSON API of Gin Rummy: the best melds of a hand, the best lay-off, the score of a hand."""

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from makiaveli.gin_wire import hand_data, layoff_data, read_hand, read_layoff, read_score, score_data
from makiaveli.web.api import REFUSALS, Cards, Sent, takes

AnyCards = list[str | int]
"""What is taken: each card a text, or its number as in :mod:`makiaveli.ginrummy`."""


class MeldsRequest(BaseModel):
    """A hand."""

    hand: Annotated[AnyCards, Field(description="The cards, each a text or a number from 0 (A♠) to 51 (K♣).")]
    limit: Annotated[int, Field(description="The most deadwood to knock with; 10 if not given.")] = 10


class LayoffRequest(BaseModel):
    """Cards of the opponent and the melds of a player who knocked."""

    deadwood: Annotated[AnyCards, Field(description="The cards that may be laid off.")]
    melds: Annotated[list[AnyCards], Field(description="The melds of the player who knocked.")]


class ScoreRequest(BaseModel):
    """Two hands, one of which knocks."""

    knocker: Annotated[
        AnyCards, Field(description="The hand that knocks, after the discard; eleven cards are big gin.")
    ]
    opponent: Annotated[AnyCards, Field(description="The other hand.")]
    gin: Annotated[
        bool | None,
        Field(description="Whether gin is claimed; worked out from the hand if null or not given."),
    ] = None
    defence: Annotated[
        Literal["fixed", "best"],
        Field(
            description="Fixed, if not given: the opponent keeps the best melds of the hand and lays off the"
            " rest. Best: melds and lay-offs are chosen together."
        ),
    ] = "fixed"
    knocker_melds: Annotated[
        list[AnyCards] | None, Field(description="The melds laid down; the best ones if null or not given.")
    ] = None
    rules: Annotated[
        Literal["basic", "modern", "classic"], Field(description="The bonuses; basic if not given.")
    ] = "basic"


class Partition(BaseModel):
    """A hand as it can be laid down."""

    deadwood: Annotated[int, Field(description="Points of the unmatched cards, the least there can be.")]
    melds: Annotated[list[Cards], Field(description="The sets by rank, then the runs by suit and rank.")]
    unmatched: Annotated[Cards, Field(description="The cards in no meld.")]


class Discard(Partition):
    """A card to throw from eleven, and the ten that stay."""

    card: Annotated[str, Field(description="The card to throw.")]


class MeldsAnswer(Partition):
    """What a hand is worth."""

    standing: Annotated[
        Literal["big_gin", "gin", "knock", "not_yet"],
        Field(description="What the hand may do; with eleven cards after the best discard, unless big gin."),
    ]
    can_knock: Annotated[bool, Field(description="Whether it may knock, gin and big gin included.")]
    best_discard: Annotated[
        Discard | None,
        Field(description="The discard that leaves the least; null unless there are eleven cards."),
    ]
    knock_discards: Annotated[
        list[Discard],
        Field(description="Of eleven cards, every discard that lets the hand knock, best first."),
    ]


class LaidOff(BaseModel):
    """A card that is laid off."""

    card: Annotated[str, Field(description="The card.")]
    meld: Annotated[Cards, Field(description="The meld that takes it, as it lay before any was laid off.")]


class LayoffAnswer(BaseModel):
    """The best lay-off."""

    remaining: Annotated[int, Field(description="Points of the cards that stay, the least there can be.")]
    laid: Annotated[list[LaidOff], Field(description="The cards laid off.")]


class Defence(LayoffAnswer):
    """The opponent's hand after laying off."""

    melds: Annotated[list[Cards], Field(description="The opponent's own melds.")]
    unmatched: Annotated[Cards, Field(description="The cards that stay.")]


class ScoreAnswer(BaseModel):
    """Who scores what."""

    knocker_points: Annotated[int, Field(description="What the hand brings the player who knocked.")]
    opponent_points: Annotated[int, Field(description="What it brings the other.")]
    ending: Annotated[
        Literal["big_gin", "gin", "knock", "undercut"], Field(description="How the hand ended.")
    ]
    can_knock: Annotated[
        bool, Field(description="Whether the knock limit allows the knock; the points are told all the same.")
    ]
    knocker: Annotated[Partition, Field(description="The hand that knocks, as it is laid down.")]
    opponent: Annotated[Defence, Field(description="The other hand; after gin nothing is laid off.")]


router = APIRouter(prefix="/api/ginrummy")


@router.post(
    "/melds",
    name="api_gin_melds",
    summary="Meld a hand of Gin Rummy",
    response_model=MeldsAnswer,
    responses=REFUSALS,
    openapi_extra=takes(MeldsRequest),
)
async def melds(sent: Sent) -> Response:
    """The best melds of a hand, its deadwood, and whether it may knock; of eleven cards, what to throw."""
    return JSONResponse(hand_data(read_hand(sent)))


@router.post(
    "/layoff",
    name="api_gin_layoff",
    summary="Lay off in Gin Rummy",
    response_model=LayoffAnswer,
    responses=REFUSALS,
    openapi_extra=takes(LayoffRequest),
)
async def layoff(sent: Sent) -> Response:
    """The best lay-off of cards onto the melds of a player who knocked."""
    return JSONResponse(layoff_data(read_layoff(sent)))


@router.post(
    "/score",
    name="api_gin_score",
    summary="Score a hand of Gin Rummy",
    response_model=ScoreAnswer,
    responses=REFUSALS,
    openapi_extra=takes(ScoreRequest),
)
async def score(sent: Sent) -> Response:
    """Who scores what when one hand knocks against another, and how both are laid down."""
    return JSONResponse(score_data(read_score(sent)))
