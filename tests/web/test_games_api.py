import json
import random
import re
import sqlite3
import threading
from collections import Counter
from contextlib import closing

import pytest
from fastapi.testclient import TestClient

from makiaveli.game import MAKIAVELI, Ending, Record, deal, outcome
from makiaveli.store import database
from makiaveli.web.app import create_app
from makiaveli.web.settings import Settings
from makiaveli.web.table import Tables

from .games import bearer, cards_in, largest_play, play_out, start, waiting


@pytest.fixture
def settings(tmp_path):
    return Settings(database_url=f"sqlite:///{tmp_path}/games.db")


@pytest.fixture
def client(settings):
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def game(client):
    return start(client, "-", "solver", seed=1)


@pytest.fixture
def token(game):
    return game["seats"][0]["token"]


@pytest.fixture
def url(game):
    return f"/api/games/{game['id']}"


def look(client, game, seat=0):
    return client.get(f"/api/games/{game['id']}", headers=bearer(game["seats"][seat]["token"])).json()


def test_a_game_starts_with_a_token_for_each_person(client):
    game = client.post("/api/games", json={"seats": [{"name": "Anna"}, {"bot": "SOLVER"}, {}]}).json()
    anna, bot, other = game["seats"]
    assert [seat["name"] for seat in (anna, bot, other)] == ["Anna", "SOLVER", "Player 3"]
    assert (bot["bot"], bot["token"]) == ("solver", None)
    assert len({anna["token"], other["token"]}) == 2
    assert min(len(anna["token"]), len(other["token"])) >= 32
    view = look(client, game)
    assert (view["seat"], view["rules"], view["status"]) == (0, "makiaveli", "running")
    assert game["seats"][view["turn"]]["bot"] is None
    assert view["open_turns"] == ["play", "draw"]
    assert len(view["cross"]) == 4
    assert [seat["cards"] for seat in view["seats"]][view["turn"]] == 5


def test_the_same_seed_deals_the_same_game(client):
    views = [look(client, start(client, "-", "solver", seed=seed)) for seed in (7, 7, 8)]
    hands = [view["hand"] for view in views]
    assert hands[0] == hands[1] != hands[2]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"seats": [{}]}, "1 seats are not supported. There are 2 to 6."),
        ({"seats": [{}] * 7}, "7 seats are not supported."),
        ({"seats": [{"bot": "solver"}] * 2}, "Only bots sit there."),
        ({"seats": [{}, {"bot": "deep"}]}, "'deep' is no bot. There are: beginner, solver, "),
        ({"seats": [{}, {"bot": ""}]}, "'' is no bot."),
        ({"seats": [{}, {}], "rules": "canasta"}, "'canasta' are not supported. There are makiaveli and"),
        ({"seats": [{}, {}], "seed": 1}, "Who knows the seed knows every card."),
        ({"seats": [{"nmae": "x"}, {}]}, "seats.0.nmae: Extra inputs are not permitted."),
        ({"seats": [{"name": "x" * 41}, {}]}, "at most 40 characters"),
        ({}, "seats: Field required."),
        ([], "valid dictionary"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_words(client, body, said):
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 422
    assert any(said in problem["message"] for problem in answer.json()["problems"])


@pytest.mark.parametrize("name", ["", " ", "\n\x00", "\u200b"])
def test_a_name_that_would_not_show_is_replaced(client, name):
    game = client.post("/api/games", json={"seats": [{"name": name}, {}]}).json()
    assert game["seats"][0]["name"] == "Player 1"


@pytest.mark.parametrize("presented", [None, "x", "", "two words"])
def test_a_seat_is_seen_by_its_token_alone(client, url, presented):
    for ask in (
        client.get(url, headers=bearer(presented)),
        client.post(f"{url}/check", json={"kind": "draw"}, headers=bearer(presented)),
        client.post(f"{url}/turns", json={"kind": "draw", "ply": 0}, headers=bearer(presented)),
    ):
        assert (ask.status_code, ask.headers["www-authenticate"]) == (401, "Bearer")
        assert "No seat of the game" in ask.json()["problems"][0]["message"]


def test_a_token_opens_its_own_game_alone(client, game, token):
    other = start(client, "-", "solver", seed=1)
    assert client.get(f"/api/games/{other['id']}", headers=bearer(token)).status_code == 401


def test_a_game_in_which_nobody_plays_is_blocked(client):
    game = start(client, "-", "-", "-")
    record = play_out(client, game, waiting)
    assert outcome(record.states()[-1]).ending is Ending.BLOCKED
    assert [str(turn).split()[1] for turn in record.turns[-4:]] == ["draw", "pass", "pass", "pass"]


@pytest.mark.parametrize("seats", ["-S", "-y-b-"])
def test_no_answer_before_the_end_holds_what_is_hidden(client, seats):
    """Every answer of whole games: no card but those the seat may see, and nobody's token."""
    bots = {"S": "solver", "y": "yiayia-12", "b": "beginner", "-": "-"}
    game = start(client, *(bots[seat] for seat in seats))
    answers = []
    record = play_out(
        client,
        game,
        largest_play,
        lambda seat, answer: answers.append((seat, answer)),
        send=("check", "turns", "turns"),
    )
    states = record.states()
    secrets = [seat["token"] for seat in game["seats"] if seat["token"]]
    running = 0
    for seat, answer in answers:
        assert not any(secret in answer.text for secret in secrets)
        view = answer.json()
        if "ply" not in view:
            assert set(view) == {"legal", "problems"}
            assert cards_in(answer) == []
            continue
        state = states[view["ply"]]
        running += outcome(state) is None
        open_cards = Counter(str(card) for pile in (*state.floor, state.cross) for card in pile)
        assert Counter(cards_in(answer)) == open_cards + Counter(map(str, state.hands[seat]))
        assert [each["cards"] for each in view["seats"]] == list(state.hand_sizes)
        assert set(view) == set(look(client, game, seat))
    assert running > 10


def test_a_game_ends_and_leaves_its_record(client, game, url):
    answer = client.get(f"{url}/record")
    assert answer.status_code == 409
    assert answer.json()["error"] == "The game is still being played."
    assert cards_in(answer) == []
    record = play_out(client, game, largest_play)
    answer = client.get(f"{url}/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert Record.parse(answer.text) == record
    state, end = record.states()[-1], look(client, game)
    assert (end["status"], end["turn"], end["open_turns"]) == ("finished", None, [])
    assert (end["ply"], end["outcome"]["winners"]) == (state.ply, list(outcome(state).winners))


def test_a_turn_sent_twice_is_taken_once(client, url, token):
    body = {"ply": client.get(url, headers=bearer(token)).json()["ply"], "kind": "draw"}
    answers = [client.post(f"{url}/turns", json=body, headers=bearer(token)) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert answers[0].json() == answers[1].json() == answers[2].json()
    assert answers[0].json()["ply"] == body["ply"] + 2


def test_another_turn_at_a_ply_that_is_past_or_to_come_is_a_conflict(client, url, token):
    ply = client.get(url, headers=bearer(token)).json()["ply"]
    client.post(f"{url}/turns", json={"ply": ply, "kind": "draw"}, headers=bearer(token))
    for wrong in (ply, ply + 1, ply + 3):
        kind = "draw" if wrong > ply else "pass"
        answer = client.post(f"{url}/turns", json={"ply": wrong, "kind": kind}, headers=bearer(token))
        assert answer.status_code == 409
        assert answer.json()["problems"][0]["message"].endswith(f"is at ply {ply + 2}, not at {wrong}.")


def test_of_the_same_turn_sent_at_once_one_is_taken(client, url, token):
    ply = client.get(url, headers=bearer(token)).json()["ply"]
    answers = []

    def press():
        answers.append(client.post(f"{url}/turns", json={"ply": ply, "kind": "draw"}, headers=bearer(token)))

    threads = [threading.Thread(target=press) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(answer.status_code, answer.json()["ply"]) for answer in answers] == [(200, ply + 2)] * 6


def test_everything_wrong_with_a_turn_is_told(client, url, token):
    view = client.get(url, headers=bearer(token)).json()
    strange = next(card for card in ("2S", "3S", "4S", "5S", "6S", "7S") if card not in view["hand"])
    turn = {"kind": "play", "cards": [strange], "floor": [*view["floor"], ["KS", "AS", "2S"]]}
    check = client.post(f"{url}/check", json=turn, headers=bearer(token))
    assert check.status_code == 200
    told = check.json()
    assert told["legal"] is False
    codes = {problem["code"]: problem for problem in told["problems"]}
    assert {"not_in_hand", "no_meld"} <= set(codes)
    assert codes["not_in_hand"]["cards"] == [strange]
    assert codes["no_meld"]["place"] == len(view["floor"])
    refused = client.post(f"{url}/turns", json={"ply": view["ply"], **turn}, headers=bearer(token))
    assert refused.status_code == 422
    same = [problem["message"] for problem in told["problems"]]
    assert [problem["message"] for problem in refused.json()["problems"]] == same
    assert client.get(url, headers=bearer(token)).json() == view


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ({"kind": "play", "cards": ["XX"]}, "'XX'"),
        ({"kind": "play", "cards": ["7S"], "floor": [["7S", "\u0000"]]}, "is no card"),
        ({"kind": "play", "cards": ["7S"] * 105}, "at most 104 items"),
        ({"kind": "play", "cards": ["7" * 41]}, "at most 40 characters"),
        ({"kind": "knock"}, "'play', 'draw' or 'pass'"),
        ({"kind": "draw", "ply": -1}, "greater than or equal to 0"),
        ({"kind": "draw", "ply": "soon"}, "ply: Input should be a valid integer"),
        ({"kind": "draw", "card": "7S"}, "card: Extra inputs are not permitted."),
        ({"kind": "draw", "\ud800": 1}, "unable to parse raw data as a unicode string"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(client, url, token, turn, said):
    body = json.dumps({"ply": 0, **turn})
    headers = {**bearer(token), "Content-Type": "application/json"}
    answer = client.post(f"{url}/turns", content=body, headers=headers)
    assert answer.status_code == 422
    assert any(said in problem["message"] for problem in answer.json()["problems"])


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 5000, b'{"kind": "draw", "ply": 1e999}'])
def test_a_body_that_is_no_json_is_refused(client, url, token, body):
    answer = client.post(
        f"{url}/turns", content=body, headers={**bearer(token), "Content-Type": "application/json"}
    )
    assert answer.status_code == 422
    assert answer.json()["problems"]


@pytest.mark.parametrize("game_id", ["x", "abcdefghjkmnpq", "%00", "ΑΒΓ", "'--", "a" * 3000])
def test_a_game_that_is_not_there_is_not_found(client, game_id):
    for method, path in (("GET", ""), ("GET", "/record"), ("GET", "/events"), ("POST", "/turns")):
        body = {"ply": 0, "kind": "draw"} if method == "POST" else None
        answer = client.request(method, f"/api/games/{game_id}{path}", json=body, headers=bearer("x"))
        assert answer.status_code == 404
        assert "There is no game" in answer.json()["problems"][0]["message"]


def test_a_bot_that_was_due_when_the_server_died_moves_when_someone_looks(client, settings, game):
    tables: Tables = client.app.state.tables
    begun_by_bot = next(
        state for seed in range(20) if (state := deal(MAKIAVELI, random.Random(seed), 2)).turn == 1
    )
    seats = tables.load(game["id"]).info.seats
    kept = tables._store.create(begun_by_bot, seats)
    view = client.get(f"/api/games/{kept.info.id}", headers=bearer(seats[0].player)).json()
    assert (view["turn"], view["ply"]) == (0, 1)


def test_a_restart_changes_nothing(client, settings, game):
    before = look(client, game)
    with TestClient(create_app(settings)) as again:
        assert look(again, game) == before


def test_a_database_that_others_hold_is_told_as_a_pause(settings, tmp_path, monkeypatch):
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.01)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        game = start(client, "-", "-")
        view = look(client, game)
        body = {"ply": 0, "kind": "draw"}
        url = f"/api/games/{game['id']}/turns"
        headers = bearer(game["seats"][view["turn"]]["token"])
        with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            answer = client.post(url, json=body, headers=headers)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
            assert answer.json()["error"] == "Back in a moment."
            other.execute("ROLLBACK")
        assert client.post(url, json=body, headers=headers).status_code == 200


def test_the_description_names_every_answer(client):
    paths = client.app.openapi()["paths"]
    assert {path for path in paths if path.startswith("/api/games")} == {
        "/api/games",
        "/api/games/{game_id}",
        "/api/games/{game_id}/check",
        "/api/games/{game_id}/turns",
        "/api/games/{game_id}/events",
        "/api/games/{game_id}/record",
    }
    assert set(paths["/api/games/{game_id}/turns"]["post"]["responses"]) == {
        "200",
        "401",
        "404",
        "409",
        "422",
    }
    assert re.search("beginner, solver", str(client.app.openapi()["components"]["schemas"]["Player"]))
