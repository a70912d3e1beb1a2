"""The table of a game."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from makiaveli.web.pages import PageRouter

router = PageRouter()


@router.page("/game/{game_id}", name="table")
def table(request: Request, game_id: str) -> Response:
    """A placeholder."""
    return HTMLResponse('<!doctype html><link rel="icon" href="data:,"><title>A game</title>')
