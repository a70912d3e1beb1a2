"""Games on a server that really listens: the example bot of the documentation, and the stream of events."""

import json
import subprocess
import sys
import urllib.request

import httpx
import pytest

from makiaveli.bots import BOTS
from makiaveli.game import Record, outcome

from .games import bearer, start
from .live import ROOT, serving

EXAMPLE = ROOT / "docs" / "example_bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("live")
    with serving(database_url=f"sqlite:///{folder}/games.db") as address:
        yield address


@pytest.mark.parametrize("bot", BOTS)
def test_the_example_bot_plays_a_whole_game(server, bot):
    done = subprocess.run(
        [sys.executable, EXAMPLE, server, bot], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    ending, where = done.stdout.splitlines()
    with urllib.request.urlopen(where.split()[-1]) as answer:  # noqa: S310 - our own server
        record = Record.parse(answer.read().decode())
    assert record.players == ("Example", bot)
    end = outcome(record.states()[-1])
    assert ending.startswith("Won" if 0 in end.winners else "Lost")
    assert ending.endswith(f"after {len(record.turns)} turns: {end.ending}.")


def test_the_example_bot_is_short_and_tells_what_is_wrong(server):
    assert len(EXAMPLE.read_text().splitlines()) < 60
    done = subprocess.run(
        [sys.executable, EXAMPLE, server, "deep"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert "'deep' is no bot." in done.stderr


def test_events_tell_the_version_and_nothing_else(server):
    with httpx.Client(base_url=server) as client:
        game = start(client, "-", "solver")
        url, token = f"/api/games/{game['id']}", game["seats"][0]["token"]
        view = client.get(url, headers=bearer(token)).json()
        told = []
        with httpx.stream("GET", f"{server}{url}/events", timeout=30) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            for line in stream.iter_lines():
                told.append(line)
                if line.startswith("data:") and len(told) < 5:
                    body = {"ply": view["ply"], "kind": "draw"}
                    view = client.post(f"{url}/turns", json=body, headers=bearer(token)).json()
                if line == f"data: {view['version']}":
                    break
        data = [json.loads(line.removeprefix("data:")) for line in told if line.startswith("data:")]
        assert data == [view["version"] - 1, view["version"]]
        assert {line.split(":")[0] for line in told if line} <= {"event", "data", "id"}
        assert {line for line in told if line.startswith("event:")} == {"event: version"}
