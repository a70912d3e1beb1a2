"""What is a meld, and if it is none, why not. Nothing else in the project decides this.

A **set** is 3 or 4 cards of one rank, all of different suits. A **run** is 3 to 13 cards of one suit with
consecutive ranks, the ace low or high, never both and never in the middle.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, pairwise

from makiaveli.errors import PositionError
from makiaveli.solver.cards import FACES, Card, Rank, parse_cards, pretty_cards, write_cards
from makiaveli.solver.faults import Fault, FaultCode


class MeldKind(StrEnum):
    """The two kinds of meld."""

    SET = "set"
    RUN = "run"


def _all_melds() -> list[tuple[Card, ...]]:
    """The 65 sets by rank and then the 304 runs by suit and first card, each as it lies on a table."""
    sets, runs = [], []
    for rank in range(13):
        of_rank = [Card.of(rank, suit) for suit in range(4)]
        sets += sorted([*combinations(of_rank, 3), tuple(of_rank)])
    for suit in range(4):
        ace_low_and_high = [Card.of(rank % 13, suit) for rank in range(14)]
        for first, last in combinations(range(14), 2):
            # All thirteen are one run, with the ace low.
            if last - first >= 2 and not (last == 13 and first <= 1):
                runs.append(tuple(ace_low_and_high[first : last + 1]))
    return sets + runs


_LAID = _all_melds()
_SETS = 65
"""The first so many are sets."""
_NUMBERS: dict[tuple[int, ...], int] = {
    cards: number for number, laid in enumerate(_LAID) for cards in (laid, tuple(sorted(laid)))
}
"""The number of each meld, under its cards as they lie and in order."""
_NUMBERS.update({(*laid[1:], laid[0]): number for number, laid in enumerate(_LAID) if len(laid) == 13})


def _number(cards: Iterable[int]) -> int | None:
    """The number of the meld with these cards, in any order."""
    cards = tuple(cards)
    found = _NUMBERS.get(cards)
    return _NUMBERS.get(tuple(sorted(cards))) if found is None else found


def is_set(cards: Iterable[int]) -> bool:
    """Whether the cards, in any order, are a set: 3 or 4 of one rank, all of different suits.

    >>> is_set(parse_cards("7HDC")), is_set(parse_cards("7HHC"))
    (True, False)
    """
    number = _number(cards)
    return number is not None and number < _SETS


def is_run(cards: Iterable[int]) -> bool:
    """Whether the cards, in any order, are a run: 3 to 13 of one suit in sequence, the ace low or high.

    >>> is_run(parse_cards("3S5S4S")), is_run(parse_cards("QSKSAS")), is_run(parse_cards("KSAS2S"))
    (True, True, False)
    """
    number = _number(cards)
    return number is not None and number >= _SETS


def why_not(cards: Iterable[int]) -> Fault | None:
    """Why the cards, in any order, are no meld; ``None`` for a meld.

    >>> print(why_not(parse_cards("5H7H8H")))
    6♥ is missing between 5♥ and 7♥.
    """
    cards = tuple(cards)
    if _number(cards) is not None:
        return None
    return _fault([FACES[card] for card in sorted(cards)])


def _fault(ordered: Sequence[Card]) -> Fault:
    """Why these cards, sorted and not among the melds, are none."""
    if len(ordered) < 3:
        return Fault(FaultCode.TOO_SHORT, tuple(ordered))
    one_rank = len({card.rank for card in ordered}) == 1
    one_suit = len({card.suit for card in ordered}) == 1
    if one_suit and not one_rank:
        return _why_no_run(ordered)
    if one_rank:
        return Fault(FaultCode.TWICE_IN_SET, _repeated(ordered))
    return Fault(FaultCode.MIXED, tuple(ordered))


def _repeated(ordered: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card, count in Counter(ordered).items() if count > 1)


def _why_no_run(ordered: Sequence[Card]) -> Fault:
    """Why three or more cards of one suit, sorted, are no run."""
    repeated = _repeated(ordered)
    ace = ordered[0] if ordered[0].rank == Rank.ACE else None
    if (
        repeated == (ace,)
        and _in_sequence(ordered[1:])
        and {Rank.TWO, Rank.KING} <= {card.rank for card in ordered}
    ):
        return Fault(FaultCode.ACE_TWICE, repeated)
    if repeated:
        return Fault(FaultCode.TWICE_IN_RUN, repeated)
    ranks = {card.rank for card in ordered}
    if ace is not None and {Rank.KING, Rank.TWO} <= ranks:
        return Fault(FaultCode.ACE_WRAPS, (ace,))
    if ace is not None and (Rank.KING in ranks or ordered[1].rank > 13 - ordered[-1].rank):
        ordered = [*ordered[1:], ace]
    low, high = next((a, b) for a, b in pairwise(ordered) if (b - a) % 13 != 1)
    steps = range(1, (high - low) % 13)
    missing = tuple(Card.of((low.rank + step) % 13, low.suit) for step in steps)
    return Fault(FaultCode.GAP, (low, *missing, high))


@dataclass(frozen=True, order=True, slots=True)
class Meld:
    """A valid meld, its cards in table order: sets ♠ ♥ ♦ ♣, runs ascending, a high ace last.

    The order given does not matter. Raises :class:`PositionError` for cards that are no meld.

    >>> Meld.parse("ASQSKS")
    Meld.parse('QSKSAS')
    """

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        number = _number(self.cards)
        if number is None:
            fault = _fault([FACES[card] for card in sorted(self.cards)]).about(self.cards)
            raise PositionError(str(fault), [fault])
        object.__setattr__(self, "cards", _LAID[number])

    @classmethod
    def parse(cls, text: str) -> "Meld":
        """The meld that the text names. Raises :class:`NotationError` or :class:`PositionError`."""
        return cls(parse_cards(text))

    @property
    def kind(self) -> MeldKind:
        """Set or run."""
        return MeldKind.RUN if (self.cards[1] - self.cards[0]) % 13 else MeldKind.SET

    @property
    def place(self) -> tuple[int, int, int, tuple[Card, ...]]:
        """Sorting key of the order of melds on a table: sets by rank, then runs by suit and first card."""
        suit, rank = divmod(int(self.cards[0]), 13)
        if self.kind is MeldKind.SET:
            return (0, rank, 0, self.cards)
        return (1, suit, rank, self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return write_cards(self.cards)

    def __repr__(self) -> str:
        return f"Meld.parse({str(self)!r})"

    @property
    def pretty(self) -> str:
        """As pages show it: ``7♥ 7♦ 7♣``, or ``5♦–8♦`` for a run of four and more."""
        if self.kind is MeldKind.RUN and len(self) > 3:
            return f"{self.cards[0].pretty}–{self.cards[-1].pretty}"
        return pretty_cards(self.cards)


_MELDS = tuple(map(Meld, _LAID))


def in_table_order(melds: Iterable[tuple[int, ...]]) -> tuple[Meld, ...]:
    """The melds with these cards, in the order in which a table shows them.

    Each is given sorted or as it lies; all thirteen of a suit may have the ace at either end.
    """
    return tuple([_MELDS[number] for number in sorted([_NUMBERS[cards] for cards in melds])])


def melds_with(card: int, length: int) -> list[Meld]:
    """All melds of this many cards that hold the card, in the order in which a table shows them."""
    return [meld for meld in _MELDS if len(meld) == length and card in meld.cards]


def table_order(cards: Iterable[int]) -> tuple[Card, ...]:
    """The cards in the order of a meld: a run ascending with a high ace last, anything else sorted.

    Meant for unfinished and invalid melds as well: ``K♠ A♠`` keeps its ace on top.
    """
    cards = tuple(cards)
    number = _number(cards)
    if number is not None:
        return _LAID[number]
    ordered = [FACES[card] for card in sorted(cards)]
    if len({card.suit for card in ordered}) == 1:
        ordered = [FACES[card] for card in _in_sequence(ordered) or ordered]
    return tuple(ordered)


def _in_sequence(cards: Sequence[int]) -> list[int] | None:
    """Cards of one suit as a sequence, a high ace last; ``None`` where they are none."""
    ordered = sorted(cards)
    if len(ordered) > 1 and ordered[0] % 13 == Rank.ACE and ordered[1] % 13 != Rank.TWO:
        ordered = ordered[1:] + ordered[:1]
    return ordered if all((high - low) % 13 == 1 for low, high in pairwise(ordered)) else None
