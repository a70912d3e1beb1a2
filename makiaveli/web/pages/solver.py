"""The address /solver: the answer to a position, or the composer where there is none to answer yet."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from makiaveli.errors import MakiaveliError, PositionError
from makiaveli.solver import Position
from makiaveli.web.errors import wants_json
from makiaveli.web.pages import PageRouter
from makiaveli.web.pages.answer import answer
from makiaveli.web.pages.compose import compose

router = PageRouter()

MOST_TEXT = 2000
"""Characters of a position in an address. All 104 cards, generously spelled, take half of that."""


@router.page("/solver", name="solver")
async def solver(
    request: Request,
    p: str = "",
    edit: str = "",
    log: str = "",
    text: str = "",
    do: str = "",
    longer: str = "",
) -> Response:
    """The answer to the position ``p``; with ``edit``, without ``p`` or with faults the composer."""
    if len(p) > MOST_TEXT:
        raise HTTPException(414, f"That is {len(p)} characters. A position has at most {MOST_TEXT}.")
    if edit or text or do or not p.strip():
        return compose(request, p=p, edit=edit, log=log, text=text, do=do)
    try:
        position = Position.parse(p)
        if faults := position.problems():
            raise PositionError(f"{position}: {' '.join(map(str, faults))}", faults)
    except MakiaveliError:
        if wants_json(request):
            raise
        return compose(request, p=p, log=log)
    return await answer(request, position, longer=longer == "1")
