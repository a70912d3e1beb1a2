"""Kill the server at random moments while a game is played: ``python -m benchmarks.kill [TURNS]``.

A client sends scripted turns. The server is killed (SIGKILL) after a random time and started again on the
same database. Whatever the client was told must be there afterwards, once.
"""

import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

from makiaveli.store import Store
from makiaveli.web.games_api import TurnAtPly
from makiaveli.web.table import Tables
from tests.web.games import bearer, largest_play, start
from tests.web.live import address_of, launch


def main() -> None:
    """Play so many turns through as many kills as that takes, and say what was found."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/games.db"
        turns, kills, unanswered, games = play(url, wanted, rng)
        store = Store(url, time.time)
        tables = Tables(store)
        for game_id, told in games.items():
            table = tables.load(game_id)
            if not all(table.took(ply, TurnAtPly(**body).at(0)) for ply, body in told.items()):
                raise AssertionError(f"{game_id}: {told} was told, {table.record.turns} is kept")
            if {ply for ply, turn in enumerate(table.record.turns) if turn.seat == 0} != told.keys():
                raise AssertionError(f"{game_id}: not each turn was taken once")
        store.close()
        size = Path(folder, "games.db").stat().st_size
    print(
        f"{turns} turns in {len(games)} games, {kills} kills, {unanswered} turns sent again: "
        f"none lost or doubled, every game readable, database {size // 1024} kB"
    )


def play(url: str, wanted: int, rng: random.Random) -> tuple[int, int, int, dict[str, dict[int, dict]]]:
    """The turns taken, the kills, the turns that had to be sent again, and for each game what was told."""
    games: dict[str, dict[int, dict]] = {}
    turns = kills = unanswered = 0
    game: dict | None = None
    pending: tuple[str, dict] | None = None
    while turns < wanted:
        with launch(port="0", database_url=url) as server:
            address = address_of(server)
            threading.Thread(target=server.stderr.read, daemon=True).start()
            threading.Timer(rng.uniform(0.02, 1.0), server.kill).start()
            try:
                with httpx.Client(base_url=address, timeout=30) as client:
                    while turns < wanted:
                        if game is None:
                            game = start(client, "-", "solver")
                            games[game["id"]] = {}
                        path, headers = f"/api/games/{game['id']}", bearer(game["seats"][0]["token"])
                        view = client.get(path, headers=headers).raise_for_status().json()
                        if pending is None and view["outcome"]:
                            game = None
                            continue
                        # A turn without an answer is sent again as it was, whatever became of it.
                        body = pending[1] if pending else {"ply": view["ply"], **largest_play(view)}
                        unanswered += pending is not None
                        pending = (path, body)
                        client.post(f"{path}/turns", json=body, headers=headers).raise_for_status()
                        games[game["id"]][body["ply"]] = body
                        pending = None
                        turns += 1
            except httpx.TransportError:
                kills += 1
            server.kill()
    return turns, kills, unanswered, games


if __name__ == "__main__":
    main()
