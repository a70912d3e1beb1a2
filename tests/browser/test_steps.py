"""The stepper of the answer page, in a real Chromium."""

import pytest
from playwright.sync_api import Page, expect

from makiaveli.solver import Card, Position, plan, replay, solve
from tests.browser.looking import (
    DESKTOP,
    PHONE,
    SIZES,
    axe_violations,
    layout_shift,
    overflowing,
    scrolls_sideways,
    small_targets,
)
from tests.browser.test_answer import LARGE, NO, YES, shown

TEN = "/solver?p=3S/8-10C.5-7D.KHDC.4HDC.QHDC.10S-KSAS.QSHDC.9-JD.KSHC.8HDC.6-8S.2SHC.3-5C.3-10H.ASHDC"
"""Ten melds stay, five change."""
LONG = (
    "/solver?p=4CJSJC2C4S7DKSJS9H8C9HKS/3SHC.3SDC.ASHD.4SDC.9-KD.6SHD.QSHC.J-KH.3-5D.3-5H.6SHD.7SHC.8SHD"
    ".2HDC.10-KCAC.5SHD/AS"
)
"""29 steps."""

both_sizes = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)

MOTION = "() => document.querySelector('.stage').getAnimations({subtree: true}).length"
PILES = """() => [...document.querySelectorAll(".after .meld.tray ol, .after .meld.quiet ol")]
  .filter(pile => pile.checkVisibility({visibilityProperty: true}))
  .map(pile => [...pile.querySelectorAll(".card")].map(card =>
    card.querySelector(".r").textContent + card.querySelector(".s").textContent))"""
HAND = """() => [...document.querySelectorAll(".held .card")]
  .filter(card => card.checkVisibility({visibilityProperty: true})).length"""
BOXES = """() => [...document.querySelectorAll(
    "header, main, footer, .panel, .stage > *, .stage .both, .stage .tray:not(.off), .quiet .card, .stepper, "
    + ".stepper .btn, .steps, .steps > li")]
  .filter(each => each.checkVisibility({visibilityProperty: true}))
  .map(each => each.getBoundingClientRect())
  .map(({x, y, width, height}) => [x, y + scrollY, width, height])"""


def press(page: Page, name: str, times: int = 1) -> None:
    for _ in range(times):
        page.get_by_role("button", name=name).click()


def table(page: Page) -> tuple[tuple[Card, ...], ...]:
    """The piles that are seen on the floor."""
    return tuple(sorted(tuple(map(Card.parse, pile)) for pile in page.evaluate(PILES)))


def settle(page: Page) -> None:
    """Waits until all cards lie."""
    page.evaluate(
        """() => Promise.all(
          document.querySelector(".stage").getAnimations({subtree: true}).map(each => each.finished))"""
    )


class Told:
    """What the solver says of the position in an address."""

    def __init__(self, path: str) -> None:
        self.position = Position.parse(path.partition("=")[2])
        self.steps = plan(self.position, solve(self.position)).steps

    def table(self, number: int) -> tuple[tuple[Card, ...], ...]:
        return replay(self.position, self.steps[:number])


@pytest.mark.parametrize(
    ("path", "size"), [(YES, PHONE), (NO, PHONE), (TEN, DESKTOP)], ids=["yes", "no", "ten"]
)
def test_each_step_shows_the_table_that_it_leads_to(visit, path, size):
    told = Told(path)
    page = visit(path, size=size, reduced_motion="reduce")
    last = len(told.steps)
    assert table(page) == told.table(last)
    press(page, "Start")
    held = len(told.position.hand)
    for number in range(last + 1):
        if number:
            press(page, "Next")
            held -= len(told.steps[number - 1].hand)
        assert table(page) == told.table(number)
        assert page.evaluate(HAND) == held
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    for number in reversed(range(last)):
        press(page, "Back")
        assert table(page) == told.table(number)


def test_the_step_is_marked_in_the_list_and_said(visit):
    page = visit(YES, size=DESKTOP)
    said = page.locator(".stepper [role=status]")
    marked = page.locator(".steps > [aria-current=step]")
    expect(marked).to_have_count(0)
    expect(said).to_be_empty()
    press(page, "Start")
    expect(said).to_have_text("The table before.")
    expect(marked).to_have_count(0)
    press(page, "Next", 2)
    expect(marked.locator("p").first).to_have_text("Take 7♥ out of 7♥ 7♦ 7♣.")
    expect(said).to_have_text("Step 2 of 7. Take 7♥ out of 7♥ 7♦ 7♣.")
    press(page, "Back", 2)
    expect(marked).to_have_count(0)
    expect(said).to_have_text("The table before.")


def test_a_phone_shows_the_sentence_beside_the_buttons(visit):
    page = visit(YES)
    sentence = page.get_by_text("Step 1 of 7. Lift 7♠", exact=False).locator("visible=true").first
    press(page, "Start")
    press(page, "Next")
    expect(sentence).to_be_in_viewport(ratio=1)
    for name in ("Back", "Next", "Play all"):
        button = page.get_by_role("button", name=name)
        expect(button).to_be_in_viewport(ratio=1)
        assert PHONE["height"] - button.bounding_box()["y"] < 230
    assert shown(page) == ["On the way"]


def test_by_keyboard_the_focus_stays_where_it_was(visit):
    page = visit(YES, reduced_motion="reduce")
    page.get_by_label("After", exact=True).focus()
    page.keyboard.press("Tab")
    back, play = page.get_by_role("button", name="Back"), page.get_by_role("button", name="Play all")
    expect(back).to_be_focused()
    page.keyboard.press("Tab")
    following = page.locator("[data-go=next]")
    expect(following).to_be_focused()
    assert following.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
    for _ in range(8):
        page.keyboard.press("Enter")
    expect(following).to_be_focused()
    expect(following).to_have_accessible_name("Start")
    page.keyboard.press("Space")
    expect(following).to_have_accessible_name("Next")
    page.keyboard.press("Shift+Tab")
    expect(back).to_be_focused()
    expect(back).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    expect(back).to_be_focused()
    assert table(page) == Told(YES).table(0)
    expect(play).to_be_visible()


def test_cards_travel_and_those_that_stay_do_not(visit):
    page = visit(YES, size=DESKTOP)
    press(page, "Start")
    settle(page)
    where = "() => document.querySelector('.tray:not(.off) [data-card=\"7S0\"]').getBoundingClientRect().x"
    before = page.evaluate(where)
    # The first step lifts 7♠ alone. Its way begins where it lay.
    travelling = page.evaluate(
        """() => {
          document.querySelector("[data-go=next]").click();
          const all = document.querySelector(".stage").getAnimations({subtree: true});
          for (const each of all) each.pause();
          return all.map(each => each.effect.target.dataset.card);
        }"""
    )
    assert travelling == ["7S0"]
    assert page.evaluate(where) == pytest.approx(before)
    page.evaluate("document.querySelector('.stage').getAnimations({subtree: true})[0].finish()")
    assert page.evaluate(where) > before


def test_who_is_faster_than_the_cards_sees_them_turn_where_they_are(visit):
    page = visit(YES, size=DESKTOP)
    press(page, "Start")
    settle(page)
    boxes = page.evaluate(
        """() => {
          const where = () => {
            const card = document.querySelector('.tray:not(.off) [data-card="7S0"]');
            const {x, y} = card.getBoundingClientRect();
            return [x, y];
          };
          const press = name => {
            document.querySelector(`[data-go=${name}]`).click();
            for (const each of document.querySelector(".stage").getAnimations({subtree: true})) each.pause();
          };
          press("next");
          press("next");
          press("next");
          for (const each of document.querySelector(".stage").getAnimations({subtree: true})) {
            each.currentTime = 100;
          }
          const before = where();
          press("back");
          return [before, where()];
        }"""
    )
    assert boxes[1] == pytest.approx(boxes[0], abs=0.5)


def test_reduced_motion_switches_frames(visit):
    page = visit(YES, reduced_motion="reduce")
    for name in ("Start", "Next", "Next", "Next", "Back"):
        running = page.evaluate(
            f"name => {{ document.querySelector(`[data-go=${{name}}]`).click(); return ({MOTION})(); }}",
            "back" if name == "Back" else "next",
        )
        assert running == 0
    assert table(page) == Told(YES).table(2)


def test_play_all_goes_through_every_step_and_stops(visit):
    told = Told(YES)
    page = visit("about:blank")
    page.clock.install()
    page.goto(YES)
    page.emulate_media(reduced_motion="reduce")
    press(page, "Play all")
    for number in range(len(told.steps) + 1):
        assert table(page) == told.table(number)
        expect(page.locator("[data-go=play]")).to_have_accessible_name("Pause" if number < 7 else "Play all")
        page.clock.run_for(2200)
    assert table(page) == told.table(7)


def test_play_all_is_paused_and_goes_on(visit):
    told = Told(YES)
    page = visit("about:blank")
    page.clock.install()
    page.goto(YES)
    page.emulate_media(reduced_motion="reduce")
    press(page, "Play all")
    page.clock.run_for(2 * 2200)
    press(page, "Pause")
    page.clock.run_for(60_000)
    assert table(page) == told.table(2)
    press(page, "Play all")
    assert table(page) == told.table(3)
    press(page, "Next")
    page.clock.run_for(60_000)
    assert table(page) == told.table(4)
    expect(page.get_by_role("button", name="Play all")).to_be_visible()


@pytest.mark.parametrize("path", [YES, NO], ids=["yes", "no"])
@both_sizes
def test_nothing_but_cards_changes_its_place(visit, path, size):
    page = visit(path, size=size, reduced_motion="reduce")
    boxes = page.evaluate(BOXES)
    press(page, "Start")
    for _ in Told(path).steps:
        now = page.evaluate(BOXES)
        # What sticks to the window has moved with it.
        assert [box[2:] for box in now] == [box[2:] for box in boxes]
        press(page, "Next")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(BOXES) == boxes
    assert layout_shift(page) < 0.02


@both_sizes
def test_what_changes_is_in_view(visit, size):
    page = visit(LONG, size=size, reduced_motion="reduce")
    press(page, "Start")
    for _ in range(16):
        press(page, "Next")
        box = page.locator(".tray.now").first.bounding_box()
        bar = page.locator(".stepper").bounding_box()["y"]
        assert box["y"] >= 0
        assert box["y"] + min(box["height"], 100) <= bar


@pytest.mark.parametrize(
    ("path", "size", "theme"),
    [(YES, PHONE, "light"), (NO, DESKTOP, "dark"), (LARGE, DESKTOP, "light")],
    ids=["yes", "no", "a list that scrolls"],
)
def test_axe_finds_nothing_wrong_on_the_way(visit, path, size, theme):
    page = visit(path, size=size, theme=theme, reduced_motion="reduce")
    press(page, "Start")
    press(page, "Next", 3)
    assert axe_violations(page) == []


@pytest.mark.parametrize("path", [YES, LONG, LARGE], ids=["yes", "long", "large"])
def test_no_frame_is_too_wide(visit, path):
    page = visit(path, size={"width": 320, "height": 800}, reduced_motion="reduce")
    press(page, "Start")
    for _ in range(5):
        press(page, "Next")
        assert not scrolls_sideways(page)
        assert overflowing(page) == []
        assert small_targets(page) == []


@both_sizes
def test_without_scripts_the_steps_are_a_list_with_pictures(visit, size):
    page = visit(YES, size=size, scripts=False)
    expect(page.locator(".stepper")).to_be_hidden()
    assert table(page) == Told(YES).table(7)
    if size is PHONE:
        page.get_by_label("Steps", exact=True).check()
    pictures = page.locator(".steps .picture")
    expect(pictures).to_have_count(7)
    for picture in pictures.all():
        expect(picture).to_be_visible()
    steps = page.locator(".steps")
    assert steps.evaluate("each => each.scrollHeight - each.clientHeight") == 0
    assert not scrolls_sideways(page)


def test_paper_has_the_pictures_and_no_buttons(visit):
    page = visit(YES, size=DESKTOP)
    page.emulate_media(media="print")
    expect(page.locator(".stepper")).to_be_hidden()
    expect(page.locator(".picture").first).to_be_visible()
