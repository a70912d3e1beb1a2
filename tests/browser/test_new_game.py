"""The page of a new game in a real Chromium: by taps, by keyboard and without scripts."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.looking import (
    DESKTOP,
    PHONE,
    SIZES,
    THEMES,
    WIDTHS,
    axe_violations,
    layout_shift,
    scrolls_sideways,
    small_targets,
)

TABLE = re.compile(r"/game/[a-z2-9]{14}$")
LOW = {"width": 390, "height": 664}
"""A phone with the bars of the browser shown."""


def deal(page: Page) -> None:
    page.get_by_role("button", name="Deal").click()
    expect(page).to_have_url(TABLE)


def seats(page: Page) -> list[str]:
    """The names of the seats that are shown, as they look."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".opps label b")]
          .filter(each => each.offsetWidth)
          .map(each => {
            const number = getComputedStyle(each, "::after").content;
            return each.textContent + (number.includes("counter") ? " 2" : "");
          })"""
    )


def test_a_game_is_started_by_taps_and_found_again(visit):
    page = visit("/", has_touch=True, is_mobile=True)
    page.get_by_role("link", name="Play a game").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("A new game")
    assert seats(page) == ["Nikos", "Eleni", "Γιαγιά"]
    page.locator(".count").get_by_text("5").tap()
    assert seats(page) == ["Nikos", "Eleni", "Γιαγιά", "Kostas", "Sofia"]
    page.locator(".count").get_by_text("2").tap()
    page.get_by_label("Opponent 1").select_option("Γιαγιά, up to 12 cards")
    page.get_by_label("Machiavelli").tap()
    assert seats(page) == ["Γιαγιά", "Eleni"]
    page.get_by_role("button", name="Deal").tap()
    expect(page).to_have_url(TABLE)
    address = page.url
    page.goto("/game")
    expect(page.get_by_role("heading", name="Go on playing")).to_be_visible()
    assert seats(page) == ["Γιαγιά", "Eleni"]
    expect(page.get_by_label("Machiavelli")).to_be_checked()
    page.get_by_role("link", name="Γιαγιά, Eleni").tap()
    expect(page).to_have_url(address)


def test_a_second_yiayia_has_a_number(visit):
    page = visit("/game", size=DESKTOP)
    page.get_by_label("Opponent 2").select_option("yiayia")
    assert seats(page) == ["Nikos", "Γιαγιά", "Γιαγιά 2"]
    page.get_by_label("Opponent 2").select_option("solver")
    assert seats(page) == ["Nikos", "Eleni", "Γιαγιά"]


def test_a_game_is_started_without_scripts(visit):
    page = visit("/game", scripts=False)
    page.get_by_label("1", exact=True).check()
    expect(page.get_by_label("Opponent 2")).to_be_hidden()
    deal(page)
    page.goto("/game")
    expect(page.get_by_role("link", name="Nikos")).to_be_visible()
    page.get_by_role("link", name="Finished games").click()
    expect(page.get_by_text("No games yet.")).to_be_visible()


def test_a_game_is_started_by_keyboard(visit):
    page = visit("/game", size=DESKTOP)
    page.get_by_role("link", name="Rules").first.focus()
    page.keyboard.press("Tab")
    expect(page.get_by_label("3", exact=True)).to_be_focused()
    ring = page.locator(".count label:has(:focus-visible)")
    assert ring.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("2", exact=True)).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Opponent 1")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Opponent 1")).to_have_value("solver")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Machiavelli")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Deal")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(TABLE)


def test_a_button_that_is_pressed_twice_starts_one_game(visit):
    page = visit("/game")
    sent: list[Route] = []

    def slow(route: Route) -> None:
        sent.append(route)
        # No content: the browser stays where it is, as it does while an answer is on its way.
        route.fulfill(status=204)

    page.route("**/game", slow)
    button = page.locator(".deal button")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    expect(button).to_have_text("Dealing")
    assert len(sent) == 1
    # Back from the table, to the page as it was left.
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(button).to_have_text("Deal")
    page.unroute("**/game")
    deal(page)


def test_a_value_that_cannot_be_is_told_on_the_page(visit):
    page = visit("/game", expect=("the server responded with a status of 422",))
    page.evaluate("document.querySelector('#bot-1 option').value = 'hal'")
    page.get_by_role("button", name="Deal").click()
    expect(page.get_by_role("alert")).to_contain_text("'hal' is no bot.")
    assert axe_violations(page) == []
    deal(page)


def test_a_seed_is_carried_into_the_form(visit):
    page = visit("/game?seed=123")
    expect(page.get_by_text("Seed 123")).to_be_visible()
    page.goto("/game?seed=abc")
    expect(page.get_by_role("alert")).to_contain_text("'abc' is no seed.")


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("theme", THEMES)
def test_a_player_with_games_sees_a_sound_page(visit, size, theme):
    page = visit("/game", size=size, theme=theme)
    page.get_by_label("5", exact=True).check()
    deal(page)
    page.goto("/game")
    assert axe_violations(page) == []
    assert layout_shift(page) < 0.01
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert not scrolls_sideways(page), width
        assert small_targets(page) == [], width


@pytest.mark.parametrize("size", [PHONE, LOW], ids=["high", "low"])
def test_deal_is_always_under_the_thumb(visit, size):
    page = visit("/game", size=size)
    button = page.get_by_role("button", name="Deal")
    for number in ("1", "5"):
        page.get_by_label(number, exact=True).check()
        expect(button).to_be_in_viewport(ratio=1)


def test_below_350_the_mark_alone_stands_for_the_name(visit):
    page = visit("/game", size={"width": 340, "height": 700})
    brand = page.get_by_role("link", name="Makiaveli")
    assert brand.bounding_box()["width"] < 60
    page.set_viewport_size(PHONE)
    assert brand.bounding_box()["width"] > 100
