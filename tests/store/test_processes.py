"""Several processes on one SQLite file, and one that is killed while it writes."""

import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from makiaveli.store import Store

from .player import new_game

ROOT = Path(__file__).parents[2]
PLIES = 25


def player(url, *games):
    command = [sys.executable, "-m", "tests.store.player", url, str(PLIES), *games]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def ask(file, question):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(question).fetchall()


def test_two_processes_lose_nothing(store, url):
    games = [new_game(store) for _ in range(2)]
    players = [player(url, *games) for _ in range(2)]
    lines = [line for process in players for line in process.communicate(timeout=120)[0].splitlines()]
    assert [process.returncode for process in players] == [0, 0]
    kept = Counter(line for line in lines if not line.startswith("stale"))
    assert kept == Counter(f"{game} {ply}" for game in games for ply in range(PLIES))
    for game_id in games:
        game = store.load(game_id)
        assert (game.info.ply, game.info.version) == (PLIES, PLIES + 1)
        assert game.record.states()[-1].ply == PLIES


@pytest.mark.parametrize("lines_before", [1, 30])
def test_a_killed_writer_loses_no_finished_turn(url, clock, tmp_path, lines_before):
    process = player(url, "new")
    told = [process.stdout.readline() for _ in range(lines_before)]
    process.send_signal(signal.SIGKILL)
    # What it still managed to say counts as well, but for a line that was cut in the middle.
    told += process.stdout
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL
    finished = Counter(line.split()[0] for line in told if line.endswith("\n"))
    assert finished.total() >= lines_before
    store = Store(url, clock)
    kept = [game_id for (game_id,) in ask(tmp_path / "games.db", "SELECT id FROM games")]
    assert set(finished) <= set(kept)
    untold = 0
    for game_id in kept:
        game = store.load(game_id)
        assert len(game.record.turns) == game.info.ply == game.info.version - 1
        assert game.record.states()[-1].ply == game.info.ply
        untold += game.info.ply - finished[game_id]
    # At most one turn was kept that there was no time to tell.
    assert 0 <= untold <= 1
    assert ask(tmp_path / "games.db", "SELECT count(*) FROM turns") == [(finished.total() + untold,)]
    assert ask(tmp_path / "games.db", "PRAGMA integrity_check") == [("ok",)]
    store.close()


def test_processes_may_create_the_database_at_once(url, tmp_path):
    players = [player(url) for _ in range(2)]
    assert [process.communicate(timeout=60)[0] for process in players] == ["stale 0\n"] * 2
    assert [process.returncode for process in players] == [0, 0]
    assert ask(tmp_path / "games.db", "SELECT version FROM schema_version") == [(1,)]
