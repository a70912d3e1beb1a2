import random

import pytest

from makiaveli.game import MAKIAVELI, deal
from makiaveli.store import Seat, Store


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def store(url, clock):
    store = Store(url, clock)
    yield store
    store.close()


@pytest.fixture
def start():
    return deal(MAKIAVELI, random.Random(4), 3)


@pytest.fixture
def game(store, start):
    return store.create(start, [Seat("Άννα", player="anna"), Seat("Bot", bot="beginner"), Seat("Eva")])
