"""Where floor melds live on: how much of each still lies together after a play.

A floor meld is **kept whole** if all of its cards still lie together in one final meld, its **home**. It does
not matter which of two identical copies lies where, but every card counts once: two equal melds need two
places. The cards of a meld that lie outside its home have **moved**; of a meld that is scattered, one stays.

Melds are masks of faces here: no meld holds a face twice.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from makiaveli.solver.cards import FACES, Card

Cards = Sequence[int]
_WHOLE, _CARD, _SAME = 10_000, 10, 1
"""What counts: first melds kept whole, then cards that stay together, then melds left as they were."""


@dataclass(frozen=True)
class Homes:
    """For each floor meld, in the order given, where it lives on."""

    home: tuple[int | None, ...]
    """The final meld in which the largest part of it lies; ``None`` if no card of it lies in any."""
    whole: tuple[bool, ...]
    """Whether all of it lies there."""
    moved: int
    """Cards that lie elsewhere, over all floor melds."""
    _stays: tuple[int, ...]

    @property
    def kept(self) -> int:
        """Melds kept whole."""
        return sum(self.whole)

    @cached_property
    def stays(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that lie in the home."""
        return tuple(tuple(FACES[card] for card in _bits(cards)) for cards in self._stays)


@dataclass(frozen=True, slots=True)
class _Claim:
    """Cards of a floor meld that lie in a final meld."""

    home: int
    cards: int


def find_homes(floor: Sequence[Cards], melds: Sequence[Cards], pinned: bool = False) -> Homes:
    """The homes that keep the most floor melds whole and, of those, the most cards together.

    With ``pinned``, a floor meld that is also a final meld lives there,
    even where two others could live on whole in its place.
    """
    olds = [_mask(meld) for meld in floor]
    news = [_mask(meld) for meld in melds]
    free = list(news)
    claims: dict[int, _Claim] = {}

    def claim(old: int, claimed: _Claim) -> None:
        claims[old] = claimed
        free[claimed.home] &= ~claimed.cards

    if pinned:
        for i, old in enumerate(olds):
            same = next((j for j, new in enumerate(news) if new == old == free[j]), None)
            if same is not None:
                claim(i, _Claim(same, old))
    families: dict[int, list[int]] = {}
    for j, meld in enumerate(melds):
        families.setdefault(_family(meld), []).append(j)
    choices: dict[int, dict[int, list[int]]] = {}
    """By family, for each floor meld the final melds of that family that are possible homes."""
    for i, meld in enumerate(floor):
        if i not in claims:
            family = _family(meld)
            choices.setdefault(family, {})[i] = _choices(olds[i], families.get(family, ()), free)
    for in_family in choices.values():
        groups = _contested(olds, free, in_family) if len(in_family) > 1 else [list(in_family)]
        for group in groups:
            if len(group) == 1:
                for j in in_family[group[0]][:1]:
                    claim(group[0], _Claim(j, olds[group[0]] & free[j]))
            else:
                settled = _Settling(olds, news, free, {i: in_family[i] for i in group})
                for i, claimed in settled.best.items():
                    claim(i, claimed)
    for i, old in enumerate(olds):
        if i not in claims:
            one = next(
                (_Claim(j, left & old & -(left & old)) for j, left in enumerate(free) if left & old), None
            )
            if one is not None:
                claim(i, one)
    stays = [claims[i].cards if i in claims else 0 for i in range(len(olds))]
    return Homes(
        home=tuple([claims[i].home if i in claims else None for i in range(len(olds))]),
        whole=tuple([cards == old for cards, old in zip(stays, olds, strict=True)]),
        moved=sum([(old ^ cards).bit_count() for cards, old in zip(stays, olds, strict=True)]),
        _stays=tuple(stays),
    )


def _family(cards: Cards) -> int:
    """The rank of a set, or 13 and more for the runs of a suit: others share no two cards with it."""
    suit, rank = divmod(cards[0], 13)
    return 13 + suit if cards[1] // 13 == suit else rank


def _mask(cards: Cards) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _choices(old: int, candidates: Iterable[int], free: list[int]) -> list[int]:
    """The final melds that hold two cards and more of a floor meld: its possible homes, the best first."""
    found = [j for j in candidates if (free[j] & old).bit_count() >= 2]
    if len(found) > 1:
        found.sort(key=lambda j: (-_value(old, free[j], free[j]), j))
    return found


def _value(old: int, new: int, free: int) -> int:
    """What it is worth to live in a final meld of which these cards are still free."""
    claim = old & free
    return _CARD * claim.bit_count() + (_WHOLE + _SAME * (old == new) if claim == old else 0)


def _contested(olds: list[int], free: list[int], choices: dict[int, list[int]]) -> list[list[int]]:
    """Floor melds in groups: two are in each other's way where they want the same card of a final meld."""
    groups: list[list[int]] = []
    for i, wanted in choices.items():
        group, apart = [i], []
        for other in groups:
            if any(olds[i] & olds[k] & free[j] for k in other for j in wanted if j in choices[k]):
                group = other + group
            else:
                apart.append(other)
        groups = [*apart, group]
    return groups


class _Settling:
    """Branch and bound over the homes of one group of floor melds.

    A suit has at most eight floor runs at a time and a rank two floor sets, so groups are small.
    """

    def __init__(
        self, olds: list[int], news: list[int], free: list[int], choices: dict[int, list[int]]
    ) -> None:
        self._olds = olds
        self._news = news
        self._free = list(free)
        self._choices = choices
        self._order = list(choices)
        hopes = [
            _value(olds[i], news[found[0]], free[found[0]]) if found else 0 for i, found in choices.items()
        ]
        self._hope = [sum(hopes[at:]) for at in range(len(hopes) + 1)]
        self._best_value = -1
        self.best: dict[int, _Claim] = {}
        self._descend(0, {}, 0)

    def _descend(self, at: int, chosen: dict[int, _Claim], value: int) -> None:
        if value + self._hope[at] <= self._best_value:
            return
        if at == len(self._order):
            self._best_value, self.best = value, dict(chosen)
            return
        i = self._order[at]
        old = self._olds[i]
        for j in self._choices[i]:
            free = self._free[j]
            if (old & free).bit_count() >= 2:
                chosen[i] = _Claim(j, old & free)
                self._free[j] = free & ~old
                self._descend(at + 1, chosen, value + _value(old, self._news[j], free))
                self._free[j] = free
                del chosen[i]
        self._descend(at + 1, chosen, value)
