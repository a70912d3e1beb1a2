"""What the defender does after a knock: lay off cards onto the knocker's melds.

Runs take cards at either end, sets of three the fourth card. Every card laid is points saved and none is in
another's way, except that a run must reach a card before the card can go: so extend the runs until
nothing fits, then fill the sets.
"""

from collections.abc import Iterable
from typing import NamedTuple

from makiaveli.errors import PositionError
from makiaveli.ginrummy.cards import COLUMN, card_strings, cards_of, mask_of, points_of
from makiaveli.ginrummy.melds import Meld, in_runs, is_set, meld_of, stretches
from makiaveli.ginrummy.partition import SetChoice, best_lanes, set_choices, sets_of


class LaidCard(int):
    """A card that was laid off: an int like every card, and equal to it, that also knows where it went."""

    _meld: Meld

    def __new__(cls, card: int, meld: Meld) -> "LaidCard":
        """The card, laid off onto this meld."""
        laid = super().__new__(cls, card)
        laid._meld = meld
        return laid

    @property
    def meld(self) -> Meld:
        """The knocker's meld that took the card, as it lay before anything was laid off."""
        return self._meld

    def __getnewargs__(self) -> tuple[int, Meld]:  # type: ignore[override]  # int's own takes no meld
        return int(self), self._meld

    def __repr__(self) -> str:
        return f"LaidCard({int(self)}, {self._meld})"


class LayOff(NamedTuple):
    """What can be laid off, and what that leaves."""

    remaining: int
    """Total points of the cards that stay."""
    laid: tuple[LaidCard, ...]
    """The cards laid off, ascending, each with its :attr:`~LaidCard.meld`."""


class Defence(NamedTuple):
    """A defender's whole hand after a knock."""

    remaining: int
    """Total points of the unmatched cards."""
    melds: tuple[Meld, ...]
    """The defender's own melds: the sets by rank, then the runs by suit and rank."""
    laid: tuple[LaidCard, ...]
    """The cards laid off, ascending, each with its :attr:`~LaidCard.meld`."""
    unmatched: tuple[int, ...]
    """The cards that stay, ascending."""


def lay_off(deadwood: Iterable[int], knocker_melds: Iterable[Iterable[int]]) -> LayOff:
    """The best lay-off of these cards: no other leaves fewer points.

    The laid cards are always the same; where a card fits two melds it goes to a run rather than a set, and
    to the lower of two runs.

    Raises :class:`~makiaveli.errors.PositionError` for a card twice or a number outside 0..51, a meld that is
    none, melds that overlap, and cards to lay off that lie in a meld.

    >>> lay_off([19, 20], [[6, 32, 45], [16, 17, 18]])
    LayOff(remaining=0, laid=(LaidCard(19, (16, 17, 18)), LaidCard(20, (16, 17, 18))))
    """
    cards = mask_of(deadwood)
    return _lay_off(cards, melds_on_table(knocker_melds, cards))


def best_defence(hand: Iterable[int], knocker_melds: Iterable[Iterable[int]]) -> Defence:
    """The melds and lay-offs that leave the defender the fewest points, chosen together.

    They need not hold the melds of :func:`~makiaveli.ginrummy.best_melds`: a card may be worth more on the
    table. Equal defences are told apart as there; a card that can stay in a run of the defender's own does,
    and so do three or more neighbours.

    Raises :class:`~makiaveli.errors.PositionError` as :func:`lay_off` does.

    >>> defence = best_defence([6, 19, 32, 45, 20], [[16, 17, 18]])  # one seven lets 8♥ reach 4-6♥
    >>> defence.remaining, defence.melds, [int(card) for card in defence.laid]
    (0, ((6, 32, 45),), [19, 20])
    """
    cards = mask_of(hand)
    table = melds_on_table(knocker_melds, cards)
    # A stretch that reaches one of the knocker's runs can be laid off whole, and a run is a stretch of three
    # already. So with those runs in the lanes, what is loose can be neither melded nor laid off.
    runs = sum(mask_of(meld) for meld in table if not is_set(meld))
    choices = set_choices(cards, in_runs(cards | runs))
    choices += [
        SetChoice(meld[0] % 13, (0, fourth))
        for meld in table
        if is_set(meld) and (fourth := _fourth(meld) & cards)
    ]
    in_lanes = next(best_lanes(cards | runs, sorted(choices))) & ~runs
    own_runs = in_runs(in_lanes)
    own_sets = sets_of(cards ^ in_lanes)
    melds = (*own_sets, *map(cards_of, stretches(own_runs)))
    others = cards ^ own_runs ^ sum(map(mask_of, own_sets))
    remaining, laid = _lay_off(others, table)
    return Defence(remaining, melds, laid, cards_of(others ^ mask_of(laid)))


def melds_on_table(melds: Iterable[Iterable[int]], apart_from: int = 0) -> list[Meld]:
    """The melds in ascending order, when they are melds and share no card with each other or this mask.

    Raises :class:`~makiaveli.errors.PositionError` otherwise.
    """
    table = sorted(map(meld_of, melds))
    on_table = mask_of(card for meld in table for card in meld)
    if shared := on_table & apart_from:
        raise PositionError(
            f"{card_strings(cards_of(shared))}: in the hand and in a meld on the table at once."
        )
    return table


def _lay_off(cards: int, table: list[Meld]) -> LayOff:
    laid: list[LaidCard] = []
    for meld in table:
        if not is_set(meld):
            for end, step in (meld[0], -1), (meld[-1], 1):
                card = end + step
                while card // 13 == end // 13 and cards >> card & 1:
                    laid.append(LaidCard(card, meld))
                    cards ^= 1 << card
                    card += step
    for meld in table:
        if is_set(meld) and (fourth := _fourth(meld) & cards):
            laid.append(LaidCard(fourth.bit_length() - 1, meld))
            cards ^= fourth
    return LayOff(points_of(cards), tuple(sorted(laid)))


def _fourth(meld: Meld) -> int:
    """The card that a set lacks, as a mask; 0 for a set of four."""
    return (COLUMN << meld[0] % 13) ^ mask_of(meld)
