"""A position as the search wants it: its cards by suit and rank, and what its floor melds are worth."""

from collections.abc import Iterable
from functools import cached_property

from makiaveli.solver.cards import Card
from makiaveli.solver.lanes import CROSS, FLOOR, HAND, Column, lane_of
from makiaveli.solver.melds import Meld, MeldKind, in_table_order
from makiaveli.solver.position import Position
from makiaveli.solver.vectors import ONLY_NO_SETS, Vector, sets_broken, vector_of, within

_CARDS_IN = [code // FLOOR + code // HAND % 3 + code % 3 for code in range(27)]
"""How many cards each code stands for."""


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
    def _floor(self) -> tuple[Meld, ...]:
        return in_table_order(self._melds)

    @cached_property
    def floor_sets(self) -> dict[int, tuple[Vector, ...]]:
        """For each rank that has any, the floor sets as vectors."""
        found: dict[int, tuple[Vector, ...]] = {}
        for meld in self._floor:
            if meld.kind is MeldKind.SET:
                rank = meld.cards[0] % 13
                found[rank] = (*found.get(rank, ()), vector_of(meld.cards))
        return found

    @cached_property
    def floor_runs(self) -> list[list[Meld]]:
        """For each suit, the floor runs."""
        found: list[list[Meld]] = [[], [], [], []]
        for meld in self._floor:
            if meld.kind is MeldKind.RUN:
                found[meld.cards[0] // 13].append(meld)
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
        return [
            [by_code[code] for by_code, code in zip(lane_of(runs), [*codes, 0], strict=True)]
            for runs, codes in (
                (self._spans(suit) if labelled else (), self._codes[suit * 13 : suit * 13 + 13])
                for suit in range(4)
            )
        ]

    def _spans(self, suit: int) -> tuple[tuple[int, int], ...]:
        """The first and last rank of a sweep of each floor run, sorted."""
        firsts = [(meld.cards[0] % 13, len(meld.cards)) for meld in self.floor_runs[suit]]
        return tuple(sorted([(first, first + length - 1) for first, length in firsts]))

    def broken_sets(self) -> dict[int, tuple[int, ...]]:
        """For each rank with floor sets, how many of them each of the 21 vectors breaks."""
        return {rank: sets_broken(sets) for rank, sets in self.floor_sets.items()}
