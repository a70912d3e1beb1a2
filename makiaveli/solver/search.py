"""The partition search: which cards can lie in melds together.

**What couples the suits.** At each rank the cards lie either in sets or in runs. Those in sets form a
vector (:mod:`.vectors`); everything else lies in runs, and runs never leave their suit (:mod:`.lanes`). So
a position is four one-suit machines that are coupled only by one vector a rank.

**Bound.** Each suit alone, free to take any count in sets that some vector allows, has a cheapest cost from
each state to the end. The sum over the suits never overestimates (:mod:`.bounds`).

**Search.** Depth first by rank at a fixed budget, cut off where the bound exceeds what is left of the
budget, with a memo of dead states. The budget starts at the bound and rises by one, so the first path found
is the best, and an exhausted budget is a proof (:func:`.paths.find_path`).

**Propagate**, where a short search does not settle a budget. A vector of a rank stays only if the cheapest
path of each suit through it fits the budget together; fewer vectors make dearer suits, until nothing
changes. A rank left without a vector refutes the budget (:meth:`Search.within_budget`).

**Raise the bound**, where that does not settle it either: cost is shifted between the vectors and the suits
until the suits agree better, and the same search runs on the shifted costs (:mod:`.dual`). The few tables on
which every bound stays far from the cost are left to a search that takes all states of a rank at once
(:func:`.paths.cheapest_path`). :mod:`.verdict` says what each of these may spend.

What a path costs is told by a tariff: so much for a hand card left, for a floor meld broken, for a cross
card taken. For the largest play only hand cards count. For the melds kept, the number of hand cards left is
known by then: a high price holds it where each suit alone proves it, and a cap elsewhere.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from makiaveli.solver.bounds import IMPOSSIBLE, LARGEST_PLAY, Tariff, pool_of
from makiaveli.solver.lanes import Column
from makiaveli.solver.limits import Meter
from makiaveli.solver.paths import FREE, ByPrice, Path, Rank, find_path
from makiaveli.solver.vectors import counts_in, vectors_of

Prices = Mapping[int, Sequence[int]]
"""For each rank where it is not 0, what each of the 21 vectors costs by itself."""


class Search:
    """The four suits of one position, with the vectors that each rank may take.

    ``columns[suit][rank]`` are the cards, ``vectors[rank]`` a group of vectors that the rank has cards for,
    ``broken_sets[rank]`` how many floor sets each of the 21 vectors breaks, where there are any.
    """

    def __init__(
        self,
        columns: Sequence[Sequence[Column]],
        vectors: Sequence[int],
        tariff: Tariff = LARGEST_PLAY,
        broken_sets: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        self.columns = columns
        self.vectors = vectors
        self.tariff = tariff
        self.broken_sets = broken_sets or {}
        self.prices: Prices = {
            rank: [tariff.broken * broken for broken in by_vector]
            for rank, by_vector in self.broken_sets.items()
        }
        self.cheapest = {
            rank: min(price[i] for i, _ in vectors_of(vectors[rank])) for rank, price in self.prices.items()
        }
        pool = pool_of(tariff)
        slots = pool.slots
        masks = zip(*map(counts_in, vectors), strict=True)
        self.sweeps = [
            pool.sweep(tuple([slots[column.key | mask] for column, mask in zip(lane, of_suit, strict=True)]))
            for lane, of_suit in zip(columns, masks, strict=True)
        ]
        """Each suit with the counts in sets that are still allowed at each rank."""
        self.least_left = sum(sweep.least_left for sweep in self.sweeps)
        """No path leaves fewer hand cards, where the tariff counts them."""
        self.bound = sum(sweep.least for sweep in self.sweeps) + sum(self.cheapest.values())
        """No path costs less; :data:`IMPOSSIBLE` and more: there is no path."""

    def within_budget(self, budget: int, meter: Meter) -> "Search | None":
        """The same search without the vectors that no path within the budget can take.

        ``None`` proves that no path costs so little. Raises :class:`OutOfLimitError`.
        """
        search = self
        while search.bound <= budget:
            meter.look()
            vectors = search._fitting_vectors(budget)
            if not all(vectors):
                return None
            if vectors == list(search.vectors):
                return search
            search = Search(self.columns, vectors, self.tariff, self.broken_sets)
        return None

    def _fitting_vectors(self, budget: int) -> list[int]:
        """For each rank, the vectors whose cheapest path in each suit alone fits the budget together."""
        through = zip(*(sweep.through() for sweep in self.sweeps), strict=True)
        fitting = []
        slack = budget - self.bound
        for rank, (group, (spades, hearts, diamonds, clubs)) in enumerate(
            zip(self.vectors, through, strict=True)
        ):
            price, cheapest = self.prices.get(rank), self.cheapest.get(rank, 0)
            for number, (in_spades, in_hearts, in_diamonds, in_clubs) in vectors_of(group):
                extra_cost = spades[in_spades] + hearts[in_hearts] + diamonds[in_diamonds] + clubs[in_clubs]
                if extra_cost + (price[number] - cheapest if price else 0) > slack:
                    group -= 1 << number
            fitting.append(group)
        return fitting

    @cached_property
    def _ranks(self) -> list[Rank]:
        stages = zip(*(sweep.stages for sweep in self.sweeps), strict=True)
        return [
            Rank(group, self._by_price(rank), *rows)
            for rank, (group, rows) in enumerate(zip(self.vectors, stages, strict=True))
        ]

    def _by_price(self, rank: int) -> ByPrice:
        price = self.prices.get(rank)
        return ByPrice([cost - self.cheapest[rank] for cost in price]) if price else FREE

    def path(self, budget: int, meter: Meter, most_left: int = IMPOSSIBLE) -> Path | None:
        """A path that costs no more than the budget and, if the tariff caps these, leaves no more hand cards.

        ``None`` proves that there is none. Raises :class:`OutOfLimitError`.
        """
        return find_path(self._ranks, budget - self.bound, most_left - self.least_left, meter)
