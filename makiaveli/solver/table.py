"""A position as the search wants it: its cards by suit and rank, and what its floor melds are worth."""

from collections.abc import Iterable
from functools import cached_property

from makiaveli.solver.cards import Card
from makiaveli.solver.lanes import (
    BETWEEN,
    CROSS,
    FLOOR,
    HAND,
    HIGH_ACE,
    LOW_ACE,
    Column,
    FloorRun,
    Labels,
    labels_of,
)
from makiaveli.solver.melds import Meld, is_run, is_set
from makiaveli.solver.position import Position
from makiaveli.solver.vectors import ONLY_NO_SETS, VECTORS, Vector, sets_kept, vector_of, within

_CARDS_IN = [code // FLOOR + code // HAND % 3 + code % 3 for code in range(27)]
"""How many cards each code stands for."""
_LOW_ACE = [Column.of(code, LOW_ACE) for code in range(27)]
_BETWEEN = [Column.of(code, BETWEEN) for code in range(27)]
_HIGH_ACE = Column.of(0, HIGH_ACE)
# Columns without floor runs are looked up all the time, so they lie ready.


class Table:
    """A sorted position without problems."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._codes = codes = [0] * 52
        for meld in position.floor:
            for card in meld:
                codes[card] += FLOOR
        for card in position.hand:
            codes[card] += HAND
        for card in position.cross:
            codes[card] += CROSS
        self._melds = position.floor

    @cached_property
    def vectors(self) -> list[int]:
        """For each rank of a sweep, the vectors that it has the cards for."""
        have = [_CARDS_IN[code] for code in self._codes]
        ranks = zip(have[:13], have[13:26], have[26:39], have[39:], strict=True)
        return [*map(within, ranks), ONLY_NO_SETS]

    @cached_property
    def floor_sets(self) -> dict[int, tuple[Vector, ...]]:
        """For each rank that has any, the floor sets as vectors."""
        found: dict[int, tuple[Vector, ...]] = {}
        for meld in self._melds:
            if is_set(meld):
                rank = meld[0] % 13
                found[rank] = (*found.get(rank, ()), vector_of(meld))
        return found

    @cached_property
    def floor_runs(self) -> list[list[Meld]]:
        """For each suit, the floor runs."""
        found: list[list[Meld]] = [[], [], [], []]
        for meld in self._melds:
            if is_run(meld):
                found[meld[0] // 13].append(Meld(meld))
        return found

    def change(self, cards: Iterable[Card], by: int) -> None:
        """Change how many copies of these faces lie where: ``by`` is a sum of FLOOR, HAND and CROSS.

        The melds are forgotten. For a table that was not asked anything yet.
        """
        for card in cards:
            self._codes[card] += by
        self._melds = ()

    def columns(self, labelled: bool = False) -> list[list[Column]]:
        """The columns of each suit, with its floor runs as labels if wanted."""
        lanes = []
        for suit in range(4):
            low_ace, *others = self._codes[suit * 13 : suit * 13 + 13]
            if labelled and self.floor_runs[suit]:
                labels = self._labels(suit)
                lane = [Column.of(low_ace, LOW_ACE, labels[LOW_ACE])]
                lane += [
                    Column.of(code, BETWEEN, label) for code, label in zip(others, labels[1:-1], strict=True)
                ]
                lane.append(Column.of(0, HIGH_ACE, labels[HIGH_ACE]))
            else:
                lane = [_LOW_ACE[low_ace], *[_BETWEEN[code] for code in others], _HIGH_ACE]
            lanes.append(lane)
        return lanes

    def _labels(self, suit: int) -> list[Labels]:
        firsts = [(int(meld.cards[0]) % 13, len(meld)) for meld in self.floor_runs[suit]]
        return labels_of(sorted(FloorRun(first, first + length - 1) for first, length in firsts))

    def broken_sets(self) -> dict[int, list[int]]:
        """For each rank with floor sets, how many of them each of the 21 vectors breaks."""
        return {
            rank: [len(sets) - sets_kept(vector, sets) for vector in VECTORS]
            for rank, sets in self.floor_sets.items()
        }
