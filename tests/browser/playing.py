"""Playing at a table in a browser: what somebody sees there, and taps."""

from collections import Counter
from collections.abc import Callable

from fastapi import FastAPI
from playwright.sync_api import Locator, Page, expect

from makiaveli.game import MAKIAVELI
from makiaveli.solver import Card, Position, Verdict, Zone, plan, solve
from makiaveli.web.table import Table, Tables
from tests.web.tables import advance, cookie, seats

INDEX = {"x": 9, "y": 14}
"""Where a card is pressed: on its index, which nothing covers."""


def sit_down(page: Page, app: FastAPI, game_id: str) -> None:
    """Open the table as its player."""
    server = page.url.split("/rules")[0]
    page.context.add_cookies([{"name": "player", "value": cookie(app), "url": server}])
    page.goto(f"{server}/game/{game_id}")


def deal(app: FastAPI, *bots: str, seed: int, turns: int = 0, least: int = 99) -> Table:
    """A game at which the player waited for so many turns, laying down only so many cards at once."""
    tables: Tables = app.state.tables
    return advance(app, tables.start(MAKIAVELI, seats(*bots), seed), turns, least)


def status(page: Page) -> Locator:
    return page.locator("#say")


class Seen:
    """The cards that a page shows, by the names of their buttons."""

    def __init__(self, page: Page) -> None:
        def names(where: str) -> list[str]:
            return page.locator(where).evaluate_all("all => all.map(each => each.value)")

        self.hand = [name for value in names("#hand .card") for name in value.split(".")]
        self.cross = names(".cross > div > .card")
        self.floor: list[list[str]] = page.locator(".floor .meld:not(.gap)").evaluate_all(
            "all => all.map(each => [...each.querySelectorAll('.card')].map(card => card.value))"
        )

    def position(self) -> Position:
        def cards(names: list[str]) -> tuple[Card, ...]:
            return tuple(Card.parse(name[:2]) for name in names)

        return Position(cards(self.hand), tuple(map(cards, self.floor)), cards(self.cross))

    def moves(self, verdict: Verdict) -> list[tuple[list[str], str | None]]:
        """What is picked together, and a card of the meld where it goes; none for a new one."""
        left = {
            Zone.HAND: [(name, None) for name in self.hand],
            Zone.CROSS: [(name, None) for name in self.cross],
            Zone.FLOOR: [(name, at) for at, meld in enumerate(self.floor) for name in meld],
        }
        going: dict[int, list[tuple[str, int | None]]] = {}
        for way in plan(verdict.position, verdict).ways:
            found = next(
                each
                for each in left[way.source]
                if each[0][:2] == str(way.card)
                and (way.source is not Zone.FLOOR or each[1] == way.source_meld)
            )
            left[way.source].remove(found)
            if way.target_meld is not None:
                going.setdefault(way.target_meld, []).append(found)
        homes: dict[int, int] = {}
        shared = Counter(
            (meld, target) for target, cards in going.items() for _, meld in cards if meld is not None
        )
        for (meld, target), _ in shared.most_common():
            if target not in homes and meld not in homes.values():
                homes[target] = meld
        moves: list[tuple[list[str], str | None]] = []
        for target, cards in going.items():
            home = homes.get(target)
            stays = next((name for name, meld in cards if home is not None and meld == home), None)
            parts: dict[object, list[str]] = {}
            for name, meld in cards:
                if home is None or meld != home:
                    # Cards that lie together, or in the hand, can be picked together.
                    parts.setdefault(
                        "hand" if name in self.hand else name if name in self.cross else meld, []
                    ).append(name)
            for part in parts.values():
                moves.append((part, stays))
                stays = stays or part[0]
        return moves


def tap(page: Page, token: str) -> None:
    """Tap the button that posts this, and see what comes of it."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        _tap(page, token)
    _swapped(page)


def tap_without_scripts(page: Page, token: str) -> None:
    with page.expect_navigation():
        _tap(page, token)


def key(page: Page, token: str) -> None:
    """The same by keys alone."""
    keys = {"new": "n", "play": "p", "rest": "p", "draw": "d", "pass": "d"}
    if token in keys:
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.keyboard.press(keys[token])
        return _swapped(page)
    group = page.evaluate(
        "token => document.querySelector(`.card[value='${token}']`).closest('#hand, #floor').id", token
    )
    for _ in range(40):
        if page.evaluate("id => document.activeElement.matches(`#${id} .card`)", group):
            break
        page.keyboard.press("Tab" if group == "hand" else "Shift+Tab")
    for _ in range(120):
        steps = page.evaluate(
            """token => {
              const at = document.activeElement;
              const cards = [...at.closest("#hand, #floor").querySelectorAll(".card[value]")];
              return cards.findIndex(card => card.value === token) - cards.indexOf(at);
            }""",
            token,
        )
        if not steps:
            break
        page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Enter")
    return _swapped(page)


def _tap(page: Page, token: str) -> None:
    button = page.locator(f"button[name=do][value='{token}']:not(.vh):visible").first
    card = "card" in (button.get_attribute("class") or "").split()
    button.click(**({"position": INDEX} if card else {}))


def _swapped(page: Page) -> None:
    """The answer is in the page; or there is another page."""
    expect(page.locator(".htmx-request")).to_have_count(0)


def stack_of(page: Page, name: str) -> str:
    """The token of the button that holds this card: two equal ones of a large hand share one."""
    values: list[str] = page.locator("#game .card[name=do]").evaluate_all(
        "all => all.map(each => each.value)"
    )
    return next(value for value in values if name in value.split("."))


def lay_out(page: Page, press: Callable[[Page, str], None], verdict: Verdict, seen: Seen) -> None:
    """Lay the play of the verdict on the table, press by press."""
    for names, target in seen.moves(verdict):
        for name in names:
            press(page, stack_of(page, name))
        press(page, stack_of(page, target) if target else "new")


def play_out(
    page: Page,
    press: Callable[[Page, str], None],
    choose: Callable[[Verdict, int], bool],
    turns: int = 60,
) -> list[int]:
    """Play to the end: how many cards went down each turn. ``choose``: whether the largest play is taken."""
    down = []
    for turn in range(turns):
        while page.locator("#game[data-waits]").count():
            press(page, "rest")
        if not page.locator("#game").count():
            break
        seen = Seen(page)
        verdict = solve(seen.position())
        if verdict.at_least and choose(verdict, turn):
            lay_out(page, press, verdict, seen)
            expect(page.locator("#do-play")).not_to_have_attribute("aria-disabled", "true")
            press(page, "play")
            down.append(verdict.at_least)
        else:
            press(page, page.locator("#do-wait").get_attribute("value"))
            down.append(0)
    return down
