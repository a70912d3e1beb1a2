"""The table of a running game.

Arranging is kept by nobody: it travels in the form and in the page's address, so that it outlives a reload, a
lost line and a restart of the server. What is kept, and whether a turn is legal, is up to :class:`Tables`.
"""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import Form
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from makiaveli.errors import IllegalTurnError, NoSeatError, StaleTurnError
from makiaveli.game import Draw, Pass, Turn, TurnFault, TurnKind, problems
from makiaveli.solver import Suit
from makiaveli.web.game import words
from makiaveli.web.game.arranging import Arranging, Place, read_edits, read_names, write_edits
from makiaveli.web.game.hand import Fold, Habits, Order
from makiaveli.web.game.page import Moment, TablePage, page_of
from makiaveli.web.game.pieces import Setting
from makiaveli.web.pages import PageRouter
from makiaveli.web.pages.over import over
from makiaveli.web.players import player_of
from makiaveli.web.solving import Solved, Solving
from makiaveli.web.table import Table, Tables
from makiaveli.web.templating import link_to, render

router = PageRouter()

HABITS = "hand"
"""The cookie of how the hand is laid out."""
HABITS_SECONDS = 90 * 24 * 3600
MOST_TOKENS = 60
"""Edits in one request: more than anybody taps while an answer is on its way."""
MOST_HINTS = 3
"""Degrees of a hint: whether, which cards, and the whole play."""
_WAITS = ("draw", "pass")


@router.page("/game/{game_id}", name="table")
async def show(request: Request, game_id: str) -> Response:
    """The table as its player left it, or the end of the game."""
    tables: Tables = request.app.state.tables
    table = await run_in_threadpool(tables.look, game_id)
    seat = _seat(request, table)
    if table.outcome is not None:
        return await over(request, table, seat)
    if seat is None:
        raise NoSeatError(f"No seat of the game {game_id} is yours.")
    query = dict(request.query_params)
    moment = _tried(_moment(request, table, seat, query), query.get("do", ""))
    if moment.hint:
        moment = replace(moment, solved=await _solve(request, moment))
    return _answer(request, moment, "table")


@router.post("/game/{game_id}", name="move", include_in_schema=False)
async def change(
    request: Request,
    game_id: str,
    ply: Annotated[str, Form()] = "",
    log: Annotated[str, Form()] = "",
    undone: Annotated[str, Form()] = "",
    picked: Annotated[str, Form()] = "",
    hint: Annotated[str, Form()] = "",
    was: Annotated[str, Form()] = "",
    do: Annotated[str, Form()] = "",
) -> Response:
    """The table after these edits, one a line, each from where the one before it led."""
    tables: Tables = request.app.state.tables
    table = await run_in_threadpool(tables.look, game_id)
    seat = table.seat_of(player_of(request))
    sent = {"ply": ply, "log": log, "undone": undone, "picked": picked, "hint": hint, "was": was}
    moment = _moment(request, table, seat, sent)
    habits = moment.habits
    edit = ""
    for edit in do.splitlines()[:MOST_TOKENS]:
        if edit in ("next", "rest"):
            bots = 1 if edit == "next" else None
            # A page that has not seen the last turn yet is shown that one first.
            if not moment.mine and (edit == "rest" or table.state.ply == moment.seen):
                table = await run_in_threadpool(tables.load, game_id, bots=bots)
                moment = _moment(request, table, seat, {"was": moment.was}, moment.habits)
            elif moment.stale is None:
                moment = _moment(request, table, seat, {"was": moment.was}, moment.habits)
        elif moment.seen == moment.table.state.ply and not moment.mine and _habits(moment, edit) is None:
            continue
        elif edit == "hint":
            moment = replace(moment, hint=min(moment.hint + 1, MOST_HINTS), refused="", asks=False)
            solved = moment.solved or await _solve(request, moment)
            moment = replace(moment, solved=solved)
            if moment.hint == MOST_HINTS and solved.verdict.at_least:
                moment = replace(moment, arranging=moment.arranging.lay(solved.plan))
        elif turn := _turn(moment, edit):
            moment = await _take(request, tables, moment, turn)
            table = moment.table
        else:
            moment = _edited(moment, edit)
    fragment = "hx-request" in request.headers
    if moment.table.outcome is not None:
        address = link_to(request, "table", game_id=game_id)
        response: Response = (
            Response(headers={"HX-Redirect": address}) if fragment else RedirectResponse(address, 303)
        )
    elif fragment:
        response = _answer(request, moment, "_table")
    elif moment.moved is not None:
        # Its address shows once more what was arranged, laid on the table as it lies now.
        query = {name: value for name, value in sent.items() if value}
        response = RedirectResponse(link_to(request, "table", query, game_id=game_id), 303)
    else:
        tried = edit if moment.refused or moment.asks else ""
        response = RedirectResponse(_address(request, moment, tried), 303)
    if moment.habits != habits:
        path = link_to(request, "games")
        response.set_cookie(
            HABITS, str(moment.habits), HABITS_SECONDS, path=path, httponly=True, samesite="lax"
        )
    return response


def _seat(request: Request, table: Table) -> int | None:
    try:
        return table.seat_of(player_of(request))
    except NoSeatError:
        return None


def _moment(
    request: Request, table: Table, seat: int, sent: dict[str, str], habits: Habits | None = None
) -> Moment:
    """What the form or the address says, on the table as it lies now."""
    if habits is None:
        habits = Habits.parse(request.cookies.get(HABITS, ""))
    view = table.view(seat)
    ply = int(sent["ply"]) if sent.get("ply", "").isdecimal() and len(sent["ply"]) < 7 else view.ply
    if not 0 <= ply <= view.ply:
        ply = view.ply
    mine = table.state.turn == seat
    seen = table.view_at(seat, ply)
    arranging = Arranging(Setting(seen), read_edits(sent.get("log", "")), read_edits(sent.get("undone", "")))
    picked = arranging.setting.find(read_names(sent.get("picked", "")))
    arranging = replace(arranging, picked=tuple(dict.fromkeys(picked)))
    hint = sent.get("hint", "")
    moment = Moment(
        table, seat, arranging, habits, seen=ply, hint=int(hint) if hint in ("1", "2", "3") else 0
    )
    if was := sent.get("was", ""):
        if not mine:
            return replace(moment, arranging=Arranging.begin(view), hint=0, was=was)
        # It waited while others moved; now it is laid as far as it can be.
        ply_then, _, log = was.partition("-")
        if not arranging.done:
            return _moment(request, table, seat, {"ply": ply_then, "log": log}, habits)
    if ply == view.ply:
        return moment if mine else replace(moment, arranging=Arranging.begin(view), hint=0)
    if not arranging.done:
        return replace(moment, arranging=Arranging.begin(view), hint=0, stale=arranging)
    if not mine:
        was = f"{ply}-{write_edits(arranging.done)}"
        return replace(moment, arranging=Arranging.begin(view), hint=0, stale=arranging, was=was)
    now = arranging.on(view)
    return replace(moment, arranging=now, hint=0, stale=arranging, moved=len(now.changed))


def _turn(moment: Moment, edit: str) -> Turn | None:
    """The turn that the edit takes, if it takes one."""
    # A stale page means the table that it showed.
    arranging = moment.stale or moment.arranging
    if edit == "play":
        return arranging.play()
    wait, sure = edit.removesuffix("!"), edit.endswith("!")
    if wait not in _WAITS or (arranging.arranged and not sure):
        return None
    return Draw(moment.seat) if wait == "draw" else Pass(moment.seat)


async def _take(request: Request, tables: Tables, moment: Moment, turn: Turn) -> Moment:
    """After the turn; where it cannot be taken, the moment says why."""
    game_id, player = moment.table.info.id, player_of(request)
    try:
        table = await run_in_threadpool(tables.take, game_id, player, moment.seen, lambda seat: turn, bots=0)
    except IllegalTurnError as error:
        faults = [fault for fault in error.problems if isinstance(fault, TurnFault)]
        refused = words.turn_faults(faults, moment.arranging.faulty)
        return replace(moment, refused=refused, asks=False, hint=0)
    except StaleTurnError:
        table = await run_in_threadpool(tables.look, game_id)
        sent = {"ply": str(moment.seen), "log": write_edits((moment.stale or moment.arranging).done)}
        moment = _moment(request, table, moment.seat, sent, moment.habits)
        return replace(moment, moved=moment.moved or 0)
    return _moment(request, table, moment.seat, {}, moment.habits)


def _edited(moment: Moment, edit: str) -> Moment:
    """After an edit of the arrangement or of how the hand is laid out."""
    habits = _habits(moment, edit)
    if habits is not None:
        return replace(moment, habits=habits)
    if moment.seen != moment.table.state.ply:
        # What was tapped lies elsewhere by now; the player sees the true table first.
        return moment
    arranging, refused, asks = moment.arranging, "", False
    match edit:
        case "undo":
            arranging = arranging.undo()
        case "redo":
            arranging = arranging.redo()
        case "reset":
            arranging = arranging.reset()
        case "drop":
            arranging = arranging.let_go()
        case "draw" | "pass":
            asks = True
        case "new" | "hand" | "cross":
            target = {"new": Place.NEW, "hand": Place.HAND, "cross": Place.CROSS}[edit]
            placed = arranging.put(target)
            refused = words.not_possible(target) if placed.done == arranging.done else ""
            arranging = placed
        case _:
            pieces = arranging.setting.find(read_names(edit))
            if len(pieces) == 1:
                arranging = arranging.tap(pieces[0])
            elif pieces:
                arranging = arranging.tap_stack(pieces)
    if moment.arranging.full and arranging.full and moment.arranging.picked:
        refused = words.ENOUGH
    return replace(moment, arranging=arranging, refused=refused, asks=asks, hint=0, solved=None, moved=None)


def _habits(moment: Moment, edit: str) -> Habits | None:
    """The habits after this edit, if it is about them."""
    habits = moment.habits
    hand = moment.arranging.setting.hand
    match edit:
        case "sort":
            order = habits.order.next
            own = tuple(piece.card for piece in habits.sorted(hand)) if order is Order.OWN else habits.own
            return replace(habits, order=order, own=habits.own or own)
        case "fold":
            return replace(habits, fold=Fold.FOLDED)
        case "unfold":
            return replace(habits, fold=Fold.OPEN)
        case "left" | "right":
            step = -1 if edit == "left" else 1
            return habits.moved(hand, moment.arranging.picked, step)
    if edit.startswith("suit-"):
        suit = next((suit for suit in Suit if edit == f"suit-{suit.letter}"), None)
        return replace(habits, suit=None if suit == habits.suit else suit)
    return None


async def _solve(request: Request, moment: Moment) -> Solved:
    solving: Solving = request.app.state.solving
    return await solving.solve(moment.arranging.setting.view.position())


def _tried(moment: Moment, edit: str) -> Moment:
    """Nothing is done, but the page says why it could not be, or asks."""
    if not moment.mine:
        return moment
    if edit == "play":
        faults = problems(moment.table.state, moment.arranging.play())
        refused = words.turn_faults(faults, moment.arranging.faulty) if faults else ""
    else:
        tried = _edited(moment, edit)
        refused = tried.refused
        moment = replace(moment, asks=tried.asks and moment.arranging.arranged)
    return replace(moment, refused=refused)


def _address(request: Request, moment: Moment, tried: str = "") -> str:
    """Where the page is found again as it is now; ``tried`` is an edit that did not fit."""
    arranging = moment.arranging
    query = {
        "ply": str(moment.table.state.ply),
        "log": write_edits(arranging.done),
        "undone": write_edits(arranging.undone),
        "picked": ".".join(map(str, arranging.picked)),
        "hint": str(moment.hint or ""),
        "was": moment.was,
        "do": tried,
    }
    extra = moment.hint or moment.was or tried
    bare = not (arranging.done or arranging.undone or arranging.picked or extra)
    query = {} if bare else {name: value for name, value in query.items() if value}
    return link_to(request, "table", query, game_id=moment.table.info.id)


def _answer(request: Request, moment: Moment, template: str) -> Response:
    waiting = TurnKind.DRAW if moment.table.state.stock else TurnKind.PASS
    playable = moment.mine and not problems(moment.table.state, moment.arranging.play())
    page: TablePage = page_of(moment, _address(request, moment), waiting, playable)
    headers: dict[str, Any] = {"Cache-Control": "no-store"}
    return render(request, f"game/{template}.html", page, headers=headers)
