"""Games at a table in a real browser."""

from pathlib import Path

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from makiaveli.game import Ending
from makiaveli.solver import Verdict
from tests.browser import playing
from tests.browser.conftest import Visit
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
from tests.browser.playing import deal, key, play_out, sit_down, status, tap, tap_without_scripts
from tests.web.live import serving


@pytest.fixture
def sit(visit: Visit, live_app: FastAPI):
    """``sit("beginner", seed=1, turns=0, **visit)``: a page at the table of a new game."""

    def at_table(*bots: str, seed: int = 1, turns: int = 0, least: int = 99, **how: object) -> Page:
        table = deal(live_app, *bots, seed=seed, turns=turns, least=least)
        page = visit("/rules", **how)
        sit_down(page, live_app, table.info.id)
        return page

    return at_table


def outcome_of(app: FastAPI, page: Page):
    table = app.state.tables.load(page.url.split("/game/")[1].split("?")[0])
    return table.outcome


def enough(verdict: Verdict, turn: int) -> bool:
    """Lay down four cards or more, or the last ones."""
    return verdict.at_least >= 4 or bool(verdict.wins)


# ---------------------------------------------------------------- Whole games


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_whole_game_by_taps_to_a_win(sit, live_app: FastAPI, size: dict) -> None:
    page = sit("beginner", "beginner", seed=12, size=size)
    down = play_out(page, tap, enough)
    assert sum(each > 0 for each in down) >= 4
    assert outcome_of(live_app, page).winners == (0,)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_whole_game_by_taps_to_a_blocked_end(sit, live_app: FastAPI, size: dict) -> None:
    page = sit(*["beginner"] * 5, seed=4, size=size)
    play_out(page, tap, lambda verdict, turn: False)
    outcome = outcome_of(live_app, page)
    assert (outcome.ending, outcome.winners) == (Ending.BLOCKED, (2, 3))


def test_a_whole_game_without_scripts(sit, live_app: FastAPI) -> None:
    page = sit("beginner", "beginner", seed=12, scripts=False)
    play_out(page, tap_without_scripts, enough)
    assert outcome_of(live_app, page).winners == (0,)


def test_a_whole_game_by_keyboard_alone(sit, live_app: FastAPI) -> None:
    page = sit("beginner", "beginner", seed=12, size=DESKTOP)
    play_out(page, key, enough)
    assert outcome_of(live_app, page).winners == (0,)


# ---------------------------------------------------------------- Awkward moments


def lay_two(page: Page) -> list[str]:
    """Two cards of the hand in a new meld."""
    names = playing.Seen(page).hand[:2]
    for name in names:
        tap(page, name)
    tap(page, "new")
    return names


def laid(page: Page) -> list[str]:
    return page.locator("#new-melds .card").evaluate_all("all => all.map(each => each.value)")


def ply(page: Page) -> int:
    return int(page.locator("#game input[name=ply]").input_value())


def test_a_reload_keeps_what_is_arranged(sit) -> None:
    page = sit("beginner")
    names = lay_two(page)
    page.reload()
    assert laid(page) == names
    tap(page, "undo")
    assert laid(page) == []


def test_two_presses_on_draw_take_one_turn(sit) -> None:
    page = sit("beginner")
    before = ply(page)
    page.locator("#do-wait").dblclick()
    expect(page.locator("#game input[name=ply]")).to_have_value(str(before + 2), timeout=10_000)
    expect(status(page)).to_contain_text("Your turn.")


def test_two_presses_on_play_take_one_turn(sit, live_app: FastAPI) -> None:
    page = sit("beginner", "beginner", seed=12, turns=6)
    before = ply(page)
    for _ in range(3):
        tap(page, "hint")
    page.locator("#do-play").dblclick()
    expect(page.locator("#game input[name=ply]")).to_have_value(str(before + 3), timeout=10_000)
    table = live_app.state.tables.load(page.url.split("/game/")[1])
    assert table.state.ply == before + 3


def test_back_after_a_turn_shows_the_true_table(sit) -> None:
    page = sit("beginner")
    lay_two(page)
    tap(page, "draw")
    tap(page, "draw!")
    expect(status(page)).to_contain_text("Your turn.", timeout=10_000)
    now = ply(page)
    page.goto("/rules")
    page.go_back()
    expect(page.locator("#game")).to_be_visible()
    assert ply(page) == now
    assert laid(page) == []


def test_back_after_a_turn_without_scripts_shows_the_true_table(sit, live_app: FastAPI) -> None:
    page = sit("beginner", scripts=False)
    names = playing.Seen(page).hand[:2]
    for token in (*names, "new", "draw", "draw!", "rest"):
        tap_without_scripts(page, token)
    now = ply(page)
    for _ in range(3):
        page.go_back()
    expect(status(page)).to_contain_text("The table has moved on.")
    assert ply(page) == now
    assert live_app.state.tables.load(page.url.split("/game/")[1].split("?")[0]).state.ply == now


def test_two_tabs_take_one_turn(sit) -> None:
    page = sit("beginner")
    other = page.context.new_page()
    other.goto(page.url)
    names = lay_two(other)
    tap(page, "draw")
    expect(status(page)).to_contain_text("Your turn.", timeout=10_000)
    tap(other, "draw")
    expect(status(other)).to_contain_text("The table has moved on.")
    assert ply(other) == ply(page)
    assert laid(other) == names


def test_the_server_may_be_away_for_a_while(sit) -> None:
    page = sit("beginner", expect=("Failed to load resource", "failed: ", "htmx:error"))
    names = playing.Seen(page).hand[:2]
    page.route(
        "**/game/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    page.locator(f"button[value='{names[0]}']").click(position=playing.INDEX)
    expect(status(page)).to_contain_text("No connection. Your arrangement is safe; trying again.")
    page.unroute("**/game/*")
    expect(status(page)).to_contain_text("picked.", timeout=10_000)


def test_the_server_may_restart_while_cards_are_arranged(new_context, tmp_path: Path) -> None:
    kept = {"database_url": f"sqlite:///{tmp_path}/games.db"}
    page = new_context(viewport=PHONE).new_page()
    with serving(**kept) as address:
        page.goto(f"{address}/game?seed=12")
        page.get_by_role("button", name="Deal").click()
        if page.locator("#game[data-waits]").count():
            tap(page, "rest")
        names = lay_two(page)
    page.locator("#hand .card").first.click(position=playing.INDEX)
    expect(status(page)).to_contain_text("No connection. Your arrangement is safe; trying again.")
    with serving(port=address.rsplit(":", 1)[1], **kept):
        expect(status(page)).to_contain_text("picked.", timeout=15_000)
        assert laid(page) == names
        page.reload()
        assert laid(page) == names
        tap(page, "undo")
        assert laid(page) == []


# ---------------------------------------------------------------- Looking


STATES = {
    "empty": {"bots": ("beginner",), "seed": 1},
    "many melds": {"bots": ("solver", "beginner", "beginner"), "seed": 5, "turns": 18, "least": 1},
    "large hand": {"bots": ("beginner", "solver"), "seed": 5, "turns": 26},
    "five opponents": {
        "bots": ("beginner", "solver", "yiayia-12", "beginner", "solver"),
        "seed": 2,
        "turns": 8,
    },
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("theme", THEMES)
def test_everybody_can_use_it(sit, state: dict, size: dict, theme: str) -> None:
    page = sit(*state["bots"], **{k: v for k, v in state.items() if k != "bots"}, size=size, theme=theme)
    assert axe_violations(page) == []


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_it_never_scrolls_sideways(sit, state: dict) -> None:
    page = sit(*state["bots"], **{k: v for k, v in state.items() if k != "bots"})
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert not scrolls_sideways(page), width
        assert page.evaluate(
            "document.querySelector('.floor').scrollWidth <= document.querySelector('.floor').clientWidth"
        ), width
        assert page.evaluate(
            "document.querySelector('#mine').scrollWidth <= document.querySelector('#mine').clientWidth"
        ), width
        if width >= 360:
            assert [
                each for each in small_targets(page) if "card" not in each and "place" not in each
            ] == [], width


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("seed", [3, 12])
def test_nothing_shifts_while_the_others_play(sit, size: dict, seed: int) -> None:
    page = sit("solver", "solver", "beginner", seed=seed, turns=8, size=size)
    for _ in range(4):
        tap(page, page.locator("#do-wait").get_attribute("value"))
        # The own turn tidies the table. A slow answer to it would count as if nobody had asked for it.
        layout_shift(page)
        page.evaluate("window.layoutShift = 0")
        expect(page.locator("#game[data-waits]")).to_have_count(0, timeout=15_000)
        assert layout_shift(page) <= 0.02


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_scroll_and_focus_survive_every_swap(sit, size: dict) -> None:
    page = sit("solver", "beginner", "beginner", seed=5, turns=18, least=1, size=size)
    page.evaluate("document.getElementById('floor').scrollTop = 60")
    top = page.evaluate("document.getElementById('floor').scrollTop")
    name = playing.Seen(page).hand[0]
    for _ in range(2):
        tap(page, playing.stack_of(page, name))
        assert page.evaluate("document.activeElement.id") == f"c-{name}"
        assert page.evaluate("document.getElementById('floor').scrollTop") == top


def test_a_press_skips_the_pauses(sit) -> None:
    page = sit(*["beginner"] * 5, seed=4)
    page.locator("#do-wait").click()
    expect(status(page)).to_contain_text("thinking")
    page.locator("#do-play").click()
    expect(status(page)).to_contain_text("Your turn.")


def test_a_finger_slides_over_a_large_hand(sit) -> None:
    page = sit("beginner", "solver", seed=5, turns=26, has_touch=True)
    cards = page.locator("#row-C .card")
    start, end = cards.nth(1).bounding_box(), cards.nth(4).bounding_box()
    touch = page.context.new_cdp_session(page)

    def send(kind: str, box: dict | None = None) -> None:
        points = [{"x": box["x"] + 10, "y": box["y"] + 20}] if box else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", start)
    send("touchMove", end)
    expect(status(page)).to_contain_text("Let go to pick it, or slide on.")
    name = page.locator("#row-C .under .card").get_attribute("value")
    send("touchEnd")
    expect(page.locator(f"#row-C .card[value='{name}']")).to_have_attribute("aria-pressed", "true")
    assert page.locator("#hand .picked").count() == 1


def test_shift_and_a_click_pick_the_row_between(sit) -> None:
    page = sit("beginner", seed=12, turns=8, size=DESKTOP)
    cards = page.locator("#row-1 .card")
    cards.nth(0).click(position=playing.INDEX)
    expect(page.locator("#hand .picked .mk")).to_have_count(1)
    cards.nth(3).click(position=playing.INDEX, modifiers=["Shift"])
    expect(page.locator("#hand .picked .mk")).to_have_count(4)
