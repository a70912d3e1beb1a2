"""The pictures that the README shows, taken from the site itself.

``uv run pytest tests/browser/test_screenshots.py --update-screenshots`` writes them to docs/screenshots/.
"""

import pytest
from playwright.sync_api import expect

from makiaveli.game import MAKIAVELI
from makiaveli.web.choice import Choice
from tests.browser.conftest import SCREENSHOTS
from tests.browser.looking import DESKTOP, PHONE
from tests.browser.playing import INDEX, sit_down
from tests.browser.test_answer import NO, YES
from tests.browser.test_ginrummy import STATES as GIN
from tests.web.tables import PLAYER, advance

COMPOSING = YES.partition("?")[2].replace("9-QD", "9DTD")
"""The same table before its last meld is whole."""
PICTURES = {
    "landing.png": {"path": "/", "size": DESKTOP},
    "compose.png": {"path": f"/solver?edit=12&{COMPOSING}", "size": DESKTOP},
    "compose-phone.png": {"path": f"/solver?edit=12&{COMPOSING}", "size": PHONE},
    "yes.png": {"path": YES, "size": DESKTOP},
    "yes-phone.png": {"path": YES, "size": PHONE},
    "no.png": {"path": NO, "size": DESKTOP},
    "no-phone-dark.png": {"path": NO, "size": PHONE, "theme": "dark"},
    "new-game.png": {"path": "/game", "size": DESKTOP},
    "gin.png": {"path": GIN["score"], "size": DESKTOP},
    "gin-phone-dark.png": {"path": GIN["eleven"], "size": PHONE, "theme": "dark"},
    "rules-phone-dark.png": {"path": "/rules", "size": PHONE, "theme": "dark"},
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_taken(visit, screenshots, name):
    page = visit(**PICTURES[name])
    page.evaluate("document.fonts.ready")
    picture = page.screenshot(path=screenshots / name)
    width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    assert {"width": width, "height": height} == PICTURES[name]["size"]


GAMES = {
    "table.png": {"turns": 12, "least": 3, "taps": 2, "size": DESKTOP},
    "table-phone.png": {"turns": 12, "least": 3, "taps": 1, "size": PHONE},
    "table-phone-dark.png": {"turns": 22, "taps": 3, "size": PHONE, "theme": "dark"},
    "over.png": {"turns": 200, "least": 3, "size": DESKTOP},
}


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_of_a_game_is_taken(visit, live_app, screenshots, name):
    how = {"turns": 0, "least": 99, "taps": 0, "theme": "light"} | GAMES[name]
    seats = Choice(bots=("beginner", "solver", "yiayia-16", "solver", "solver")).seats(PLAYER)
    table = advance(live_app, live_app.state.tables.start(MAKIAVELI, seats, 8), how["turns"], how["least"])
    page = visit("/rules", size=how["size"], theme=how["theme"])
    sit_down(page, live_app, table.info.id)
    for at in range(how["taps"]):
        page.locator("#hand .card").nth(at).click(position=INDEX)
        expect(page.locator("#hand .mk")).to_have_count(at + 1)
    page.evaluate("document.fonts.ready")
    picture = page.screenshot(path=screenshots / name)
    width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    assert {"width": width, "height": height} == how["size"]


def test_every_picture_in_the_docs_is_taken_here():
    assert {path.name for path in SCREENSHOTS.iterdir()} == {*PICTURES, *GAMES}
