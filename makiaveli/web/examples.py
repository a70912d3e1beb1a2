"""Positions to start from: a few that show something, and any number of random ones."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from makiaveli.solver import FACES, Card, Meld, Position, why_not


@dataclass(frozen=True, slots=True)
class Example:
    """A position, named by what it shows without giving the answer away."""

    name: str
    position: Position


EXAMPLES = tuple(
    Example(name, Position.parse(text))
    for name, text in {
        "The example of the rules": "3S4S5S/7H7D7C/2S",
        "Two cards of the cross": "3S/-/2S4S",
        "An ace at each end of a run": "ASAS/2-KS",
        "Six aces": "AHAHACASADAD",
        "The longest run is not the best start": "3S4S5S6S7S6H6C",
        "Two equal melds, and no way in": "6H6D/5-7S.5-7S",
        "From a game: 10 melds, hand of 5": (
            "AS3S4S4HAD/2S2H2D2C.5S5H5C.6S6H6D.7S7H7C.QSQHQD.3-6H.2-8D.AC2C3C.8-JC.JCQCKC/TD"
        ),
        "From a game: 11 melds and little to play": (
            "5S7H4DQD9C/2S2H2D2C.3S3D3C.6S6H6D.8S8H8D.9STSJS.2-5H.THJHQH.3D4D5D.5C6C7C.9-QC.QCKCAC/KH"
        ),
        "A full table: 16 melds and a cross": (
            "3SAH3H/ASAHAD.5S5H5C.6S6D6C.7H7D7C.TSTDTC.JSJHJDJC.JHJDJC.QHQDQC.KHKDKC.5-9S.8-TS.2H3H4H.5-9H."
            "2-5D.3-6D.2-5C/9D3S2C4H"
        ),
    }.items()
)


def random_position(rng: random.Random) -> Position:
    """A position without problems, cut from two shuffled decks.

    6 to 15 melds, a hand of 4 to 8 cards, and up to 4 in the cross.
    """
    stock = [*FACES, *FACES]
    rng.shuffle(stock)
    melds: list[Meld] = []
    wanted = rng.randint(6, 15)
    for card in list(stock):
        if len(melds) == wanted:
            break
        found = list(_melds_with(card, Counter(stock)))
        if found:
            melds.append(rng.choice(found))
            for used in melds[-1].cards:
                stock.remove(used)
    size, cross = rng.randint(4, 8), rng.randint(0, 4)
    floor = tuple(meld.cards for meld in sorted(melds, key=lambda meld: meld.place))
    return Position(tuple(sorted(stock[:size])), floor, tuple(stock[size : size + cross]))


def _melds_with(card: Card, stock: Counter[Card]) -> Iterator[Meld]:
    """The sets, and the runs of up to five cards, that hold this card and can be made from the stock."""
    same_rank = [Card.of(card.rank, suit) for suit in range(4)]
    choices = [same_rank, *([face for face in same_rank if face != gone] for gone in same_rank)]
    choices += [
        [Card.of((card.rank - before + step) % 13, card.suit) for step in range(length)]
        for length in (3, 4, 5)
        for before in range(length)
    ]
    for cards in choices:
        if card in cards and why_not(cards) is None and Counter(cards) <= stock:
            yield Meld(tuple(cards))
