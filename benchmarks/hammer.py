"""Two servers on one database, eight clients that press at once: ``python -m benchmarks.hammer [SECONDS]``.

All clients hold the same seats of the same games and send their own idea of the next turn at the same moment,
half of them to each server. Every answer must be 200 or 409, and every turn told as taken be kept at its ply.
"""

import sys
import tempfile
import threading
import time
from collections import Counter

import httpx

from makiaveli.store import Store
from tests.web.games import bearer, largest_play, start, waiting
from tests.web.live import serving

CLIENTS = 8
GAMES = 3


def main() -> None:
    """Press for so many seconds and say what came of it."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    answers: Counter[int] = Counter()
    taken: dict[tuple[str, int], set[str]] = {}
    lock = threading.Lock()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/games.db"
        with serving(database_url=url) as first, serving(database_url=url) as second:
            with httpx.Client(base_url=first) as client:
                games = [start(client, "-", "-") for _ in range(GAMES)]
            until = time.monotonic() + seconds

            def press(number: int) -> None:
                with httpx.Client(base_url=(first, second)[number % 2], timeout=60) as client:
                    while time.monotonic() < until:
                        for game in games:
                            once(client, game, number)

            def once(client: httpx.Client, game: dict, number: int) -> None:
                path = f"/api/games/{game['id']}"
                view = client.get(path, headers=bearer(game["seats"][0]["token"])).json()
                if view["outcome"]:
                    return
                headers = bearer(game["seats"][view["turn"]]["token"])
                view = client.get(path, headers=headers).json()
                if view["turn"] != view["seat"]:
                    return
                turn = largest_play(view) if number % 4 > 1 else waiting(view)
                answer = client.post(f"{path}/turns", json={"ply": view["ply"], **turn}, headers=headers)
                with lock:
                    answers[answer.status_code] += 1
                    if answer.status_code == 200:
                        taken.setdefault((game["id"], view["ply"]), set()).add(turn["kind"])

            threads = [threading.Thread(target=press, args=(number,)) for number in range(CLIENTS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        store = Store(url, time.time)
        kept = {
            (game["id"], ply): str(turn).split()[1]
            for game in games
            for ply, turn in enumerate(store.load(game["id"]).record.turns)
        }
        for game in games:
            store.load(game["id"]).record.states()
        store.close()
    wrong = {key: kinds for key, kinds in taken.items() if kinds != {kept[key]}}
    lost = kept.keys() - taken.keys()
    if wrong or lost or set(answers) - {200, 409}:
        raise AssertionError(f"wrong {wrong}, lost {lost}, answers {answers}")
    print(f"{seconds:g} s, {CLIENTS} clients, 2 servers: {len(kept)} turns kept, answers {dict(answers)}")


if __name__ == "__main__":
    main()
