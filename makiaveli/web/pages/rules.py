"""The rules on one page, every claim shown in cards."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from makiaveli.solver import Card, Meld, parse_cards, why_not
from makiaveli.web import words
from makiaveli.web.pages import PageRouter
from makiaveli.web.shown import Dress, ShownMeld
from makiaveli.web.templating import render

router = PageRouter()


@dataclass(frozen=True)
class RulesPage:
    """What ``rules.html`` shows. Whether an exhibit is a meld, and why not, is the solver's word."""

    dealt_cross: tuple[Card, ...]
    melds: tuple[ShownMeld, ...]
    no_melds: tuple[ShownMeld, ...]
    turn_hand: ShownMeld
    turn_before: tuple[ShownMeld, ...]
    turn_after: tuple[ShownMeld, ...]
    cross_one: ShownMeld
    cross_two: ShownMeld


def _exhibit(text: str) -> ShownMeld:
    """The cards in the order written, captioned with what they are or why they are no meld."""
    cards = parse_cards(text)
    fault = why_not(cards)
    if fault is None:
        return ShownMeld.of(cards, caption=words.meld_name(Meld(cards)))
    return ShownMeld.of(cards, Dress.BAD, words.fault(fault))


def _played(text: str, caption: str, *, hand: str = "", cross: str = "") -> ShownMeld:
    return ShownMeld.of(
        Meld.parse(text), Dress.TRAY, caption, hand=parse_cards(hand), cross=parse_cards(cross)
    )


_PAGE = RulesPage(
    dealt_cross=parse_cards("2S TS KD 5C"),
    melds=tuple(map(_exhibit, ["7SHD", "9SHDC", "5-8D", "Q-AS", "A-KC"])),
    no_melds=tuple(map(_exhibit, ["KSAS2S", "7S7S7D", "5H7H8H", "4C5C"])),
    turn_hand=ShownMeld.of(parse_cards("6H8H")),
    turn_before=tuple(ShownMeld.of(Meld.parse(text), Dress.TRAY) for text in ("4-7S", "7HDC")),
    turn_after=(
        _played("4-6S", "Gave up 7♠"),
        _played("7SDC", "7♠ for 7♥"),
        _played("6-8H", "New run", hand="6H8H"),
    ),
    cross_one=_played("2-5S", "2♠ from the cross", hand="3-5S", cross="2S"),
    cross_two=_played("2-4D", "2♦ and 4♦ from the cross", hand="3D", cross="2D4D"),
)


@router.page("/rules", name="rules")
def rules(request: Request) -> Response:
    """How the game is played."""
    return render(request, "rules.html", _PAGE)
