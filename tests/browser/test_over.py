"""The end of a game, and its replay, in a real browser."""

import re

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, Route, expect

from makiaveli.solver import solve
from makiaveli.web.table import Table, Tables
from tests.browser.conftest import Visit
from tests.browser.looking import (
    SIZES,
    THEMES,
    WIDTHS,
    axe_violations,
    layout_shift,
    scrolls_sideways,
    small_targets,
)
from tests.browser.playing import deal
from tests.web.tables import PLAYER, cookie, play_of, wait


@pytest.fixture(scope="module")
def finished(live_app: FastAPI) -> Table:
    """A game that was won by laying down four cards at once."""
    tables: Tables = live_app.state.tables
    table = deal(live_app, "beginner", "beginner", seed=12)
    while table.outcome is None:
        seen = table.view(0)
        verdict = solve(seen.position(), tidy=False)
        turn = play_of(seen, verdict) if verdict.at_least >= 4 or verdict.wins else wait(seen)
        table = tables.take(table.info.id, PLAYER, table.state.ply, lambda seat, turn=turn: turn)
    return table


@pytest.fixture
def end(visit: Visit, live_app: FastAPI, finished: Table):
    """``end("/replay?turn=3", **visit)``: a page of the finished game, for its player."""

    def open_page(path: str = "", **how: object) -> Page:
        page = visit("/rules", **how)
        server = page.url.removesuffix("/rules")
        page.context.add_cookies([{"name": "player", "value": cookie(live_app), "url": server}])
        page.goto(f"{server}/game/{finished.info.id}{path}")
        return page

    return open_page


PATHS = ("", "?turns=everyone", "/replay?turn=58")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("size", "theme"), [*zip(SIZES.values(), THEMES, strict=True)], ids=SIZES)
def test_everybody_can_read_it(end, path: str, size: dict, theme: str) -> None:
    page = end(path, size=size, theme=theme)
    assert axe_violations(page) == []
    assert layout_shift(page) < 0.01


@pytest.mark.parametrize("path", PATHS)
def test_it_fits_every_width(end, path: str) -> None:
    page = end(path)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert not scrolls_sideways(page), width
        assert small_targets(page) == [], width


def test_back_and_forth_keeps_the_page(end, finished: Table) -> None:
    page = end("/replay?turn=10")
    page.evaluate("document.body.dataset.same = 'yes'; scrollTo(0, 120)")
    page.locator("#go-next").click()
    expect(page.locator("h1")).to_contain_text("Turn 11")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("h1")).to_contain_text("Turn 10")
    page.locator("#go-last").click()
    expect(page.locator("h1")).to_contain_text(f"Turn {len(finished.record.turns)}")
    assert page.evaluate("document.body.dataset.same") == "yes"
    assert page.url.endswith(f"turn={len(finished.record.turns)}")


def test_the_focus_stays_where_there_is_no_further_turn(end, finished: Table) -> None:
    turns = len(finished.record.turns)
    page = end(f"/replay?turn={turns - 1}")
    further = page.locator("#go-next")
    further.focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text(f"Turn {turns}")
    expect(further).to_have_attribute("aria-disabled", "true")
    expect(further).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("h1")).to_contain_text(f"Turn {turns - 1}")
    expect(further).to_be_focused()


def test_quick_presses_all_count(end) -> None:
    page = end("/replay?turn=10")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_contain_text("Turn 15")
    expect(page).to_have_url(re.compile("turn=15$"))


def test_a_line_that_fails_leaves_the_page_as_it_is(end) -> None:
    page = end("/replay?turn=10", expect=("failed: ", "ERR_FAILED", "503", "Failed to fetch"))
    answers = iter(["abort", 503])

    def fail(route: Route) -> None:
        answer = next(answers)
        if answer == "abort":
            route.abort()
        else:
            route.fulfill(status=503, body="<h1>Not now.</h1>")

    page.route("**/replay?turn=11", fail, times=2)
    for _ in range(2):
        page.locator("#go-next").click()
        expect(page.locator(".deed")).to_have_text("No connection. Press again in a moment.")
        expect(page.locator("h1")).to_contain_text("Turn 10")
        page.locator("#go-back").click()
        expect(page.locator("h1")).to_contain_text("Turn 9")
        page.locator("#go-next").click()
        expect(page.locator("h1")).to_contain_text("Turn 10")
    page.locator("#go-next").click()
    expect(page.locator("h1")).to_contain_text("Turn 11")


def test_a_phone_shows_what_to_do_next_without_scrolling(end) -> None:
    page = end()
    for part in (
        page.get_by_role("button", name="Play again"),
        page.get_by_role("link", name="Replay", exact=True),
    ):
        expect(part).to_be_in_viewport(ratio=1)
    page.get_by_text("more melds changed").click()
    assert page.locator(".result .tray:visible").count() == page.locator(".result .tray").count() > 4
    heading = page.get_by_role("heading", name="Every turn, judged")
    assert heading.bounding_box()["width"] > 100
    assert page.get_by_text("were the best play").bounding_box()["width"] > 100


def test_a_text_is_replayed_with_and_without_scripts(visit: Visit, finished: Table) -> None:
    for scripts in (True, False):
        page = visit("/replay", scripts=scripts)
        page.locator("#text").fill(str(finished.record))
        page.get_by_role("button", name="Replay").click()
        expect(page.locator("h1")).to_contain_text("The deal")
        page.locator("#go-next").click()
        expect(page.locator("h1")).to_contain_text("Turn 1")
        page.locator("#go-next").click()
        expect(page.locator("h1")).to_contain_text("Turn 2")


def test_from_the_end_to_the_solver_and_to_a_new_game(end, finished: Table) -> None:
    page = end()
    page.locator(".turns .to").nth(1).click()
    expect(page.locator(".verdict h1")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#game")).to_be_visible()
    assert finished.info.id not in page.url
