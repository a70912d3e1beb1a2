import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import (
    DESKTOP,
    SIZES,
    THEMES,
    WIDTHS,
    axe_violations,
    layout_shift,
    overflowing,
    scrolls_sideways,
    small_targets,
)

YES = "/solver?p=AC3S6H8HKS/4-7S.7HDC.KHDC.2-6C.3SHC.9SHDC.JSHC.QSDC.A-4H.10-QH.5-8D.9-QD/2STSKD5C"
NO = "/solver?p=ACTSJS2S6D/3SHC.KHDC.4-6S.10-QH.5-8D.9SHDC.2-5C/TCAH7C6C"
DRAW = "/solver?p=KSAS2S/4-6S.10-QH/9D"
FAULTS = {
    "path": "/solver?p=XX%207S/KSAS2S",
}
LONG = "/solver?p=AS/2-KS.A-KD.7HDC"
"""Two runs of 13."""
LARGE = "/solver?p=A-KSA-KSA-KHA-KHA-KDA-KDA-KCA-KC"
"""Every card there is in one hand."""
PAGES = {"yes": {"path": YES}, "no": {"path": NO}, "draw": {"path": DRAW}, "docs": {"path": "/docs"}}

every_page = pytest.mark.parametrize("page", [*PAGES.values(), FAULTS], ids=[*PAGES, "faults"])


@every_page
@pytest.mark.parametrize(("size", "theme"), [*zip(SIZES.values(), THEMES, strict=True)], ids=SIZES)
def test_axe_finds_nothing_wrong(visit, page, size, theme):
    # By day on a phone, by night on a desktop: both themes and both sizes at half the price.
    assert axe_violations(visit(**page, size=size, theme=theme)) == []


@pytest.mark.parametrize("path", [YES, NO, DRAW, LONG, LARGE, "/docs"])
def test_no_width_scrolls_sideways_or_has_small_targets(visit, path):
    page = visit(path)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        for show in page.get_by_role("radio").all():
            if show.is_visible():
                show.check()
            assert not scrolls_sideways(page), width
            assert overflowing(page) == [], width
        assert not scrolls_sideways(page), width
        assert small_targets(page) == [], width


@pytest.mark.parametrize("path", [YES, NO])
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_nothing_moves_while_a_page_loads(visit, path, size):
    assert layout_shift(visit(path, size=size)) < 0.01


def shown(page: Page) -> list[str]:
    return [heading.inner_text() for heading in page.get_by_role("heading", level=2).all()]


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_phone_shows_one_part_at_a_time(visit, scripts):
    page = visit(YES, scripts=scripts)
    assert shown(page) == ["After"]
    for name, heading in [("Before", "Before"), ("Steps", "Step by step"), ("After", "After")]:
        page.get_by_label(name, exact=True).check()
        assert shown(page) == [heading]


def test_the_parts_are_reached_by_keyboard(visit):
    page = visit(YES)
    page.get_by_role("link", name="Change cards").focus()
    page.keyboard.press("Tab")
    after = page.get_by_label("After", exact=True)
    expect(after).to_be_focused()
    ring = page.locator(".tabs label", has=after)
    assert ring.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
    page.keyboard.press("ArrowRight")
    assert shown(page) == ["Step by step"]


def test_a_wide_screen_and_paper_show_everything(visit):
    page = visit(YES, size=DESKTOP)
    assert shown(page) == ["Before", "After", "Step by step"]
    page = visit(YES)
    page.emulate_media(media="print")
    assert shown(page) == ["Before", "After", "Step by step"]
    expect(page.get_by_role("link", name="Copy link")).to_be_hidden()


def test_the_worked_example_is_typed_solved_and_opened_again_without_scripts(visit):
    page = visit("/solver")
    page.get_by_label("Cards or a whole position").fill("3s 4s 5s / 7hdc / 2s")
    # The empty table cannot be solved, so the button says why; pressed all the same, it takes the text.
    page.get_by_role("button", name="Solve").click(force=True)
    expect(page.get_by_role("heading", level=1)).to_have_text("Yes. All 3 cards go down.")
    again = visit(page.get_by_role("link", name="Copy link").get_attribute("href"), scripts=False)
    expect(again.get_by_role("heading", level=1)).to_have_text("Yes. All 3 cards go down.")
    again.get_by_role("link", name="Copy link").click()
    expect(again).to_have_url("/solver?p=3S4S5S/7H7D7C/2S")
    again.get_by_role("link", name="Change cards").click()
    expect(again.get_by_role("heading", level=1)).to_have_text("Which cards did you see?")


def test_the_link_is_copied_and_said(visit, live_server):
    page = visit(YES.replace("-", "–"), permissions=["clipboard-read", "clipboard-write"])
    link = page.get_by_role("link", name="Copy link")
    size = link.bounding_box()
    link.click()
    expect(page.locator("#copied")).to_have_text("Link copied")
    copied = page.locator("a.copied")
    expect(copied).to_be_focused()
    assert copied.bounding_box() == size
    assert page.evaluate("navigator.clipboard.readText()").startswith(
        f"{live_server}/solver?p=AC3S6H8HKS/4S5S"
    )


def test_where_nothing_can_be_copied_the_link_leads_to_itself(visit):
    page = visit("/solver?p=3s/4-6s")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.get_by_role("link", name="Copy link").click()
    expect(page).to_have_url("/solver?p=3S/4S5S6S/-")
