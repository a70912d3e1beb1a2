"""What a meld is: three or four cards of one rank, or three and more neighbours of one suit, ace low only."""

from collections.abc import Iterable, Iterator

from makiaveli.errors import PositionError
from makiaveli.ginrummy.cards import COLUMN, LANE, card_strings, cards_of, mask_of

Meld = tuple[int, ...]
"""The cards of one set or one run, ascending."""

_RUN_STARTS = COLUMN * (LANE >> 2)  # no run starts at a queen or king


def in_runs(mask: int) -> int:
    """The cards that lie in stretches of three or more neighbours."""
    starts = mask & mask >> 1 & mask >> 2 & _RUN_STARTS
    return starts | starts << 1 | starts << 2


def stretches(mask: int) -> Iterator[int]:
    """The stretches of neighbours of one suit, as masks, ascending; the longest there are."""
    for shift in (0, 13, 26, 39):
        lane = mask >> shift & LANE
        while lane:
            # Adding the lowest bit clears the stretch that it begins and carries into the gap behind.
            rest = lane & lane + (lane & -lane)
            yield (lane ^ rest) << shift
            lane = rest


def ranks_with_sets(mask: int) -> int:
    """The ranks with three cards or four, as a lane: bit ``rank`` is set for each."""
    spades, hearts = mask & LANE, mask >> 13 & LANE
    diamonds, clubs = mask >> 26 & LANE, mask >> 39
    return spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)


def is_set(meld: Meld) -> bool:
    """Whether a meld is a set; otherwise it is a run."""
    return meld[0] % 13 == meld[1] % 13


def meld_of(cards: Iterable[int]) -> Meld:
    """The meld that the cards form.

    Raises :class:`~makiaveli.errors.PositionError` where they form none, with the cards and the reason.
    """
    mask = mask_of(cards)
    meld = cards_of(mask)
    if len(meld) < 3:
        raise PositionError(f"{card_strings(meld) or 'No card'}: a meld has three cards or more.")
    same_rank = mask & COLUMN << meld[0] % 13 == mask
    if same_rank or next(stretches(mask)) == mask:
        return meld
    raise PositionError(
        f"{card_strings(meld)}: not a meld. A set is three or four cards of one rank, "
        "a run is three or more neighbours of one suit, the ace only below the two."
    )
