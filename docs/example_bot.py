"""A bot that plays a whole game of Makiaveli over HTTP: ``python example_bot.py [ADDRESS] [OPPONENT...]``.

It lays down sets and runs of three from its hand, else draws. Whether a play is legal, it asks the server.
"""

import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(address, body=None, token=""):
    """What the server answers, as data."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, data, headers), timeout=60) as answer:
            return json.load(answer)
    except HTTPError as error:
        sys.exit(f"{error.code}: {error.read().decode()}")


def plays(game):
    """Plays worth asking for: three cards of one rank, or in a row of one suit, beside the floor."""
    ranks, hand = "A23456789TJQKA", set(game["hand"])
    sets = [sorted(card for card in hand if card[0] == rank)[:3] for rank in ranks[:-1]]
    runs = [[rank + suit for rank in ranks[at : at + 3]] for suit in "SHDC" for at in range(12)]
    for cards in sets + runs:
        if len(cards) == 3 and hand.issuperset(cards):
            yield {"kind": "play", "cards": cards, "floor": [*game["floor"], cards]}


def main(server="http://localhost:8000", *opponents):
    """Play one game and say how it ended."""
    seats = [{"name": "Example"}, *({"bot": bot} for bot in opponents or ["solver"])]
    started = call(f"{server}/api/games", {"seats": seats})
    address, token = f"{server}/api/games/{started['id']}", started["seats"][0]["token"]
    game = call(address, token=token)
    while not game["outcome"]:
        # The other seats are bots, which move before the server answers: it is always our turn.
        turn = next(
            (play for play in plays(game) if call(f"{address}/check", play, token)["legal"]),
            {"kind": "draw" if "draw" in game["open_turns"] else "pass"},
        )
        game = call(f"{address}/turns", {"ply": game["ply"], **turn}, token)
    won = 0 in game["outcome"]["winners"]
    print(f"{'Won' if won else 'Lost'} after {game['ply']} turns: {game['outcome']['ending']}.")
    print(f"The game: {address}/record")


if __name__ == "__main__":
    main(*sys.argv[1:])
