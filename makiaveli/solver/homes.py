"""Where floor melds live on: how much of each still lies together after a play.

A floor meld is **kept whole** if all of its cards still lie together in one final meld, its **home**. It
does not matter which of two identical copies lies where, but every card counts once: two equal melds need
two places. The cards of a meld that lie elsewhere have **moved**.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from makiaveli.solver.cards import FACES, Card

_MOST_NODES = 20_000
"""Enough for anything seen; beyond it the homes are legal but may not be the best ones."""
_WHOLE, _CARD, _SAME = 10_000, 10, 1
"""What counts: first melds kept whole, then cards that stay together, then melds left exactly as they
were."""


@dataclass(frozen=True, slots=True)
class Homes:
    """For each floor meld, in the order given, where it lives on."""

    home: tuple[int | None, ...]
    """The final meld in which the largest part of it lies; ``None`` if no card was claimed."""
    stays: tuple[tuple[Card, ...], ...]
    """The cards that lie there."""
    kept: int
    """Melds kept whole."""
    moved: int
    """Cards that lie elsewhere, over all floor melds."""


def find_homes(floor: Sequence[Iterable[int]], melds: Sequence[Iterable[int]], pinned: bool = False) -> Homes:
    """The homes that keep the most floor melds whole and, of those, the most cards together.

    With ``pinned``, a floor meld that is also a final meld lives there, come what may.
    """
    olds = [_mask(meld) for meld in floor]
    news = [_mask(meld) for meld in melds]
    claims: list[_Claim] = [(None, 0)] * len(olds)
    taken = [0] * len(news)
    if pinned:
        for i, old in enumerate(olds):
            same = next((j for j, new in enumerate(news) if new == old and not taken[j]), None)
            if same is not None:
                claims[i], taken[same] = (same, old), old
    rest = [i for i, (home, _) in enumerate(claims) if home is None]
    for group in _contested(olds, rest):
        best = _Settling([olds[i] for i in group], news, taken).best
        for i, claim in zip(group, best, strict=True):
            claims[i] = claim
    return Homes(
        home=tuple(home for home, _ in claims),
        stays=tuple(tuple(card for card in FACES if claim >> card & 1) for _, claim in claims),
        kept=sum(claim == old for (_, claim), old in zip(claims, olds, strict=True)),
        moved=sum(old.bit_count() - claim.bit_count() for (_, claim), old in zip(claims, olds, strict=True)),
    )


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)  # no meld holds a face twice


def _contested(olds: list[int], among: list[int]) -> list[list[int]]:
    """Floor melds in groups: only melds that share a face can be in each other's way."""
    groups: list[tuple[int, list[int]]] = []
    for i in among:
        faces, group, apart = olds[i], [i], []
        for other_faces, other in groups:
            if other_faces & faces:
                faces, group = faces | other_faces, other + group
            else:
                apart.append((other_faces, other))
        groups = [*apart, (faces, group)]
    return [group for _, group in groups]


_Claim = tuple[int | None, int]
"""A final meld and the cards claimed in it, as a mask of faces."""


class _Settling:
    """Branch and bound over the homes of one group of floor melds."""

    def __init__(self, olds: list[int], news: list[int], taken: list[int]) -> None:
        self._olds = olds
        self._news = news
        self._choices = [
            sorted(
                (j for j, new in enumerate(news) if new & old),
                key=lambda j: (-self._value(old, j, taken[j]), j),
            )
            for old in olds
        ]
        hopes = [
            self._value(old, choices[0], taken[choices[0]]) if choices else 0
            for old, choices in zip(olds, self._choices, strict=True)
        ]
        self._hope = [sum(hopes[i:]) for i in range(len(hopes) + 1)]
        self._used = list(taken)
        self._chosen: list[_Claim] = []
        self._nodes = 0
        self._best_value = -1
        self.best: list[_Claim] = [(None, 0)] * len(olds)
        self._descend(0)

    def _value(self, old: int, new: int, used: int) -> int:
        claim = old & self._news[new] & ~used
        value = _CARD * claim.bit_count()
        if claim == old:
            value += _WHOLE + _SAME * (old == self._news[new])
        return value

    def _descend(self, value: int) -> None:
        at = len(self._chosen)
        self._nodes += 1
        if value + self._hope[at] <= self._best_value or self._nodes > _MOST_NODES:
            return
        if at == len(self._olds):
            self._best_value, self.best = value, list(self._chosen)
            return
        old = self._olds[at]
        for new in self._choices[at]:
            used = self._used[new]
            if claim := old & self._news[new] & ~used:
                self._used[new] = used | claim
                self._chosen.append((new, claim))
                self._descend(value + self._value(old, new, used))
                self._chosen.pop()
                self._used[new] = used
        self._chosen.append((None, 0))
        self._descend(value)
        self._chosen.pop()
