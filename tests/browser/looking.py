"""What the browser tests ask of a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, Request

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
SIZES = {"phone": PHONE, "desktop": DESKTOP}
THEMES = ("light", "dark")
WIDTHS = (320, 360, 390, 768, 1280)
"""The widths that must never scroll sideways; 320 is 640 at 200 % zoom."""
LEAST_TARGET = 44
"""Least width and height of what can be pressed, in CSS pixels."""

WATCH_SHIFTS = """
window.layoutShift = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""


class Watch:
    """Collects what a page must not do: speak on the console, fail, or ask anyone but its server."""

    def __init__(self, page: Page, server: str) -> None:
        self.server = server
        self.problems: list[str] = []
        self.expected: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._note(f"error: {error}"))
        page.on("request", self._request)
        page.on("requestfailed", self._failed)

    def expect(self, part: str) -> None:
        """From now on a message with this part in it is no problem."""
        self.expected.append(part)

    def _console(self, message: ConsoleMessage) -> None:
        self._note(f"console {message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        # Whoever goes on before the icon has come breaks off its request: that is no failure.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"failed: {request.url} {request.failure}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.server + "/", "data:")):
            self._note(f"left the server: {request.url}")

    def _note(self, problem: str) -> None:
        if not any(part in problem for part in self.expected):
            self.problems.append(problem)


def axe_violations(page: Page) -> list[str]:
    """What axe finds wrong, one line for each rule, with the places."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['help']} {[node['target'] for node in each['nodes']]}" for each in found]


def scrolls_sideways(page: Page) -> bool:
    """Whether the page is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def layout_shift(page: Page) -> float:
    """How much has moved so far without being asked to; needs the script :data:`WATCH_SHIFTS`."""
    return page.evaluate(
        """() => document.fonts.ready
          .then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
          .then(() => window.layoutShift)"""
    )


def small_targets(page: Page) -> list[str]:
    """The links, buttons and fields that are too small to press; links inside a sentence are exempt."""
    return page.evaluate(
        """least => [...document.querySelectorAll(
            "a, button, input:not([type=hidden]), select, textarea, summary")]
          .filter(each => !(each.closest("p, li") && getComputedStyle(each).display === "inline"))
          .filter(each => !each.closest("[aria-hidden=true]"))
          .filter(each => {
            const box = each.getBoundingClientRect();
            return box.width && Math.min(box.width, box.height) < least;
          })
          .map(each => each.outerHTML.slice(0, 80))""",
        LEAST_TARGET,
    )


def overflowing(page: Page) -> list[str]:
    """The trays and captions whose content does not fit in them."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".meld, .cap, .table, .panel")]
          .filter(each => each.scrollWidth > each.clientWidth + 1)
          .map(each => each.outerHTML.slice(0, 80))"""
    )
