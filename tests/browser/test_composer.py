"""The composer in a real Chromium: by mouse, touch, keyboard and without scripts, and on a bad line."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from makiaveli.solver import Position, write_cards
from tests.browser.looking import (
    DESKTOP,
    PHONE,
    axe_violations,
    layout_shift,
    scrolls_sideways,
    small_targets,
)

WORKED = Position.parse("3S4S5S/7HDC/2S")
TWELVE = Position.parse("AC3S6H8HKS/3SHC.7HDC.9SHDC.JSHC.QSDC.KHDC.4-7S.5-8H.A-4D.10-QH.5-8D.2-4C/2S10SKD5C")
UNFINISHED = "AC3S6H8HKS/3SHC.7HDC.9SHDC.JSHC.QSDC.KHDC.4-7S.5H7H8H.A-4D.10-QH.5-8D.2C3C/2S10SKD5C"
STATES = {
    "empty": "/solver",
    "three": "/solver?edit=hand&p=3S4STH",
    "twelve": f"/solver?edit=8&p={UNFINISHED}",
    "suit": "/solver?edit=hand&p=ASASKD/2-7S.2-7S.8-KS.8-KS",
    "run": "/solver?edit=2&p=2H3H/7HDC.A-KS/2D",
    "lanes": "/solver?edit=hand&p=A-7S3-9H2-8D5-KC/7HDC",
    "faulty": "/solver?p=3S3S3S/7HD",
    "unreadable": "/solver?p=3S/7HDQ",
}
SMALL = {"width": 360, "height": 740}
LOW = {"width": 390, "height": 664}


def showing(page: Page, edit: str, p: str) -> None:
    """The address, and with it the page, comes to hold this."""
    p = str(Position.parse(p))
    expect(page).to_have_url(re.compile(rf"/solver\?edit={edit}&p={re.escape(p)}(&|$)"))
    expect(page.locator("input[name=edit]")).to_have_value(edit)
    expect(page.locator("input[name=p]")).to_have_value(p)


def answered(page: Page, p: str) -> None:
    """The address of the answer is reached."""
    expect(page).to_have_url(re.compile(rf"/solver\?p={re.escape(p)}$"))


def face(page: Page, card: object) -> Locator:
    return page.locator(f"#key-{card}")


# ---------------------------------------------------------------- Four ways to lay a position in


def steps(position: Position, type_melds: bool = False) -> Iterator[str]:
    """The edits that lay it in, beginning with the hand as the target."""
    yield from map(str, position.hand)
    for meld in position.floor:
        yield "new"
        yield from [f"+{write_cards(meld)}"] if type_melds else map(str, meld)
    if position.cross:
        yield "cross"
        yield from map(str, position.cross)


def by_mouse(page: Page, step: str) -> None:
    targets = {"new": "#tab-new", "cross": "#tab-3"}
    page.locator(targets.get(step, f"#key-{step}")).click()


def by_touch(page: Page, step: str) -> None:
    targets = {"new": "#pad-new", "cross": "#tab-3"}
    page.locator(targets.get(step, f"#key-{step}")).tap()


def by_keyboard(page: Page, step: str) -> None:
    page.keyboard.type({"new": "n", "cross": "c"}.get(step, step.lower()))


def without_scripts(page: Page, step: str) -> None:
    """Taps for the hand and the cross, the text field for melds: each step is a page of its own."""
    if "+" in step:
        page.locator("#text").fill(step.removeprefix("+"))
        page.locator("#add").click()
    else:
        by_mouse(page, step)


WAYS: dict[str, tuple[Callable[[Page, str], None], dict]] = {
    "mouse": (by_mouse, {"size": DESKTOP}),
    "touch": (by_touch, {"size": PHONE, "has_touch": True, "is_mobile": True}),
    "keyboard": (by_keyboard, {"size": DESKTOP}),
    "no scripts": (without_scripts, {"size": DESKTOP, "scripts": False, "expect": ("net::ERR_ABORTED",)}),
}


@pytest.mark.parametrize("position", [WORKED, TWELVE], ids=["worked", "twelve"])
@pytest.mark.parametrize("way", WAYS)
def test_a_position_is_laid_in_solved_and_shared(visit, way, position):
    do, context = WAYS[way]
    page = visit("/solver", **context)
    for step in steps(position, type_melds=way == "no scripts"):
        do(page, step)
    showing(page, "cross", str(position))

    shared = visit(page.url, size=PHONE)
    showing(shared, "cross", str(position))

    if way == "keyboard":
        page.keyboard.press("s")
    else:
        page.locator("#solve").click()
    answered(page, str(position))
    page.go_back()
    showing(page, "cross", str(position))
    page.locator("#undo:visible, #pad-undo:visible").click()
    showing(page, "cross", str(Position(position.hand, position.floor, position.cross[:-1])))


# ---------------------------------------------------------------- A bad line

TEN = ["9S", "2H", "7C", "QD", "3S", "8H", "AC", "5D", "KS", "TC"]


def slow(page: Page, latency: int) -> None:
    """From now on every answer takes so many milliseconds longer."""
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": latency, "downloadThroughput": 50_000, "uploadThroughput": 20_000},
    )


def test_ten_quick_taps_on_a_slow_line_arrive_in_order(visit):
    page = visit("/solver", size=PHONE, has_touch=True, is_mobile=True)
    posts = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request))
    slow(page, 600)
    for card in TEN:
        face(page, card).tap()
    showing(page, "hand", "".join(TEN))
    assert len(posts) < len(TEN)


def test_solve_waits_for_the_taps_before_it(visit):
    page = visit("/solver", size=DESKTOP)
    slow(page, 300)
    for card in TEN:
        face(page, card).click()
    page.locator("#solve").click()
    answered(page, "".join(TEN) + "/-/-")
    page.go_back()
    showing(page, "hand", "".join(TEN))


def test_taps_survive_a_line_that_fails(visit):
    page = visit("/solver", size=DESKTOP, expect=("failed: ", "ERR_FAILED", "503", "Failed to fetch"))
    page.clock.install()
    answers = iter(["abort", 503])

    def fail(route):
        answer = next(answers)
        if answer == "abort":
            route.abort()
        else:
            route.fulfill(status=answer, body="<p>Not now.</p>")

    page.route("**/solver/edit", fail, times=2)
    face(page, "3S").click()
    expect(page.locator(".say")).to_have_text("No connection. Your cards are safe; trying again.")
    face(page, "4S").click()
    face(page, "5S").click()
    page.clock.run_for(5000)
    showing(page, "hand", "3S4S5S")
    expect(page.locator(".say")).to_have_text("3 cards. Tap one to take it back.")


# ---------------------------------------------------------------- Back, forward, reload, a second tab

WALKS = {
    "reload keeps cards, target and undo": [
        ("key", "3S"), ("key", "4S"), ("press", "#tab-3"), ("is", "cross 3S4S/-/-"), ("reload", ""),
        ("is", "cross 3S4S/-/-"),
        ("press", "#undo"), ("is", "hand 3S/-/-"), ("reload", ""), ("press", "#redo"),
        ("is", "hand 3S4S/-/-"),
    ],
    "edits are one entry": [
        ("go", "/rules"), ("go", "/solver"), ("key", "3S"), ("key", "4S"), ("is", "hand 3S4S/-/-"),
        ("back", ""), ("at", "/rules"),
        ("forward", ""), ("is", "hand 3S4S/-/-"), ("press", "#undo"), ("is", "hand 3S/-/-"),
    ],
    "back from the answer": [
        ("key", "3S"), ("press", "#solve"), ("at", "/solver?p=3S/-/-"), ("back", ""), ("is", "hand 3S/-/-"),
        ("key", "4S"), ("is", "hand 3S4S/-/-"), ("press", "#solve"), ("at", "/solver?p=3S4S/-/-"),
    ],
    "an example and back": [
        ("key", "3S"), ("press", "#example"), ("link", "The example of the rules"),
        ("is", "hand 3S4S5S/7H7D7C/2S"), ("back", ""), ("is", "hand 3S/-/-"), ("forward", ""),
        ("is", "hand 3S4S5S/7H7D7C/2S"), ("press", "#clear"), ("is", "hand -/-/-"), ("press", "#undo"),
        ("is", "hand 3S4S5S/7H7D7C/2S"),
    ],
    "a second tab": [
        ("key", "3S"), ("press", "#tab-new"), ("key", "7H"), ("is", "1 3S/7H/-"), ("tab", ""),
        ("is", "1 3S/7H/-"), ("key", "7D"), ("is", "1 3S/7H7D/-"),
    ],
    "an unfinished position by its address": [
        ("go", "/solver?edit=2&p=3S/7H7D7C.2C/-"), ("is", "2 3S/7H7D7C.2C/-"), ("key", "3C"), ("reload", ""),
        ("is", "2 3S/7H7D7C.2C3C/-"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("walk", WALKS)
def test_the_history_shows_what_one_expects(visit, walk):
    # A page that is left at once has not always got its icon.
    page = visit("/solver", size=DESKTOP, expect=("net::ERR_ABORTED",))
    for verb, what in WALKS[walk]:
        match verb:
            case "key":
                face(page, what).click()
                expect(page.locator("#said")).to_contain_text(re.compile("added"))
            case "press":
                page.locator(what).click()
            case "link":
                page.get_by_role("link", name=what).click()
            case "go":
                page.goto(what)
            case "back":
                page.go_back()
            case "forward":
                page.go_forward()
            case "reload":
                page.reload()
            case "tab":
                page = visit(page.url, size=DESKTOP)
            case "at":
                expect(page).to_have_url(re.compile(re.escape(what) + "$"))
            case "is":
                edit, p = what.split(" ")
                showing(page, edit, p)


# ---------------------------------------------------------------- Keys and focus


def test_arrows_go_through_the_grid_and_enter_and_delete_change_it(visit):
    page = visit("/solver", size=DESKTOP)
    face(page, "7S").focus()
    for key, at in [
        ("ArrowRight", "8S"), ("ArrowDown", "8H"), ("ArrowLeft", "7H"), ("ArrowUp", "7S"), ("ArrowUp", "7S"),
    ]:  # fmt: skip
        page.keyboard.press(key)
        expect(face(page, at)).to_be_focused()
    page.keyboard.press("Enter")
    showing(page, "hand", "7S")
    page.keyboard.press("Enter")
    showing(page, "hand", "7S7S")
    expect(face(page, "7S")).to_be_focused()
    page.keyboard.press("Delete")
    showing(page, "hand", "7S")
    expect(face(page, "7S")).to_be_focused()
    page.set_viewport_size(PHONE)
    for key, at in [("ArrowDown", "7H"), ("ArrowUp", "7S"), ("ArrowLeft", "6S"), ("ArrowDown", "KS")]:
        page.keyboard.press(key)
        expect(face(page, at)).to_be_focused()


def test_the_grid_is_one_stop_of_the_tab_key(visit):
    page = visit("/solver?edit=hand&p=3S", size=DESKTOP)
    face(page, "7S").click()
    showing(page, "hand", "3S7S")
    page.keyboard.press("Tab")
    expect(page.locator("#text")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(face(page, "7S")).to_be_focused()


def test_letters_and_numbers_choose_the_target(visit):
    page = visit(f"/solver?edit=hand&p={UNFINISHED}", size=DESKTOP)
    for key, edit in [("c", "cross"), ("n", "new"), ("3", "3"), ("h", "hand"), ("s", "8")]:
        page.keyboard.press(key)
        showing(page, edit, UNFINISHED)
    expect(page.locator("#target")).to_be_focused()


def test_a_rank_waits_for_its_suit(visit):
    page = visit("/solver", size=DESKTOP)
    page.keyboard.press("1")
    page.keyboard.press("0")
    expect(page.locator("#typed")).to_have_text("10")
    page.keyboard.press("d")
    showing(page, "hand", "TD")
    page.keyboard.type("ah")
    showing(page, "hand", "TDAH")


def test_typing_in_the_field_is_only_typing(visit):
    page = visit("/solver", size=DESKTOP)
    page.locator("#text").press_sequentially("2-4C, 7SH")
    page.keyboard.press("Enter")
    showing(page, "hand", "2C3C4C7S7H")
    expect(page.locator("#text")).to_have_value("")
    expect(page.locator("#text")).to_be_focused()
    page.locator("#text").fill("7X")
    page.locator("#add").click()
    expect(page.locator("#misread")).to_have_text("'7X' is no card. Try 7S or 10♦.".replace("'7X'", "'7X'"))
    expect(page.locator("#text")).to_have_value("7X")
    page.locator("#text").fill(str(TWELVE))
    page.keyboard.press("Enter")
    showing(page, "hand", str(TWELVE))


def test_the_help_sheet_opens_on_its_key(visit):
    page = visit("/solver", size=DESKTOP)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_focus_goes_on_to_the_next_card_when_one_is_taken_back(visit):
    page = visit("/solver?edit=1&p=3S/7HDC", size=DESKTOP)
    page.locator("#meld-1-7H-1").focus()
    page.keyboard.press("Enter")
    showing(page, "1", "3S/7D7C")
    expect(page.locator("#meld-1-7D-1")).to_be_focused()
    page.keyboard.press("Delete")
    showing(page, "1", "3S/7C")
    expect(page.locator("#meld-1-7C-1")).to_be_focused()


def test_a_tap_on_a_meld_makes_it_the_target_and_one_on_its_card_takes_it_back(visit):
    page = visit(f"/solver?edit=hand&p={UNFINISHED}", size=PHONE, has_touch=True, is_mobile=True)
    page.locator("#meld-7-all").tap()
    showing(page, "7", UNFINISHED)
    scrolled = page.evaluate("scrollY")
    page.locator("#meld-7-4S-1").tap()
    showing(page, "7", UNFINISHED.replace("4-7S", "5-7S"))
    assert page.evaluate("scrollY") == scrolled > 0


def test_what_happened_is_announced(visit):
    page = visit("/solver", size=DESKTOP)
    status = page.get_by_role("status")
    face(page, "7S").click()
    expect(status).to_have_text("7♠ added to the hand. 1 card. Tap one to take it back.")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(status).to_have_text("Both copies of 7♠ are used already.")
    expect(
        page.get_by_role("button", name="7 of spades, used in the hand and in the hand, 0 free")
    ).to_be_visible()


# ---------------------------------------------------------------- Looks


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("state", ["twelve", "unreadable"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_wrong(visit, state, size, theme):
    assert axe_violations(visit(STATES[state], size=size, theme=theme)) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("state", ["suit", "run", "lanes", "faulty"])
def test_axe_finds_nothing_wrong_on_a_phone(visit, state, theme):
    assert axe_violations(visit(STATES[state], theme=theme)) == []


@pytest.mark.parametrize("sheet", ["examples", "help"])
def test_axe_finds_nothing_wrong_in_a_sheet(visit, sheet):
    page = visit("/solver", size=DESKTOP)
    page.locator(f"[popovertarget={sheet}]").first.click()
    expect(page.locator(f"#{sheet}")).to_be_visible()
    assert axe_violations(page) == []


def test_no_state_scrolls_sideways_or_has_small_targets(visit):
    page = visit("/solver", expect=("net::ERR_ABORTED",))
    for path in STATES.values():
        page.goto(path)
        for size in (SMALL, LOW, PHONE, DESKTOP):
            page.set_viewport_size(size)
            assert not scrolls_sideways(page), (path, size)
            # Cards that overlap are smaller; the strip above the grid holds those of a short meld in full.
            overlapping = page.locator(".pile .take, .long .take, .lane .take").evaluate_all(
                "each => each.map(one => one.outerHTML.slice(0, 80))"
            )
            assert set(small_targets(page)) <= set(overlapping), (path, size)


@pytest.mark.parametrize("size", [SMALL, LOW, PHONE], ids=["360", "low", "phone"])
def test_target_grid_and_solve_are_in_view_at_once_on_a_phone(visit, size):
    page = visit(STATES["twelve"], size=size)
    top = page.locator("#solve").bounding_box()["y"]
    pad = page.locator("#pad").bounding_box()
    assert page.locator(".seg").bounding_box()["y"] > 0
    assert pad["y"] + pad["height"] <= top


@pytest.mark.parametrize("size", [LOW, PHONE, DESKTOP], ids=["low", "phone", "desktop"])
def test_nothing_moves_while_composing(visit, size):
    page = visit("/solver", size=size)

    def places() -> list[dict]:
        # Grid, fields, and what lies below them
        boxes = page.locator(".seg, #target, .key:visible, .field, #solve, .laid .cross, .title").all()
        return [each.bounding_box() for each in boxes]

    before = places()
    for step in [
        "3S",
        "4S",
        "5S",
        "6S",
        "7S",
        "7S",
        "7S",
        "new",
        "5H",
        "7H",
        "8H",
        "6H",
        "cross",
        "2S",
        "solve",
    ]:
        if step == "solve":
            break
        page.keyboard.type({"new": "n", "cross": "c"}.get(step, step.lower()))
    showing(page, "cross", "3S4S5S6S7S7S/5H7H8H6H/2S")
    assert places() == before
    assert layout_shift(page) <= 0.02


def test_a_swap_keeps_the_nodes(visit):
    page = visit(STATES["twelve"], size=DESKTOP)
    page.evaluate("document.querySelectorAll('#composer .key').forEach(key => key.kept = true)")
    face(page, "6H").click()
    expect(page.locator("input[name=p]")).to_have_value(re.compile("5H7H8H6H"))
    assert page.evaluate("[...document.querySelectorAll('#composer .key')].every(key => key.kept)")
