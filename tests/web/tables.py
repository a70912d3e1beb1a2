"""Games at which a browser's player sits, as the pages see them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from bs4 import BeautifulSoup, Tag
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx import Response
from itsdangerous import URLSafeSerializer

from makiaveli.game import MAKIAVELI, Draw, Pass, Play, Rules, TurnKind, View, open_turns
from makiaveli.solver import Verdict, solve
from makiaveli.store import Seat
from makiaveli.web.table import Table, Tables

PLAYER = "a-key-that-nobody-else-has"


def seats(*bots: str) -> list[Seat]:
    """The player, then bots."""
    return [Seat("You", None, PLAYER), *(Seat(f"Bot {at}", bot) for at, bot in enumerate(bots, 1))]


def start(app: FastAPI, *bots: str, seed: int = 1, rules: Rules = MAKIAVELI) -> Table:
    tables: Tables = app.state.tables
    return tables.start(rules, seats(*bots), seed)


def cookie(app: FastAPI, key: str = PLAYER) -> str:
    """What the browser of this player shows."""
    return str(URLSafeSerializer(app.state.secret, salt="player").dumps(key))


@contextmanager
def sitting(app: FastAPI, key: str = PLAYER) -> Iterator[TestClient]:
    """The browser of this player, without scripts."""
    with TestClient(app, headers={"Accept": "text/html"}, follow_redirects=False) as client:
        client.cookies.set("player", cookie(app, key))
        yield client


def largest(view: View) -> Verdict:
    return solve(view.position(), tidy=False)


def play_of(view: View, verdict: Verdict) -> Play:
    return Play(view.seat, verdict.played, tuple(meld.cards for meld in verdict.arrangement.melds))


def wait(view: View) -> Draw | Pass:
    return Draw(view.seat) if TurnKind.DRAW in open_turns(view) else Pass(view.seat)


def advance(app: FastAPI, table: Table, turns: int, least: int = 99) -> Table:
    """The table after so many turns of the player, who plays from so many cards on and never wins."""
    tables: Tables = app.state.tables
    for _ in range(turns):
        if table.outcome is not None:
            break
        view = table.view(0)
        verdict = largest(view)
        turn = play_of(view, verdict) if verdict.at_least >= least and not verdict.wins else wait(view)
        table = tables.take(table.info.id, PLAYER, table.state.ply, lambda seat, turn=turn: turn)
    return table


class Page:
    """A table as its page shows it."""

    def __init__(self, answer: Response) -> None:
        self.answer = answer
        self.soup = BeautifulSoup(answer.text, "html.parser")

    @property
    def fields(self) -> dict[str, str]:
        """What its form carries."""
        return {each["name"]: each["value"] for each in self.soup.select("#game input[type=hidden]")}

    @property
    def status(self) -> str:
        return _text(self.soup.select_one("#say"))

    @property
    def hand(self) -> list[str]:
        """The cards of the hand, two equal ones as one."""
        return [each["value"] for each in self.soup.select("#hand .card")]

    @property
    def trays(self) -> list[str]:
        """The cards and the caption of each meld of this turn."""
        trays = self.soup.select("#new-melds .meld")
        return [f"{_cards(tray)}: {_text(tray.select_one('.cap'))}" for tray in trays]

    @property
    def melds(self) -> list[str]:
        """The cards of each meld that lies as before."""
        return [_cards(meld) for meld in self.soup.select(".meld.rest")]

    def piece(self, face: str, where: str = "") -> str:
        """The name of the first card with this face there."""
        return next(
            each["value"].split(".")[0]
            for each in self.soup.select(f"{where} .card")
            if each["value"].startswith(face)
        )

    def has(self, token: str) -> bool:
        """Whether there is a button for it that can be pressed."""
        button = self.soup.select_one(f"button[name=do][value='{token}']")
        return button is not None and button.get("aria-disabled") != "true"


def _cards(meld: Tag) -> str:
    return " ".join(card["value"][:-1] for card in meld.select(".card"))


def _text(tag: Tag | None) -> str:
    return re.sub(r"\s+", " ", tag.get_text()).strip() if tag else ""


class Sitting:
    """Somebody at the table, without scripts: every press posts the form and follows to the page."""

    def __init__(self, client: TestClient, game_id: str) -> None:
        self.client = client
        self.url = f"/game/{game_id}"
        self.page = self.look(self.url)

    def look(self, url: str) -> Page:
        self.page = Page(self.client.get(url, follow_redirects=True))
        return self.page

    def press(self, *tokens: str, fragment: bool = False, fields: dict[str, str] | None = None) -> Page:
        """What a press answers, or one batch of them."""
        sent = (self.page.fields if fields is None else fields) | {"do": "\n".join(tokens)}
        headers = {"hx-request": "true"} if fragment else {}
        answer = self.client.post(self.url, data=sent, headers=headers, follow_redirects=True)
        self.page = Page(answer)
        return self.page
