"""Games over HTTP, as JSON: enough to write a bot or a page of one's own."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse

from makiaveli.bots import BOTS
from makiaveli.game import (
    MAKIAVELI,
    PRESETS,
    Draw,
    Ending,
    Pass,
    Play,
    Rules,
    Turn,
    TurnKind,
    cross_places,
    open_turns,
    problems,
)
from makiaveli.store import Seat, Status
from makiaveli.web.errors import Problem, Refusal, problem_data
from makiaveli.web.table import Table, Tables
from makiaveli.wire import read_cards, texts

POLL_SECONDS = 0.5
"""How often a stream of events looks whether the game has changed."""

_MOST_CARDS = 104
_EXAMPLE_PLAY: dict[str, Any] = {
    "kind": "play",
    "cards": ["3S", "4S", "5S"],
    "floor": [["7H", "7D", "7C"], ["2S", "3S", "4S", "5S"]],
}

CardText = Annotated[str, Field(max_length=40, description="A card in any spelling, such as 7S or 10♦.")]


class _Sent(BaseModel):
    """What callers send: a key that nothing asks for is a mistake worth telling."""

    model_config = ConfigDict(extra="forbid")


class Player(_Sent):
    """Who takes a seat."""

    name: str | None = Field(None, max_length=40, description="As the others see it.")
    bot: str | None = Field(None, max_length=40, description=f"One of {', '.join(BOTS)}; none: a person.")


class NewGame(_Sent):
    """What is to be played, and by whom."""

    model_config = ConfigDict(json_schema_extra={"example": {"seats": [{"name": "Anna"}, {"bot": "solver"}]}})

    seats: list[Player] = Field(min_length=1, max_length=12, description="From 2 to 6, one person at least.")
    rules: str = Field(MAKIAVELI.name, max_length=40, description=f"One of {', '.join(PRESETS)}.")
    seed: int | None = Field(
        None,
        strict=True,
        ge=0,
        lt=2**63,
        description="The same seed, the same deal. Who knows it knows every card, so it needs a lone person.",
    )


class TurnSent(_Sent):
    """A turn. For a play: the cards from the own hand and the whole floor after it."""

    model_config = ConfigDict(json_schema_extra={"example": _EXAMPLE_PLAY})

    kind: TurnKind = Field(description="What is done.")
    cards: list[CardText] = Field([], max_length=_MOST_CARDS, description="The cards laid down.")
    floor: list[Annotated[list[CardText], Field(max_length=_MOST_CARDS)]] = Field(
        [], max_length=_MOST_CARDS, description="Every meld as it lies after the play, the untouched as well."
    )

    def at(self, seat: int) -> Turn:
        """The turn for this seat. Raises :class:`NotationError` for cards that cannot be read."""
        match self.kind:
            case TurnKind.DRAW:
                return Draw(seat)
            case TurnKind.PASS:
                return Pass(seat)
        floor = tuple(read_cards(meld, "floor") for meld in self.floor)
        return Play(seat, read_cards(self.cards, "cards"), floor)


class TurnAtPly(TurnSent):
    """A turn, and how many turns were taken before it."""

    model_config = ConfigDict(json_schema_extra={"example": {"ply": 12, **_EXAMPLE_PLAY}})

    ply: int = Field(
        strict=True,
        ge=0,
        le=1_000_000,
        description="The ply of the view it answers. A turn sent twice is taken once.",
    )


class SeatTaken(BaseModel):
    """A seat of a new game."""

    seat: int = Field(description="Counted from 0.")
    name: str = Field(description="As the others see it.")
    bot: str | None = Field(description="Which bot plays here; none: a person.")
    token: str | None = Field(description="What a person shows to play here; told this once. None for a bot.")


class Started(BaseModel):
    """A new game."""

    id: str = Field(description="For the address of the game.")
    seats: list[SeatTaken] = Field(description="Every seat, in the order of play.")


class SeatSeen(BaseModel):
    """A seat as all see it."""

    name: str = Field(description="As the others see it.")
    bot: str | None = Field(description="Which bot plays here; none: a person.")
    cards: int = Field(description="Cards in the hand.")


class End(BaseModel):
    """How a game ended."""

    ending: Ending = Field(description="How it came about.")
    winners: list[int] = Field(description="Seats. More than one share the win.")


class GameView(BaseModel):
    """The game as one seat sees it. Seats are counted from 0."""

    id: str = Field(description="For the address of the game.")
    rules: str = Field(description="Which game is played.")
    status: Status = Field(description="Whether it goes on.")
    version: int = Field(description="Goes up with every change.")
    ply: int = Field(description="Turns taken so far.")
    seat: int = Field(description="The own seat.")
    seats: list[SeatSeen] = Field(description="Every seat, in the order of play.")
    starter: int = Field(description="The seat that began.")
    turn: int | None = Field(description="The seat to move; none when the game is over.")
    open_turns: list[TurnKind] = Field(description="What the seat to move may do.")
    hand: list[str] = Field(description="The own cards.")
    floor: list[list[str]] = Field(description="The melds on the table.")
    cross: list[str | None] = Field(description="Above, right, below, left of the stock; none where used.")
    stock: int = Field(description="Cards left to draw.")
    passes: int = Field(description="Passes in a row.")
    outcome: End | None = Field(description="How it ended; none while it goes on.")


class Check(BaseModel):
    """Whether a turn would be legal now."""

    legal: bool = Field(description="Whether the turn would be taken.")
    problems: list[Problem] = Field(description="Everything that is wrong with it.")


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def _player(
    token: Annotated[
        HTTPAuthorizationCredentials | None,
        Depends(HTTPBearer(auto_error=False, description="The token of a seat, told when the game started.")),
    ],
) -> str | None:
    return token.credentials if token else None


def _version(tables: "GamesHere", game_id: str) -> int:
    return tables.version(game_id)


GamesHere = Annotated[Tables, Depends(_tables)]
Token = Annotated[str | None, Depends(_player)]

Refusals = dict[int | str, dict[str, Any]]

NOT_FOUND: Refusals = {404: {"model": Refusal, "description": "No such game."}}
NO_SEAT: Refusals = {401: {"model": Refusal, "description": "Not a seat of yours."}}
UNUSABLE: Refusals = {
    422: {"model": Refusal, "description": "Told in words, one problem for each thing that is wrong."}
}
STALE: Refusals = {409: {"model": Refusal, "description": "The game is at another ply: look again."}}
RUNNING: Refusals = {409: {"model": Refusal, "description": "The game is still being played."}}


def _json(refusals: Refusals) -> Refusals:
    """The same for a route whose own answers are no JSON, of which the framework takes refusals to be too."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    return {
        status: {"description": words["description"], "content": content}
        for status, words in refusals.items()
    }


router = APIRouter(prefix="/api/games", tags=["games"])


@router.post("", summary="Start a game", status_code=201, responses=UNUSABLE)
def start(game: NewGame, tables: GamesHere) -> Started:
    """Deal a game. Each person's seat gets a token; bots that come first have moved already."""
    tokens = [secrets.token_urlsafe(24) if player.bot is None else None for player in game.seats]
    seats = [
        Seat(_name(at, player), player.bot, token)
        for at, (player, token) in enumerate(zip(game.seats, tokens, strict=True))
    ]
    table = tables.start(Rules.named(game.rules), seats, game.seed)
    taken = [
        SeatTaken(seat=at, name=seat.name, bot=seat.bot, token=seat.player)
        for at, seat in enumerate(table.info.seats)
    ]
    return Started(id=table.info.id, seats=taken)


def _name(at: int, player: Player) -> str:
    """A name that shows: records keep printable characters alone."""
    given = (
        player.name if player.name and any(char.isprintable() and char > " " for char in player.name) else ""
    )
    return given or player.bot or f"Player {at + 1}"


@router.get("/{game_id}", summary="See a game", responses=NOT_FOUND | NO_SEAT | UNUSABLE)
def show(game_id: str, tables: GamesHere, token: Token) -> GameView:
    """The game as the seat of the token sees it."""
    return _view(tables.load(game_id), token)


@router.post("/{game_id}/check", summary="Check a turn", responses=NOT_FOUND | NO_SEAT | UNUSABLE)
def check(game_id: str, turn: TurnSent, tables: GamesHere, token: Token) -> Check:
    """Whether this turn would be legal now, and everything that is wrong with it. Nothing is changed."""
    table = tables.load(game_id)
    faults = problems(table.state, turn.at(table.seat_of(token)))
    return Check(legal=not faults, problems=[Problem(**problem_data(fault)) for fault in faults])


@router.post("/{game_id}/turns", summary="Take a turn", responses=NOT_FOUND | NO_SEAT | STALE | UNUSABLE)
def take_turn(game_id: str, turn: TurnAtPly, tables: GamesHere, token: Token) -> GameView:
    """Take a turn; the answer is the game after it and after the bots that follow."""
    return _view(tables.take(game_id, token, turn.ply, turn.at), token)


@router.get(
    "/{game_id}/events",
    summary="Hear of changes",
    response_class=EventSourceResponse,
    responses=_json(NOT_FOUND | UNUSABLE),
)
async def events(
    game_id: str, version: Annotated[int, Depends(_version)], tables: GamesHere
) -> AsyncIterator[ServerSentEvent]:
    """A stream that tells the version of the game now and whenever it changes, and nothing else.

    Each is an event ``version`` with the number as its data; then it is time to look at the game again.
    """
    told = None
    while True:
        if version != told:
            yield ServerSentEvent(data=version, event="version", id=str(version))
            told = version
        await asyncio.sleep(POLL_SECONDS)
        version = await run_in_threadpool(tables.version, game_id)


@router.get(
    "/{game_id}/record",
    summary="Read a finished game",
    response_class=PlainTextResponse,
    responses=_json(NOT_FOUND | RUNNING | UNUSABLE),
)
def record(game_id: str, tables: GamesHere) -> str:
    """The whole game as text, every hand and the stock included. It can be had when the game is over."""
    return str(tables.load(game_id).final_record())


def _view(table: Table, token: str | None) -> GameView:
    seat = table.seat_of(token)
    seen = table.view(seat)
    end = table.outcome
    return GameView(
        id=table.info.id,
        rules=seen.rules.name,
        status=table.info.status,
        version=table.info.version,
        ply=seen.ply,
        seat=seat,
        seats=[
            SeatSeen(name=each.name, bot=each.bot, cards=cards)
            for each, cards in zip(table.info.seats, seen.hand_sizes, strict=True)
        ],
        starter=seen.starter,
        turn=seen.turn if end is None else None,
        open_turns=list(open_turns(seen)),
        hand=texts(seen.hand),
        floor=[texts(meld) for meld in seen.floor],
        cross=[None if card is None else str(card) for card in cross_places(seen)],
        stock=seen.stock_size,
        passes=seen.passes,
        outcome=End(ending=end.ending, winners=list(end.winners)) if end else None,
    )
