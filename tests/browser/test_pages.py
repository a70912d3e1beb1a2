import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import (
    SIZES,
    THEMES,
    WATCH_SHIFTS,
    WIDTHS,
    Watch,
    axe_violations,
    layout_shift,
    overflowing,
    scrolls_sideways,
    small_targets,
)

MISSING = {"path": "/nowhere", "expect": ("the server responded with a status of 404",)}
"""Chromium itself says on the console that a page is missing."""
PAGES = [
    {"path": "/"},
    {"path": "/rules"},
    {"path": "/solver"},
    {"path": "/game"},
    {"path": "/game/finished"},
    {"path": "/ginrummy"},
    MISSING,
]

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page["path"])
every_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
every_theme = pytest.mark.parametrize("theme", THEMES)


@every_page
@every_size
@every_theme
def test_axe_finds_nothing_wrong(visit, page, size, theme):
    assert axe_violations(visit(**page, size=size, theme=theme)) == []


@every_page
def test_no_width_scrolls_sideways_or_has_small_targets(visit, page):
    opened = visit(**page)
    for width in WIDTHS:
        opened.set_viewport_size({"width": width, "height": 800})
        assert not scrolls_sideways(opened), width
        assert overflowing(opened) == [], width
        assert small_targets(opened) == [], width


@every_page
@every_size
def test_nothing_moves_while_a_page_loads(visit, page, size):
    assert layout_shift(visit(**page, size=size)) < 0.01


def test_the_watch_sees_what_it_is_there_for(new_context, live_server):
    page = new_context(bypass_csp=True).new_page()
    page.add_init_script(WATCH_SHIFTS)
    watch = Watch(page, live_server)
    page.goto(f"{live_server}/rules")
    page.evaluate("document.body.insertAdjacentHTML('afterbegin', '<p style=\"height: 300px\">x</p>')")
    page.evaluate("console.log('hello')")
    page.evaluate("fetch('http://127.0.0.1:9/').catch(() => {})")
    assert layout_shift(page) > 0.01
    kinds = {problem.split(":")[0] for problem in watch.problems}
    assert {"console log", "console error", "left the server", "failed"} <= kinds


def test_the_site_is_walked_without_scripts(visit):
    page = visit("/", scripts=False)
    page.get_by_role("link", name="Solve a position").click()
    expect(page).to_have_url("/solver")
    page.get_by_label("Cards or a whole position").fill("3S4S5S/7H7D7C/2S")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Solve").click()
    expect(page).to_have_url("/solver?p=3S4S5S/7H7D7C/2S")
    expect(page.get_by_role("heading", level=1)).to_have_text("Yes. All 3 cards go down.")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules")
    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Cross").click()
    expect(page.get_by_role("heading", name="The cross")).to_be_in_viewport()
    page.get_by_role("link", name="Makiaveli").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Could that hand have gone out?")


def test_the_keyboard_skips_to_the_content_and_shows_where_it_is(visit):
    page = visit("/")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).not_to_be_in_viewport()
    page.keyboard.press("Tab")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    assert skip.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Solve a position")).to_be_focused()


@every_theme
def test_the_theme_follows_the_system(visit, theme):
    assert ground(visit("/", theme=theme)) == LIME[theme]


@every_theme
def test_the_theme_can_be_forced_against_the_system(visit, theme):
    page = visit("/", theme="light" if theme == "dark" else "dark")
    page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
    assert ground(page) == LIME[theme]


LIME = {"light": "rgb(248, 245, 238)", "dark": "rgb(10, 19, 32)"}


def ground(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def test_the_fonts_are_ours(visit):
    page = visit("/")
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate(
        "[...document.fonts].filter(face => face.status === 'loaded').map(face => face.family)"
    )
    assert {family.strip('"') for family in loaded} == {"Suits", "Commissioner", "Alegreya"}


def test_icons_are_drawn_from_the_sprite(visit):
    page = visit("/")
    box = page.locator(".scene > .icon use").evaluate("each => each.getBBox().width")
    assert box > 0


def test_print_leaves_out_what_paper_cannot_press(visit):
    page = visit("/rules", theme="dark")
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    expect(page.get_by_role("navigation", name="On this page")).to_be_hidden()
    expect(page.get_by_role("heading", name="The end")).to_be_visible()
    assert ground(page) == "rgb(255, 255, 255)"


def test_reduced_motion_stops_transitions(visit):
    still = visit("/", reduced_motion="reduce").locator(".btn").first
    assert still.evaluate("each => getComputedStyle(each).transitionDuration") == "0s"


def test_forced_colours_keep_the_faces_of_cards(visit):
    card = visit("/rules", forced_colors="active").locator(".card.H").first
    assert card.evaluate("each => getComputedStyle(each).color") == "rgb(190, 30, 45)"
