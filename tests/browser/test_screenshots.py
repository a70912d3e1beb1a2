"""The pictures that the README shows, taken from the site itself.

``uv run pytest tests/browser/test_screenshots.py --update-screenshots`` writes them to docs/screenshots/.
"""

import pytest

from tests.browser.conftest import SCREENSHOTS
from tests.browser.looking import DESKTOP, PHONE
from tests.browser.test_answer import NO, YES
from tests.browser.test_ginrummy import STATES as GIN

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


def test_every_picture_in_the_docs_is_taken_here():
    assert {path.name for path in SCREENSHOTS.iterdir()} == set(PICTURES)
