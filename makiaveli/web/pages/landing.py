"""The landing page."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from makiaveli.solver import Card, Meld, Position, parse_cards
from makiaveli.web.pages import PageRouter
from makiaveli.web.shown import Dress, ShownMeld
from makiaveli.web.templating import render

router = PageRouter()

EXAMPLE = Position.parse("3S4S5S/7H7D7C/2S")
"""The worked example of the rules."""


@dataclass(frozen=True)
class LandingPage:
    """What ``landing.html`` shows: the worked example, before and after."""

    hand: tuple[Card, ...]
    cross: tuple[Card, ...]
    made: ShownMeld
    untouched: ShownMeld


_PAGE = LandingPage(
    hand=EXAMPLE.hand,
    cross=EXAMPLE.cross,
    made=ShownMeld.of(
        Meld(parse_cards("2S3S4S5S")), Dress.TRAY, "A new run", hand=EXAMPLE.hand, cross=EXAMPLE.cross
    ),
    untouched=ShownMeld.of(Meld(EXAMPLE.floor[0]), Dress.QUIET, "Untouched"),
)


@router.page("/", name="landing")
def landing(request: Request) -> Response:
    """What this is, and the way in."""
    return render(request, "landing.html", _PAGE)
