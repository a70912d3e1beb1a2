"""The solver's page: where a position is laid in."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from makiaveli.web.pages import PageRouter
from makiaveli.web.templating import render

router = PageRouter()


@dataclass(frozen=True)
class ComposePage:
    """What ``solver/compose.html`` shows."""

    text: str
    """The position as it was written."""


@router.page("/solver", name="solver")
def solver(request: Request, p: str = "") -> Response:
    """The field for a position."""
    return render(request, "solver/compose.html", ComposePage(p))
