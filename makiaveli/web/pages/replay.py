"""Back and forth through a game: one that was played here, or one that somebody brings as text."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Form
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from makiaveli.errors import NoSeatError
from makiaveli.game import read_record
from makiaveli.web.game.replaying import Scene, scene
from makiaveli.web.pages import PageRouter
from makiaveli.web.players import player_of
from makiaveli.web.table import Tables
from makiaveli.web.templating import render

router = PageRouter()

MOST_TOLD = 4
"""Faults of a text that are told; of more, the rest is counted."""


@dataclass(frozen=True)
class ReplayPage:
    """What ``game/replay.html`` shows."""

    scene: Scene | None
    id: str = ""
    """The game, if it is kept here."""
    text: str = ""
    """The record, if it was brought as text."""
    problems: tuple[str, ...] = ()
    """What is wrong with the text."""


@router.page("/game/{game_id}/replay", name="replay")
def replay(request: Request, game_id: str, turn: str = "") -> Response:
    """A finished game after so many turns. Raises :class:`GameRunningError` before its end."""
    tables: Tables = request.app.state.tables
    table = tables.look(game_id)
    record = table.final_record()
    try:
        seat = table.seat_of(player_of(request))
    except NoSeatError:
        seat = None
    return render(request, "game/replay.html", ReplayPage(scene(record, _number(turn), seat), id=game_id))


@router.page("/replay", name="replay_text")
def ask(request: Request) -> Response:
    """Where a record is brought."""
    return render(request, "game/replay.html", ReplayPage(None))


@router.post("/replay", include_in_schema=False)
async def replay_text(
    request: Request, record: Annotated[str, Form()] = "", turn: Annotated[str, Form()] = ""
) -> Response:
    """The game of this text after so many turns; of a damaged one as far as it can be read."""
    reading = await run_in_threadpool(read_record, record)
    told = [str(fault) for fault in reading.problems]
    if len(told) > MOST_TOLD - 1 and all(fault.line is None for fault in reading.problems):
        told = ["That is no game. Paste the whole text, from the line “Rules:” on."]
    problems = (*told[:MOST_TOLD], *([f"And {len(told) - MOST_TOLD} more."] if len(told) > MOST_TOLD else []))
    seen = None
    if reading.record is not None:
        seen = await run_in_threadpool(scene, reading.record, _number(turn))
    page = ReplayPage(seen, text=record, problems=problems)
    return render(request, "game/replay.html", page, status=200 if seen else 422)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0
