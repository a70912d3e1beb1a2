"""The page of Gin Rummy in a real Chromium: by mouse, touch, keyboard and without scripts."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from makiaveli.solver import parse_cards, write_cards
from tests.browser.looking import (
    DESKTOP,
    PHONE,
    axe_violations,
    layout_shift,
    overflowing,
    scrolls_sideways,
    small_targets,
)

TEN = "4-6H7SDCJ-KC3D"
OTHER = "2HDC9-JS7H8HQDAC"
ELEVEN = "4-6S2H5H6H3-6D2C"
ROWS = "y6-27.o0-18.y9-7.y0-31"
STATES = {
    "empty": "/ginrummy",
    "ten": f"/ginrummy?p={TEN}",
    "eleven": f"/ginrummy?p={ELEVEN}",
    "score": f"/ginrummy?show=score&p={TEN}/{OTHER}&sheet={ROWS}",
    "sheet": f"/ginrummy?show=sheet&p={TEN}/{OTHER}&sheet={ROWS}.y3-11&written=1",
    "match over": f"/ginrummy?show=sheet&rules=modern&you=Alexandra&them=Konstantinos&sheet={ROWS}.yb-30",
    "unreadable": "/ginrummy?p=7SXX",
}
every_state = pytest.mark.parametrize("state", STATES)


def showing(page: Page, p: str, sheet: str = "") -> None:
    """The address, and with it the page, comes to hold these hands and this sheet."""
    p = "/".join(write_cards(parse_cards(hand)) or "-" for hand in p.split("/"))
    expect(page.locator("#gin input[name=p]")).to_have_value(p)
    expect(page.locator("#gin input[name=sheet]")).to_have_value(sheet)
    expect(page).to_have_url(re.compile(rf"[?&]p={re.escape(p)}(&|$)"))


def seen(page: Page, selector: str) -> Locator:
    """The one of these that the width shows."""
    return page.locator(selector).locator("visible=true")


# ---------------------------------------------------------------- Four ways to lay hands in


def steps(*hands: str) -> Iterator[str]:
    """The edits that lay them in, beginning with your hand as the target."""
    for name, hand in zip(("hand", "other"), hands, strict=False):
        yield name
        yield from map(str, parse_cards(hand))


def by_mouse(page: Page, step: str) -> None:
    targets = {"hand": "#to-hand", "other": "#to-other"}
    page.locator(targets.get(step, f"#key-{step}")).click()


def by_touch(page: Page, step: str) -> None:
    targets = {"hand": "#part-hand", "other": "#part-other"}
    page.locator(targets.get(step, f"#key-{step}")).tap()


def by_keyboard(page: Page, step: str) -> None:
    page.keyboard.type({"hand": "h", "other": "o"}.get(step, step.lower()))


WAYS: dict[str, tuple[Callable[[Page, str], None], dict]] = {
    "mouse": (by_mouse, {"size": DESKTOP}),
    "touch": (by_touch, {"size": PHONE, "has_touch": True, "is_mobile": True}),
    "keyboard": (by_keyboard, {"size": DESKTOP}),
}


@pytest.mark.parametrize("way", WAYS)
def test_two_hands_are_laid_in_and_scored(visit, way):
    do, context = WAYS[way]
    page = visit("/ginrummy", **context)
    for step in steps(TEN, OTHER):
        do(page, step)
    showing(page, f"{TEN}/{OTHER}")
    if way == "touch":
        page.locator("#primary").tap()
    expect(page.locator("#score-name")).to_have_text("You win 8 points.")
    expect(page.locator(".steps li").first).to_have_text("7♥ goes after 6♥: 26 − 7 = 19.")


def test_everything_works_without_scripts(visit):
    page = visit("/ginrummy", size=PHONE, scripts=False, expect=("net::ERR_ABORTED",))
    page.locator("#text").fill(ELEVEN)
    page.locator("#add").click()
    expect(page.locator(".ginbox .line")).to_have_text("May knockThrow 6♥, and 9 is left.")
    page.locator("#key-6H").click()
    expect(page.locator(".ginbox .line")).to_have_text("May knock9 is left.")
    page.locator("#primary").click()
    page.locator("#text").fill("7SHDC 8-JS 9D AC")
    page.locator("#add").click()
    page.locator("#primary").click()
    expect(page.locator("#score-name")).to_be_visible()
    page.locator("#knock-other").click()
    page.locator("#primary").click()
    expect(page.locator(".scores tbody tr")).to_have_count(1)
    page.locator(".keep summary").click()
    page.locator("[name=you]").fill("Anna")
    page.locator("[value=classic]").check()
    page.locator("#keep").click()
    expect(page.locator(".totals b").first).to_have_text("Anna")
    expect(page.locator(".keep summary")).to_contain_text("Classic rules, to 100")


def test_each_tap_is_answered(visit):
    page = visit("/ginrummy", size=PHONE)
    line = page.locator(".ginbox .line")
    for at, card in enumerate(parse_cards(ELEVEN), 1):
        page.locator(f"#key-{card}").click()
        if at < 10:
            expect(line).to_have_text(f"{at} of 1010 cards or 11. {10 - at} to go.")
    expect(line).to_have_text("May knockThrow 6♥, and 9 is left.")
    expect(page.locator("#key-6H")).to_have_attribute("aria-pressed", "true")
    page.locator("#key-KS").click()
    expect(line).to_have_text("11 cards already. Take one back first.")
    page.locator("#key-6H").click()
    expect(line).to_have_text("May knock9 is left.")
    page.locator("#pad-undo").click()
    expect(line).to_have_text("May knockThrow 6♥, and 9 is left.")


# ---------------------------------------------------------------- A match


def test_a_match_is_kept_in_the_address(visit):
    page = visit(f"/ginrummy?p={TEN}/{OTHER}", size=DESKTOP)
    page.locator("#write").click()
    showing(page, f"{TEN}/{OTHER}", "y3-11")
    page.locator("#next").click()
    showing(page, "-/-", "y3-11")
    page.locator("#dead").click()
    showing(page, "-/-", "y3-11.d")
    page.locator(".keep summary").click()
    page.locator("[name=you]").fill("Anna")
    page.locator("[name=them]").fill("Nikos")
    page.locator("[value=modern]").check()
    page.locator("[name=you]").press("Enter")
    expect(page.locator(".scores thead")).to_contain_text("Anna")
    expect(page.locator(".keep")).not_to_have_attribute("open", "")

    shared = visit(page.url, size=PHONE)
    shared.locator("#part-sheet").click()
    expect(shared.locator(".scores tbody th")).to_have_text(
        ["Anna knocked 11 − 3", "Dead hand nobody knocked"]
    )
    expect(shared.locator(".total")).to_have_text(["8", "0"])
    shared.locator("#take-back").click()
    showing(shared, "-/-", "y3-11")
    shared.locator("#new").click()
    showing(shared, "-/-")


def test_a_reload_keeps_the_hands_and_what_can_be_undone(visit):
    page = visit("/ginrummy", size=DESKTOP, expect=("net::ERR_ABORTED",))
    for card in ("7S", "8S"):
        page.locator(f"#key-{card}").click()
    showing(page, "7S8S/-")
    page.reload()
    showing(page, "7S8S/-")
    page.keyboard.press("Control+z")
    showing(page, "7S/-")
    page.keyboard.press("Control+Shift+z")
    showing(page, "7S8S/-")


def test_an_example_is_laid_in_and_its_sheet_closes(visit):
    page = visit("/ginrummy", size=PHONE)
    page.locator("#example").click()
    page.get_by_role("button", name="Two hands, one lays off").click()
    showing(page, f"{TEN}/{OTHER}")
    expect(page.locator("#examples")).to_be_hidden()
    expect(page.locator("#primary")).to_have_text("Score")


# ---------------------------------------------------------------- How it looks


@pytest.mark.parametrize(
    ("state", "size", "theme"),
    [
        ("eleven", PHONE, "light"), ("score", PHONE, "dark"), ("sheet", PHONE, "light"),
        ("eleven", DESKTOP, "dark"), ("score", DESKTOP, "light"), ("match over", DESKTOP, "dark"),
    ],
)  # fmt: skip
def test_axe_finds_nothing_wrong(visit, state, size, theme):
    assert axe_violations(visit(STATES[state], size=size, theme=theme)) == []


@every_state
def test_no_width_scrolls_sideways_or_has_small_targets(visit, state):
    page = visit(STATES[state])
    for width in (320, 360, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert not scrolls_sideways(page), width
        assert overflowing(page) == [], width
        # As in the composer, seven keys are as wide as 320 allow.
        assert width == 320 or small_targets(page) == [], width


@pytest.mark.parametrize("state", ["ten", "score", "sheet"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_moves_while_the_page_loads(visit, state, size):
    assert layout_shift(visit(STATES[state], size=size)) < 0.01


@pytest.mark.parametrize("size", [(390, 844), (390, 664), (360, 740)], ids=str)
def test_all_keys_and_the_dock_are_in_view_and_stay_there(visit, size):
    window = dict(zip(("width", "height"), size, strict=True))
    page = visit(STATES["empty"], size=window)
    dock = page.locator(".dock").bounding_box()
    assert dock["y"] + dock["height"] <= size[1] + 1
    at = page.locator("#key-KC").bounding_box()
    assert at["y"] + at["height"] <= dock["y"]
    assert visit(STATES["eleven"], size=window).locator("#key-KC").bounding_box() == at


def test_taps_move_nothing(visit):
    page = visit("/ginrummy", size=DESKTOP)
    before = page.locator("#key-KC").bounding_box()
    for card in parse_cards(TEN):
        page.locator(f"#key-{card}").click()
    showing(page, f"{TEN}/-")
    assert page.locator("#key-KC").bounding_box() == before
    assert seen(page, ".groups .card").count() == 10


def test_the_foot_links_it_on_a_phone_and_the_header_where_there_is_room(visit):
    page = visit("/rules", size=PHONE, expect=("net::ERR_ABORTED",))
    link = page.get_by_role("navigation", name="Main").get_by_role("link", name="Gin Rummy")
    expect(link).to_be_hidden()
    expect(page.get_by_role("navigation", name="More").get_by_role("link", name="Gin Rummy")).to_be_visible()
    page.set_viewport_size(DESKTOP)
    link.click()
    expect(page).to_have_url(re.compile("/ginrummy$"))
