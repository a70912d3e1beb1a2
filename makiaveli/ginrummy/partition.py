"""The best melds of a hand.

Sets couple the suits, runs do not. So choose the sets first, rank by rank; what is left of each suit then
falls into stretches of neighbours. A stretch of three or more is all melds, a shorter one is all deadwood.
That leaves a search over the sets alone, and a hand of eleven cards has at most three ranks with a set.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from makiaveli.ginrummy.cards import COLUMN, LANE, cards_of, mask_of, points_of
from makiaveli.ginrummy.melds import Meld, in_runs, ranks_with_sets, stretches


class BestMelds(NamedTuple):
    """A partition of a hand into melds and unmatched cards that leaves the least deadwood."""

    deadwood: int
    """Total points of the unmatched cards."""
    melds: tuple[Meld, ...]
    """The sets by rank, then the runs by suit and rank."""
    unmatched: tuple[int, ...]
    """The cards in no meld, ascending."""


def deadwood(hand: Iterable[int]) -> int:
    """The least total points of the cards left out of melds, for any hand of 0 to 52 distinct cards.

    Raises :class:`~makiaveli.errors.PositionError` for a card twice or a number outside 0..51.

    >>> deadwood([0, 1, 2, 16, 17])
    9
    """
    return least_deadwood(mask_of(hand))


def best_melds(hand: Iterable[int]) -> BestMelds:
    """The first of :func:`all_best_melds`: least deadwood, the same whatever the order of the cards.

    Of equal partitions it is the one that prefers, at the lowest rank where they differ, a set of four
    to a set of three, a set of three that keeps the earlier suits (♠ ♥ ♦ ♣) to one that does not, and any
    set to none. Runs are never cut. (A set offers the opponent less to lay off on than runs do.)

    Raises :class:`~makiaveli.errors.PositionError` for a card twice or a number outside 0..51.

    >>> best_melds([3, 4, 5, 17, 30])  # three fives or 4-6♠
    BestMelds(deadwood=10, melds=((4, 17, 30),), unmatched=(3, 5))
    """
    lanes = mask = mask_of(hand)
    sets: tuple[Meld, ...] = ()
    if ranks_with_sets(mask):
        lanes = next(best_lanes(mask, set_choices(mask, in_runs(mask))))
        sets = sets_of(mask ^ lanes)
    runs = in_runs(lanes)
    return BestMelds(
        _loose(lanes), sets + tuple([cards_of(run) for run in stretches(runs)]), cards_of(lanes ^ runs)
    )


def all_best_melds(hand: Iterable[int]) -> Iterator[BestMelds]:
    """Every partition of least deadwood, each once, in the order of preference of :func:`best_melds`.

    A long run and its pieces are different partitions: of those with the same sets, a stretch comes
    whole first, then with its first run as long as possible. The iterator is lazy: fifty cards have more
    partitions than anyone can list.

    Raises :class:`~makiaveli.errors.PositionError` for a card twice or a number outside 0..51.

    >>> [best.melds for best in all_best_melds(range(6))]
    [((0, 1, 2, 3, 4, 5),), ((0, 1, 2), (3, 4, 5))]
    """
    # Not itself a generator, so that a bad hand is refused here and not at the first step.
    return _all_best_melds(mask_of(hand))


def _all_best_melds(hand: int) -> Iterator[BestMelds]:
    for lanes in best_lanes(hand, set_choices(hand, in_runs(hand))):
        runs = in_runs(lanes)
        sets, unmatched = sets_of(hand ^ lanes), cards_of(lanes ^ runs)
        for cuts in product(*[list(_cuts(cards_of(stretch))) for stretch in stretches(runs)]):
            yield BestMelds(_loose(lanes), sum(cuts, sets), unmatched)


def _cuts(run: Meld) -> Iterator[tuple[Meld, ...]]:
    """All ways to cut a run into runs, the first piece as long as possible first."""
    yield (run,)
    for length in range(len(run) - 3, 2, -1):
        for rest in _cuts(run[length:]):
            yield (run[:length], *rest)


def sets_of(mask: int) -> tuple[Meld, ...]:
    """The cards of each rank that the mask holds, by rank."""
    return tuple([cards_of(mask & COLUMN << rank) for rank in _ranks(ranks_with_sets(mask))])


class SetChoice(NamedTuple):
    """A rank at which cards may leave the lanes together, and the ways to do so."""

    rank: int
    options: tuple[int, ...]
    """Masks of the cards that leave, in order of preference; 0 where all stay."""


def set_choices(hand: int, runs: int) -> list[SetChoice]:
    """The sets that can be formed at each rank, ace first, as choices for the functions below.

    ``runs`` are the cards that can lie in runs while no set is formed. A card outside them stays out of a
    set for nothing, so such choices are left out.
    """
    choices = []
    for rank in _ranks(ranks_with_sets(hand)):
        cards = hand & COLUMN << rank
        options = [cards]
        if cards.bit_count() == 4:
            # The last suit is left out first, so that the earlier suits are kept.
            options += [cards ^ card for suit in (39, 26, 13, 0) if (card := 1 << rank + suit) & runs]
        if cards & runs:
            options.append(0)
        choices.append(SetChoice(rank, tuple(options)))
    return choices


def _ranks(lane: int) -> Iterator[int]:
    while lane:
        yield (lane & -lane).bit_length() - 1
        lane &= lane - 1


def least_deadwood(hand: int) -> int:
    """:func:`deadwood` of a mask."""
    spades, hearts, diamonds, clubs = hand & LANE, hand >> 13 & LANE, hand >> 26 & LANE, hand >> 39
    if spades & hearts & (diamonds | clubs) or diamonds & clubs & (spades | hearts):
        return _least(hand, set_choices(hand, in_runs(hand)))
    # Three hands in four hold no set, and this is all that they need.
    return _LOOSE[spades] + _LOOSE[hearts] + _LOOSE[diamonds] + _LOOSE[clubs]


def best_lanes(lanes: int, choices: Sequence[SetChoice]) -> Iterator[int]:
    """What the lanes hold after each way to choose that leaves the least loose, in order of preference.

    The ranks of the choices ascend. Cards are *loose* where they lie in no run.
    """
    return _lanes_with(_least(lanes, choices), lanes, choices)


def _lanes_with(loose: int, lanes: int, choices: Sequence[SetChoice]) -> Iterator[int]:
    if not choices:
        yield lanes
        return
    for cards in choices[0].options:
        if _least(lanes ^ cards, choices[1:]) == loose:
            yield from _lanes_with(loose, lanes ^ cards, choices[1:])


def _least(lanes: int, choices: Sequence[SetChoice]) -> int:
    """The least points of loose cards that the choices can lead to."""
    ways = [lanes]
    for rank, options in choices:
        ways = [lanes ^ cards for lanes in ways for cards in options]
        if len(ways) > _MANY:
            ways = _cheapest(ways, rank)
    return min([_loose(lanes) for lanes in ways])


_MANY = 72
"""As many ways as sets of four, four and three can be chosen: eleven cards are always searched in full."""


def _cheapest(ways: list[int], rank: int) -> list[int]:
    """The cheapest of each kind of lanes, which differ at this rank or below and will change only above.

    A stretch that reaches the rank goes on alike whether it is three long or longer, so the last three
    ranks tell the kinds apart; whatever is chosen later changes all lanes of a kind by the same points.
    """
    last_three_ranks = COLUMN * (7 << rank >> 2)
    kinds: dict[int, int] = {}
    for lanes in sorted(ways, key=_loose, reverse=True):
        kinds[lanes & last_three_ranks] = lanes
    return list(kinds.values())


def _loose(lanes: int) -> int:
    """The points of the loose cards."""
    return (
        _LOOSE[lanes & LANE] + _LOOSE[lanes >> 13 & LANE] + _LOOSE[lanes >> 26 & LANE] + _LOOSE[lanes >> 39]
    )


_LOOSE = bytes(points_of(lane & ~in_runs(lane)) for lane in range(LANE + 1))
"""By what a lane holds: the points of its loose cards."""
