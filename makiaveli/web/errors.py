"""Faults as answers: which status an exception gets, and the page or the JSON that tells it."""

import logging
import secrets
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from makiaveli.errors import (
    DealError,
    GameNotFoundError,
    GameRunningError,
    IllegalTurnError,
    MakiaveliError,
    NoSeatError,
    NotationError,
    PositionError,
    StaleTurnError,
)
from makiaveli.solver import Fault
from makiaveli.web.templating import render
from makiaveli.wire import fault_data

logger = logging.getLogger(__name__)

STATUS: dict[type[MakiaveliError], int] = {
    NotationError: 422,
    PositionError: 422,
    DealError: 422,
    IllegalTurnError: 422,
    GameNotFoundError: 404,
    GameRunningError: 409,
    NoSeatError: 401,
    StaleTurnError: 409,
}
"""The status of each exception that we raise on purpose. Any other exception is a fault of ours: 500."""

WORDS: dict[int, tuple[str, str]] = {
    401: ("This seat is not yours.", "A game opens to those who started it. The table is this way."),
    403: ("That came from another site.", "Open this page itself and do it again there."),
    404: ("There is no such page.", "The address may be old or mistyped. The table is this way."),
    405: ("This page cannot do that.", "It may be looked at, but takes nothing in. The table is this way."),
    409: ("The table has moved on.", "Load the page again to see how it lies now."),
    413: ("That is too much at once.", "A position of all 104 cards takes less. Lay the cards in afresh."),
    414: ("This link is too long.", "A position of all 104 cards takes less. Lay the cards in afresh."),
    415: ("That is in a form that cannot be read here.", "The table is this way."),
    422: ("This link is damaged.", "What it should hold cannot be read. Lay the cards in afresh."),
    500: ("Something went wrong here, not with you.", "Every finished turn is kept."),
    503: ("Many are asking just now.", "Load the page again in a few seconds."),
}
"""Headline and sentence for each status that happens here."""
_WORDS_OF: dict[type[Exception], tuple[str, str]] = {
    GameNotFoundError: ("There is no such game here.", "Start a new one."),
    GameRunningError: ("The game is still being played.", "All hands are shown when it is over."),
    OperationalError: ("Back in a moment.", "Your game is safe."),
}
"""Where the words for the status would not say what happened."""
_OTHER_WORDS = ("That did not work.", "The table is this way.")
_WORDS_FOR_PROGRAMS = {422: "What was sent cannot be used."}
"""Headlines for callers that followed no link."""


class Problem(BaseModel):
    """One thing that is wrong."""

    message: str = Field(description="A sentence that says what is wrong.")
    code: str | None = Field(None, description="What kind of fault it is, where there is a code.")
    cards: list[str] | None = Field(None, description="The cards that it is about, where there are some.")
    place: int | None = Field(
        None, description="The meld of the floor sent that it is about, counted from 0."
    )


class Refusal(BaseModel):
    """What an answer of 400 and more says."""

    status: int = Field(description="The status of the answer once more.")
    error: str = Field(description="What went wrong, in one sentence.")
    problems: list[Problem] = Field(description="Every single problem.")
    reference: str | None = Field(None, description="What to quote when reporting a fault of the server.")


@dataclass(frozen=True)
class ErrorPage:
    """What ``error.html`` shows."""

    status: int
    headline: str
    sentence: str
    problems: tuple[str, ...] = ()
    """One sentence for each thing that is wrong; shown instead of :attr:`sentence`."""
    reference: str | None = None
    """What to quote when reporting a fault of ours; the log has it too."""


def wants_json(request: Request) -> bool:
    """Whether the caller is a program: below ``/api``, or one that asks for JSON and not for a page."""
    accept = request.headers.get("accept", "")
    return request.url.path.startswith("/api/") or (
        "application/json" in accept and "text/html" not in accept
    )


def error_response(
    request: Request,
    status: int,
    *,
    problems: Iterable[object] = (),
    reference: str | None = None,
    headers: dict[str, str] | None = None,
    words: tuple[str, str] | None = None,
) -> Response:
    """The answer with this status, as the site's error page or as JSON: a :class:`Refusal`.

    The JSON is ``{"status": 422, "error": "…", "problems": [{"message": "…"}, …]}``; a problem also has a
    ``code`` and ``cards`` where there are some, and the whole a ``reference`` where there is one to quote.
    ``words`` are a headline and a sentence to say instead of those of the status.
    """
    headline, sentence = words or WORDS.get(status, _OTHER_WORDS)
    problems = tuple(problems)
    if wants_json(request):
        body: dict[str, Any] = {
            "status": status,
            "error": words[0] if words else _headline_for_programs(status),
            "problems": [problem_data(problem) for problem in problems],
        }
        if reference is not None:
            body["reference"] = reference
        return JSONResponse(body, status_code=status, headers=headers)
    page = ErrorPage(status, headline, sentence, tuple(map(str, problems)), reference)
    return render(request, "error.html", page, status=status, headers=headers)


def _headline_for_programs(status: int) -> str:
    """What a caller that followed no link is told happened."""
    if status in _WORDS_FOR_PROGRAMS:
        return _WORDS_FOR_PROGRAMS[status]
    return WORDS[status][0] if status in WORDS else HTTPStatus(status).phrase


def problem_data(problem: object) -> dict[str, Any]:
    """The problem as a :class:`Problem` has it, without what it has not."""
    if isinstance(problem, Fault):
        return fault_data(problem)
    data: dict[str, Any] = {"message": str(problem)}
    if (code := getattr(problem, "code", None)) is not None:
        data["code"] = str(code)
    if cards := getattr(problem, "cards", ()):
        data["cards"] = [str(card) for card in cards]
    if (place := getattr(problem, "place", None)) is not None:
        data["place"] = place
    return data


async def _ours(request: Request, error: MakiaveliError) -> Response:
    """An exception that we raised on purpose, as :data:`STATUS` says."""
    if type(error) not in STATUS:
        raise error
    status, headers = STATUS[type(error)], {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    words = _WORDS_OF.get(type(error))
    return error_response(request, status, problems=error.problems, headers=headers, words=words)


async def _busy(request: Request, error: OperationalError) -> Response:
    """The database does not answer in time: nothing is lost, and a little later it will."""
    logger.error("%s %s: %s", request.method, request.url.path, error.orig)
    return error_response(request, 503, headers={"Retry-After": "2"}, words=_WORDS_OF[OperationalError])


async def _http(request: Request, error: HTTPException) -> Response:
    """What the framework raises, or we in its name: no such route, no such method, too much at once."""
    status, said = error.status_code, error.detail
    if status == 400:
        # A body in no encoding that there is. For the caller that is a request of the wrong form like others.
        return error_response(request, 422, problems=[f"{said}. It should be JSON in UTF-8."])
    # The framework fills in the name of the status, which says nothing that our own words do not.
    problems = [said] if said != HTTPStatus(status).phrase else []
    return error_response(request, status, problems=problems, headers=dict(error.headers or {}))


async def _validation(request: Request, error: RequestValidationError) -> Response:
    """A request whose fields do not have the form that the route declares."""
    problems = []
    for fault in error.errors():
        field = ".".join(map(str, fault["loc"][1:]))
        problems.append(f"{field}: {fault['msg']}." if field else f"{fault['msg']}.")
    return error_response(request, 422, problems=problems)


async def _unforeseen(request: Request, error: Exception) -> Response:
    """A fault of ours. The server's log carries the traceback with the same reference."""
    reference = secrets.token_hex(4)
    error.add_note(f"Reference {reference}")
    logger.error("%s %s failed, reference %s", request.method, request.url.path, reference)
    return error_response(request, 500, reference=reference)


Handler = Callable[[Request, Any], Coroutine[Any, Any, Response]]
HANDLERS: dict[int | type[Exception], Handler] = {
    MakiaveliError: _ours,
    HTTPException: _http,
    RequestValidationError: _validation,
    OperationalError: _busy,
    Exception: _unforeseen,
}
