"""From a path of the search to melds on the table."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product

from makiaveli.solver.cards import FACES, Card
from makiaveli.solver.homes import find_homes
from makiaveli.solver.lanes import NOTHING, RANKS, START, Column, State
from makiaveli.solver.melds import Meld, in_table_order, table_order, why_not
from makiaveli.solver.paths import Path
from makiaveli.solver.position import Position
from makiaveli.solver.table import Table
from makiaveli.solver.vectors import NO_SETS, Vector, best_cut

Cards = tuple[Card, ...]
Chain = Cards
"""Cards of one suit in sequence: a run, or 14 from ace to ace that are still to be cut into two."""


_UPWARD = [[FACES[suit * 13 + rank % 13] for rank in RANKS] for suit in range(4)]
"""Each suit from the ace to the ace."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The table after a turn."""

    melds: tuple[Meld, ...]
    """The floor: all melds, in the order in which a table shows them."""
    cross: tuple[Card, ...] = ()
    """Cross cards that are still single, sorted."""


@dataclass(frozen=True, slots=True)
class Play:
    """One way to play a position."""

    played: tuple[Card, ...]
    """Hand cards that go down, sorted."""
    left: tuple[Card, ...]
    """Hand cards that stay in the hand, sorted."""
    arrangement: Arrangement


def play_of(position: Position, melds: Collection[Cards]) -> Play:
    """The play that ends with these melds, which hold every floor card.

    Where a card of the hand and one of the cross share a face, the one from the hand goes down first.
    """
    coming = [0] * 52
    for cards in melds:
        for card in cards:
            coming[card] += 1
    for cards in position.floor:
        for card in cards:
            coming[card] -= 1
    played, left = _taken(position.hand, coming)
    _, single = _taken(position.cross, coming)
    return Play(played, left, Arrangement(in_table_order(melds), single))


def _taken(cards: Iterable[Card], coming: list[int]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that are among those coming to the floor, and the others; counts them off."""
    taken: list[Card] = []
    staying: list[Card] = []
    for card in sorted(cards):
        (taken if coming[card] else staying).append(card)
        coming[card] -= bool(coming[card])
    return tuple(taken), tuple(staying)


@cache
def _set_of(rank: int, vector: Vector) -> Cards:
    return tuple(FACES[suit * 13 + rank] for suit in range(4) if vector[suit])


def play_nothing(position: Position) -> Play:
    """The position as it lies."""
    return play_of(position, position.floor)


def play_of_path(table: Table, path: Path, columns: Sequence[Sequence[Column]], tidy: bool = True) -> Play:
    """The play that a path of the search describes.

    With ``tidy``, runs are cut so that floor runs stay as they lie where the cards allow it, and no cross
    card goes down that only comes along.
    """
    melds = []
    for rank, step in enumerate(path):
        if step.vector != NO_SETS:
            for vector in best_cut(step.vector, table.floor_sets.get(rank, ()) if tidy else ()):
                melds.append(_set_of(rank, vector))
    for suit, states in enumerate(zip(*[step.states for step in path], strict=True)):
        chains = _at_most_13(_chains(states, suit, columns[suit]), table, suit)
        melds += _cut_between(chains, table.floor_runs[suit]) if tidy else chains
    play = play_of(table.position, melds)
    if tidy and len(play.arrangement.cross) < len(table.position.cross):
        return _spare_the_cross(table.position, play)
    return play


def _spare_the_cross(position: Position, play: Play) -> Play:
    """The same play without the cross cards that only came along, where no floor meld is worse off."""
    melds = [meld.cards for meld in play.arrangement.melds]
    homes = find_homes(position.floor, melds)
    spared = True
    while spared:
        spared = False
        taken = Counter(position.cross) - Counter(play.arrangement.cross)
        for card, i in product(sorted(taken), range(len(melds))):
            rest = tuple(other for other in melds[i] if other != card)
            if card not in melds[i] or why_not(rest) is not None:
                continue
            without = [*melds[:i], table_order(rest), *melds[i + 1 :]]
            found = find_homes(position.floor, without)
            if (found.kept, -found.moved) >= (homes.kept, -homes.moved):
                # The next may be free now: 7♣ had to go from 5♣ 6♣ 7♣ before 6♣ could.
                play, melds, homes, spared = play_of(position, without), without, found, True
                break
    return play


def _chains(states: Iterable[State], suit: int, columns: Sequence[Column]) -> list[Chain]:
    """All runs of a suit along the states of a path, each as long as it could grow."""
    chains: list[Chain] = []
    open_chains: list[Chain] = []
    before = START
    for card, after, column in zip(_UPWARD[suit], states, columns, strict=True):
        if after != START or before != START:
            going_on = column.origins[before, after]
            if open_chains:
                chains += [chain for i, chain in enumerate(open_chains) if i not in going_on]
            open_chains = [(*open_chains[i], card) if i != NOTHING else (card,) for i in going_on]
            before = after
    return chains + open_chains


def _at_most_13(chains: list[Chain], table: Table, suit: int) -> list[Chain]:
    """The chains, one from ace to ace cut in two where it breaks the fewest floor runs.

    It takes both aces, so a suit has one such chain at most.
    """
    long = next((i for i, chain in enumerate(chains) if len(chain) == 14), None)
    if long is None:
        return chains
    rest = chains[:long] + chains[long + 1 :]
    floor = [meld.cards for meld in table.floor_runs[suit]]
    cuts = [[*rest, chains[long][:at], chains[long][at:]] for at in range(3, 12)]

    def harm(cut: list[Chain]) -> tuple[int, int]:
        homes = find_homes(floor, cut)
        return -homes.kept, homes.moved

    return min(cuts, key=harm)


def _cut_between(chains: list[Chain], floor_runs: list[Meld]) -> list[Chain]:
    """The chains cut between the floor runs that they hold whole.

    Three and more cards beside a floor run become a run of their own; fewer stay with the floor run below
    them.
    """
    if not floor_runs:
        return chains
    homes = find_homes([meld.cards for meld in floor_runs], chains)
    whole: list[list[Meld]] = [[] for _ in chains]
    for meld, home, is_whole in zip(floor_runs, homes.home, homes.whole, strict=True):
        if home is not None and is_whole:
            whole[home].append(meld)
    runs = []
    for chain, held in zip(chains, whole, strict=True):
        if len(chain) == 13:  # all faces of the suit: the ace lies where a floor run has it
            ace, *others = sorted(chain)
            high = any(meld.cards[-1] == ace for meld in held)
            chain = (*others, ace) if high else (ace, *others)
        starts = [chain.index(meld.cards[0]) for meld in held]
        spans = [(start, start + len(meld)) for start, meld in zip(starts, held, strict=True)]
        cuts = {0, len(chain)}
        after_last = 0
        for start, end in sorted(spans):
            if start - after_last >= 3:
                cuts |= {after_last, start}
            elif after_last:
                cuts.add(start)
            after_last = end
        if spans and len(chain) - after_last >= 3:
            cuts.add(after_last)
        runs += [chain[start:end] for start, end in pairwise(sorted(cuts))]
    return runs
