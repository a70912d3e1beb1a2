"""The end of a game: who won, all hands, and every turn judged; its record, and the same table once more."""

from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from makiaveli.game import Ending
from makiaveli.web.game import ending
from makiaveli.web.game.ending import HeldHand, TurnTold
from makiaveli.web.game.review import review
from makiaveli.web.pages import PageRouter
from makiaveli.web.players import player_of
from makiaveli.web.shown import ShownMeld
from makiaveli.web.solving import Solving
from makiaveli.web.table import Table, Tables
from makiaveli.web.templating import link_to, render
from makiaveli.words import counted

router = PageRouter()


@dataclass(frozen=True)
class OverPage:
    """What ``game/over.html`` shows."""

    id: str
    tag: str
    won: bool
    headline: str
    summary: str
    last: tuple[ShownMeld, ...]
    """What the last play made or changed; of much, the melds with cards of the hand."""
    rebuilt: tuple[ShownMeld, ...]
    """The other melds that it changed, where they are many."""
    rebuilt_label: str
    hands: tuple[HeldHand, ...]
    held_label: str
    turns: tuple[TurnTold, ...]
    """The last one first."""
    share: str
    everyone: bool
    """Whether the turns of all players are shown."""
    mine: bool
    """Whether whoever looks played there."""


async def over(request: Request, table: Table, seat: int | None) -> Response:
    """The page of a finished game for the player at this seat, or for somebody who did not play there."""
    solving: Solving = request.app.state.solving
    outcome, record = table.outcome, table.record
    if outcome is None:
        raise ValueError(f"The game {table.info.id} goes on.")
    everyone = seat is None or request.query_params.get("turns") == "everyone"
    names = ending.names_of(record, seat)
    judged = []
    for at in range(len(names)) if everyone else [seat]:
        judged += [(each, names[at or 0]) for each in await solving.run(review, record, at or 0)]
    judged.sort(key=lambda each: -each[0].ply)
    emptied = outcome.ending is Ending.EMPTIED
    last, rebuilt = ending.last_play(table) if emptied else ((), ())
    page = OverPage(
        id=table.info.id,
        tag=ending.tag(outcome, names, seat),
        won=seat in outcome.winners,
        headline=ending.headline(outcome, names, seat),
        summary=ending.summary(table, outcome),
        last=last,
        rebuilt=rebuilt,
        rebuilt_label=f"{counted(len(rebuilt), 'more meld')} changed",
        hands=tuple(
            ending.held(name, hand) for name, hand in zip(names, table.state.hands, strict=True) if hand
        ),
        held_label="What the others held" if emptied else "What everybody held",
        turns=tuple(ending.told(each, name) for each, name in judged),
        share=ending.share([each for each, _ in judged]),
        everyone=everyone,
        mine=seat is not None,
    )
    return render(request, "game/over.html", page)


@router.api_route(
    "/game/{game_id}.txt",
    name="record",
    methods=["GET", "HEAD"],
    include_in_schema=False,
    response_model=None,
)
def record(request: Request, game_id: str) -> Response:
    """The finished game as text."""
    tables: Tables = request.app.state.tables
    text = str(tables.look(game_id).final_record())
    return PlainTextResponse(
        text, headers={"Content-Disposition": f'inline; filename="makiaveli-{game_id}.txt"'}
    )


@router.post("/game/{game_id}/again", name="again", include_in_schema=False)
async def again(request: Request, game_id: str) -> Response:
    """A new game with the same table."""
    tables: Tables = request.app.state.tables
    table = await run_in_threadpool(tables.look, game_id)
    table.seat_of(player_of(request))
    new = await run_in_threadpool(tables.start, table.info.rules, table.info.seats)
    return RedirectResponse(link_to(request, "table", game_id=new.info.id), 303)
