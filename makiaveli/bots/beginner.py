"""A beginner: lays down melds from the hand and adds cards to melds, but never rearranges.

The melds of the floor stay whole and apart; they only grow. Single cross cards join in where they help a card
of the hand down. Step by step the most cards of the hand go down at a time, until nothing more can.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from makiaveli.bots.bot import wait
from makiaveli.game import Play, Turn, View
from makiaveli.solver import FACES, Card, Limit, Rank, Suit, table_order, why_not


def choose(view: View, rng: random.Random, limit: Limit | None = None) -> Turn:
    """A simple play where there is one, else a draw or, with an empty stock, a pass."""
    hand, cross = Counter(view.hand), Counter(view.cross)
    floor = [_faces(meld) for meld in view.floor]
    played: list[Card] = []
    while step := _best_step(floor, _faces(+hand), _faces(+cross)):
        place, meld = step
        added = meld & ~floor[place] if place < len(floor) else meld
        for card in _cards(added):
            if hand[card]:
                hand[card] -= 1
                played.append(card)
            else:
                cross[card] -= 1
        floor[place : place + 1] = [meld]
    if played:
        return Play(view.seat, tuple(played), tuple(table_order(_cards(meld)) for meld in floor))
    return wait(view)


def _best_step(floor: list[int], hand: int, cross: int) -> tuple[int, int] | None:
    """Where which meld can come to lie: a new one at the end or a grown one in its place.

    The most cards of the hand, then the fewest of the cross; ``None`` if no card of the hand goes down.
    """
    best, most = None, (0, 0)
    melds = [meld for meld in _all_melds() if meld & hand]
    for place, before in enumerate([*floor, 0]):
        for meld in melds:
            added = meld & ~before
            if before & ~meld or added & ~(hand | cross):
                continue
            gain = ((added & hand).bit_count(), -(added & ~hand).bit_count())
            if gain[0] and gain > most:
                best, most = (place, meld), gain
    return best


@cache
def _all_melds() -> tuple[int, ...]:
    """Every meld there is, each as its faces: bit ``card`` for a card. A meld holds no face twice."""
    sets = (
        [Card.of(rank, suit) for suit in suits]
        for rank in Rank
        for size in (3, 4)
        for suits in combinations(Suit, size)
    )
    runs = (
        [Card.of((low + step) % 13, suit) for step in range(length)]
        for suit in Suit
        for low in Rank
        for length in range(3, 14)
    )
    return tuple({_faces(cards): None for cards in (*sets, *runs) if why_not(cards) is None})


def _faces(cards: Iterable[Card]) -> int:
    faces = 0
    for card in cards:
        faces |= 1 << card
    return faces


def _cards(faces: int) -> Iterator[Card]:
    return (card for card in FACES if faces >> card & 1)
