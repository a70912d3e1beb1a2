"""A process that takes turns in kept games: ``python -m tests.store.player URL PLY GAME...``.

It plays until each game has reached that ply, and with the game ``new`` it deals new ones until it is killed.
For every turn that was kept it prints a line ``GAME PLY``, and at the end how often somebody else was faster.
"""

import random
import sys
import time

from makiaveli.errors import StaleTurnError
from makiaveli.game import MAKIAVELI, Draw, deal
from makiaveli.store import Seat, Store


def main(url, last, *games):
    store = Store(url, time.time)
    stale = 0
    while games == ("new",):
        stale += play(store, int(last), [new_game(store)])
    stale += play(store, int(last), [*games])
    print("stale", stale, flush=True)


def new_game(store):
    return store.create(deal(MAKIAVELI, random.Random(1), 2), [Seat("a"), Seat("b")]).info.id


def play(store, last, games):
    """How often somebody else was faster."""
    stale = 0
    while games:
        for game_id in [*games]:
            state = store.load(game_id).record.states()[-1]
            if state.ply >= last:
                games.remove(game_id)
                continue
            try:
                store.save(game_id, state.ply, [Draw(state.turn)])
            except StaleTurnError:
                stale += 1
            else:
                print(game_id, state.ply, flush=True)
    return stale


if __name__ == "__main__":
    main(*sys.argv[1:])
