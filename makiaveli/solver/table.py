"""A position as the search wants it: its cards by suit and rank, and what its floor melds are worth."""

from collections.abc import Callable, Iterable
from functools import cached_property

from makiaveli.solver.cards import Card
from makiaveli.solver.lanes import (
    BETWEEN,
    HIGH_ACE,
    LOW_ACE,
    NO_LABELS,
    RANKS,
    Column,
    FloorRun,
    Labels,
    labels_of,
)
from makiaveli.solver.melds import Meld, is_run, is_set
from makiaveli.solver.position import Position
from makiaveli.solver.vectors import ONLY_NO_SETS, VECTORS, Vector, sets_kept, vector_of, within


class Table:
    """A sorted position without problems."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._floor = _counts(card for meld in position.floor for card in meld)
        self._hand = _counts(position.hand)
        self._cross = _counts(position.cross)
        self._melds = position.floor

    @cached_property
    def vectors(self) -> list[int]:
        """For each rank of a sweep, the vectors that it has the cards for."""
        return [*(within(self._at(rank)) for rank in RANKS[:HIGH_ACE]), ONLY_NO_SETS]

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

    def change(self, change: Callable[[list[int], list[int]], None]) -> None:
        """Change how many cards of each face must lie (floor) and may go down (hand); melds are forgotten.

        For a table that was not asked anything yet.
        """
        change(self._floor, self._hand)
        self._melds = ()

    def _at(self, rank: int) -> Vector:
        spades, hearts, diamonds, clubs = (
            self._floor[card] + self._hand[card] + self._cross[card] for card in range(rank, 52, 13)
        )
        return (spades, hearts, diamonds, clubs)

    def columns(self, labelled: bool = False) -> list[list[Column]]:
        """The columns of each suit, with its floor runs as labels if wanted."""
        lanes = []
        for suit in range(4):
            labels = self._labels(suit) if labelled else [NO_LABELS] * len(RANKS)
            lane = []
            for rank in RANKS[:HIGH_ACE]:
                card = suit * 13 + rank
                have = (self._floor[card], self._hand[card], self._cross[card])
                lane.append(Column.of(*have, LOW_ACE if rank == LOW_ACE else BETWEEN, labels[rank]))
            lanes.append([*lane, Column.of(0, 0, 0, HIGH_ACE, labels[HIGH_ACE])])
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


def _counts(cards: Iterable[Card]) -> list[int]:
    counts = [0] * 52
    for card in cards:
        counts[card] += 1
    return counts
