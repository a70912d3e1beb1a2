"""What a bot costs a player who waits: ``python -m benchmarks.table [SECONDS]``.

Clients play at the page, each its own games, all at once: turn about one against a solver bot, where the turn
is answered and then the bot's is asked for, and one against a person, where there is no bot.
"""

import sys
import tempfile
import threading
import time
from statistics import median, quantiles

import httpx
from itsdangerous import URLSafeSerializer

from makiaveli.game import MAKIAVELI
from makiaveli.store import Seat, Store
from makiaveli.web.table import Tables
from tests.web.live import serving

CLIENTS = 4
TURNS = 24
"""Turns of a game that are measured: floor and hands grow, the stock does not end."""
SECRET = "for a benchmark alone"  # noqa: S105 - signs nothing of worth


def main() -> None:
    """Play for so many seconds and print the times."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    times: dict[str, list[float]] = {"person": [], "own turn": [], "with the bot": []}
    lock = threading.Lock()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/games.db"
        store = Store(url, time.time)
        tables = Tables(store)
        sign = URLSafeSerializer(SECRET, salt="player").dumps
        with serving(database_url=url, secret=SECRET) as address:
            until = time.monotonic() + seconds

            def press(client: httpx.Client, game_id: str, player: str, *tokens: str) -> float:
                ply = tables.version(game_id) and store.load(game_id).info.ply
                start = time.perf_counter()
                for token in tokens:
                    answer = client.post(
                        f"/game/{game_id}",
                        data={"ply": ply, "do": token},
                        headers={"hx-request": "true"},
                        cookies={"player": sign(player)},
                    )
                    answer.raise_for_status()
                    ply += 1
                return time.perf_counter() - start

            def play(client: httpx.Client, seed: int) -> None:
                bot = tables.start(MAKIAVELI, [Seat("You", None, "me"), Seat("Eleni", "solver")], seed)
                people = tables.start(MAKIAVELI, [Seat("You", None, "me"), Seat("She", None, "she")])
                if people.state.turn:
                    press(client, people.info.id, "she", "draw")
                for _ in range(TURNS):
                    if tables.load(bot.info.id).outcome or time.monotonic() > until:
                        return
                    own = press(client, bot.info.id, "me", "draw")
                    both = own + press(client, bot.info.id, "me", "next")
                    person = press(client, people.info.id, "me", "draw")
                    press(client, people.info.id, "she", "draw")
                    with lock:
                        times["own turn"].append(own)
                        times["with the bot"].append(both)
                        times["person"].append(person)

            def sit(number: int) -> None:
                seed = number
                with httpx.Client(base_url=address, timeout=60) as client:
                    while time.monotonic() < until:
                        play(client, seed)
                        seed += CLIENTS

            threads = [threading.Thread(target=sit, args=(number,)) for number in range(CLIENTS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        store.close()
    base = median(times["person"])
    print(f"{len(times['person'])} turns, {CLIENTS} clients at once")
    for name, each in times.items():
        high = quantiles(each, n=20)[-1]
        print(
            f"{name:13} {median(each) * 1000:6.1f} ms  p95 {high * 1000:6.1f} ms  {median(each) / base:.2f} x"
        )


if __name__ == "__main__":
    main()
