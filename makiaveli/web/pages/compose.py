"""The composer: where a position is laid in."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from makiaveli.errors import MakiaveliError
from makiaveli.solver import Position
from makiaveli.web.templating import render


@dataclass(frozen=True)
class ComposePage:
    """What ``solver/compose.html`` shows."""

    text: str
    """The position as it was written."""
    problems: tuple[str, ...]
    """What is wrong with it, one sentence each."""


def compose(request: Request, *, p: str = "", status: int = 200) -> Response:
    """The field for a position, with what is wrong with it."""
    page = ComposePage(p, _problems(p) if p.strip() else ())
    return render(request, "solver/compose.html", page, status=status)


def _problems(text: str) -> tuple[str, ...]:
    try:
        return tuple(map(str, Position.parse(text).problems()))
    except MakiaveliError as error:
        return tuple(map(str, error.problems))
