"""Games played through the API by programs."""

import json
import re
from collections.abc import Callable

import httpx

from makiaveli.game import Record
from makiaveli.solver import Position, solve

Answer = httpx.Response


def bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def start(client: httpx.Client, *seats: str, **more: object) -> dict:
    """A new game: ``"-"`` is a person, anything else a bot."""
    body = {"seats": [{} if seat == "-" else {"bot": seat} for seat in seats], **more}
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def largest_play(view: dict) -> dict:
    """What a player who asks the solver does with this view."""
    floor = ".".join("".join(meld) for meld in view["floor"]) or "-"
    cross = "".join(filter(None, view["cross"])) or "-"
    verdict = solve(Position.parse(f"{''.join(view['hand'])}/{floor}/{cross}"), tidy=False)
    if not verdict.at_least:
        return {"kind": "draw" if "draw" in view["open_turns"] else "pass"}
    melds = [[str(card) for card in meld.cards] for meld in verdict.arrangement.melds]
    return {"kind": "play", "cards": [str(card) for card in verdict.played], "floor": melds}


def waiting(view: dict) -> dict:
    return {"kind": "draw" if "draw" in view["open_turns"] else "pass"}


def play_out(
    client: httpx.Client,
    game: dict,
    choose: Callable[[dict], dict],
    told: Callable[[int, Answer], None] = lambda seat, answer: None,
    send: tuple[str, ...] = ("turns",),
) -> Record:
    """Play all persons of a new game to its end; every answer is told with the seat that got it.

    Each turn is sent to each of these paths in their order.
    """
    url = f"/api/games/{game['id']}"
    tokens = {seat["seat"]: seat["token"] for seat in game["seats"] if seat["token"]}
    while True:
        for seat, token in tokens.items():
            answer = client.get(url, headers=bearer(token))
            told(seat, answer)
            view = answer.json()
            if view["outcome"]:
                return Record.parse(client.get(f"{url}/record").text)
            if view["turn"] == seat:
                body = {"ply": view["ply"], **choose(view)}
                check = {key: value for key, value in body.items() if key != "ply"}
                for path in send:
                    sent = check if path == "check" else body
                    answer = client.post(f"{url}/{path}", json=sent, headers=bearer(token))
                    assert answer.status_code == 200, answer.text
                    told(seat, answer)


def cards_in(answer: Answer) -> list[str]:
    """Every card in the text of an answer, whatever key it stands under."""
    return re.findall(r'"([2-9TJQKA][SHDC])"', json.dumps(answer.json()))
