"""The games of a player: start one, go on with one, look back at those that are over."""

import time
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import parse_qsl, urlencode

from fastapi import Depends, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from makiaveli.bots import BOTS
from makiaveli.game import PRESETS, Rules
from makiaveli.store import GameInfo, Status
from makiaveli.web import words
from makiaveli.web.choice import FEWEST, MOST, NAMES, YIAYIA, Choice
from makiaveli.web.pages import PageRouter, sent_fields
from makiaveli.web.players import new_key, player_of, remember
from makiaveli.web.table import Table, Tables
from makiaveli.web.templating import link_to, render
from makiaveli.words import counted

router = PageRouter()

COOKIE = "choice"
"""Keeps the last choice. Nothing hangs on it, so it is not signed."""
KEPT_SECONDS = 365 * 24 * 3600
MOST_GAMES = 10
"""Games shown in full at once: each is replayed to see how it stands."""


@dataclass(frozen=True)
class ShownGame:
    """A game in a list."""

    id: str
    against: str
    """The names of the others."""
    line: str
    """How it stands, and since when."""
    outcome: str = ""
    """How it ended for the player, in a word; empty while it goes on."""
    won: bool = False


@dataclass(frozen=True)
class NewGamePage:
    """What ``games/new.html`` shows."""

    choice: Choice
    problems: tuple[str, ...]
    """Everything that was wrong with what was sent."""
    known: bool
    """Whether the player has games here."""
    running: tuple[ShownGame, ...] = ()
    older: tuple[ShownGame, ...] = ()
    """Running games beyond those that are shown at once."""
    numbers: range = range(FEWEST, MOST + 1)
    names: tuple[str, ...] = NAMES
    yiayia: str = YIAYIA
    bots: tuple[tuple[str, str], ...] = tuple((bot, words.BOTS[bot]) for bot in BOTS)
    rules: tuple[tuple[str, str, str], ...] = tuple((name, *words.RULES[name]) for name in PRESETS)


@dataclass(frozen=True)
class FinishedPage:
    """What ``games/finished.html`` shows: so many games, the last ones first."""

    games: tuple[ShownGame, ...]
    page: int
    """Counted from 1."""
    more: bool
    """Whether a page follows."""


@router.page("/game", name="games")
def games(request: Request, seed: str = "") -> Response:
    """The player's running games, and the form of a new one."""
    kept, _ = Choice.read(dict(parse_qsl(request.cookies.get(COOKIE, ""))))
    choice, problems = Choice.read(kept.fields | {"seed": seed})
    return _new_game(request, choice, problems)


@router.post("/game", name="start", include_in_schema=False)
def start(request: Request, form: Annotated[dict[str, str], Depends(sent_fields)]) -> Response:
    """Deal, and go to the table."""
    choice, problems = Choice.read(form)
    if problems:
        return _new_game(request, choice, problems, status=422)
    tables: Tables = request.app.state.tables
    player = player_of(request) or new_key()
    table = tables.start(Rules.named(choice.rules), choice.seats(player), choice.seed)
    response = RedirectResponse(link_to(request, "table", game_id=table.info.id), 303)
    remember(request, response, player)
    here = link_to(request, "games")
    kept = urlencode(choice.fields)
    response.set_cookie(COOKIE, kept, KEPT_SECONDS, path=here, httponly=True, samesite="lax")
    return response


@router.page("/game/finished", name="finished")
def finished(request: Request, page: Annotated[int, Query(ge=1, le=100_000)] = 1) -> Response:
    """The player's games that are over, a few at a time."""
    infos = [info for info in _games_of(request) if info.status is Status.FINISHED]
    first, end = (page - 1) * MOST_GAMES, page * MOST_GAMES
    shown = tuple(_finished(request, info) for info in infos[first:end])
    return _render(request, "finished", FinishedPage(shown, page, len(infos) > end))


def _new_game(request: Request, choice: Choice, problems: tuple[str, ...], *, status: int = 200) -> Response:
    infos = _games_of(request)
    # Whoever comes back to an abandoned game goes on with it.
    running = [info for info in infos if info.status is not Status.FINISHED]
    page = NewGamePage(
        choice,
        problems,
        known=bool(infos),
        running=tuple(_running(request, info) for info in running[:MOST_GAMES]),
        older=tuple(_older(request, info) for info in running[MOST_GAMES:]),
    )
    return _render(request, "new", page, status=status)


def _render(request: Request, template: str, page: object, *, status: int = 200) -> Response:
    # Back from the table, the list has to tell how the games stand now.
    headers = {"Cache-Control": "private, no-cache"}
    return render(request, f"games/{template}.html", page, status=status, headers=headers)


def _games_of(request: Request) -> tuple[GameInfo, ...]:
    player = player_of(request)
    if player is None:
        return ()
    tables: Tables = request.app.state.tables
    return tables.games_of(player)


def _look(request: Request, info: GameInfo) -> tuple[Table, int]:
    """The game, and the seat of the player who asks."""
    tables: Tables = request.app.state.tables
    table = tables.look(info.id)
    return table, table.seat_of(player_of(request))


def _running(request: Request, info: GameInfo) -> ShownGame:
    table, seat = _look(request, info)
    held = counted(len(table.view(seat).hand), "card")
    return _shown(request, info, f"Turn {table.state.ply + 1}, you hold {held}")


def _older(request: Request, info: GameInfo) -> ShownGame:
    return _shown(request, info, f"Turn {info.ply + 1}")


def _finished(request: Request, info: GameInfo) -> ShownGame:
    table, seat = _look(request, info)
    winners = table.outcome.winners if table.outcome else ()
    shown = _shown(request, info, counted(info.ply, "turn"))
    won = seat in winners
    word = "Lost" if not won else "Won" if len(winners) == 1 else "Shared"
    return replace(shown, outcome=word, won=won)


def _shown(request: Request, info: GameInfo, line: str) -> ShownGame:
    player = player_of(request)
    against = ", ".join(seat.name for seat in info.seats if seat.player != player)
    return ShownGame(info.id, against, f"{line}, {words.ago(time.time() - info.touched)}")
