"""A position as the search wants it: its cards by suit and rank, and what its floor melds are worth."""

from collections.abc import Iterable

from makiaveli.solver.cards import Card
from makiaveli.solver.lanes import HIGH_ACE, LOW_ACE, NO_LABELS, RANKS, Column, FloorRun, labels_of
from makiaveli.solver.melds import Meld, MeldKind
from makiaveli.solver.position import Position
from makiaveli.solver.vectors import ONLY_NO_SETS, VECTORS, Vector, sets_kept, vector_of, within


class Table:
    """A sorted position without problems."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._floor = _counts(card for meld in position.floor for card in meld)
        self._hand = _counts(position.hand)
        self._cross = _counts(position.cross)
        self.vectors = [*(within(self._at(rank)) for rank in RANKS[:HIGH_ACE]), ONLY_NO_SETS]
        """For each rank of a sweep, the vectors that it has the cards for."""

    def _at(self, rank: int) -> Vector:
        spades, hearts, diamonds, clubs = (
            self._floor[card] + self._hand[card] + self._cross[card] for card in range(rank, 52, 13)
        )
        return (spades, hearts, diamonds, clubs)

    def columns(self, labelled: bool = False) -> list[list[Column]]:
        """The columns of each suit, with its floor runs as labels if wanted."""
        lanes = []
        for suit in range(4):
            labels = labels_of(self._floor_runs(suit)) if labelled else [NO_LABELS] * len(RANKS)
            lane = []
            for rank in RANKS[:HIGH_ACE]:
                card = suit * 13 + rank
                have = (self._floor[card], self._hand[card], self._cross[card])
                lane.append(Column(*have, LOW_ACE if rank == LOW_ACE else 1, labels[rank]))
            lanes.append([*lane, Column(0, 0, 0, HIGH_ACE, labels[HIGH_ACE])])
        return lanes

    def _floor_runs(self, suit: int) -> list[FloorRun]:
        runs = []
        for cards in self.position.floor:
            meld = Meld(cards)
            if meld.kind is MeldKind.RUN and meld.cards[0].suit == suit:
                first = int(meld.cards[0].rank)
                runs.append(FloorRun(first, first + len(meld) - 1))
        return sorted(runs)

    def prices(self) -> dict[int, list[int]]:
        """For each rank with floor sets, how many of them each of the 21 vectors breaks."""
        sets: dict[int, list[Vector]] = {}
        for cards in self.position.floor:
            meld = Meld(cards)
            if meld.kind is MeldKind.SET:
                sets.setdefault(meld.cards[0].rank, []).append(vector_of(meld.cards))
        return {
            rank: [len(found) - sets_kept(vector, tuple(found)) for vector in VECTORS]
            for rank, found in sets.items()
        }


def _counts(cards: Iterable[Card]) -> list[int]:
    counts = [0] * 52
    for card in cards:
        counts[card] += 1
    return counts
