"""Set vectors: which cards of one rank can lie in sets.

Two decks hold eight cards of a rank, so at most two sets of a rank lie on a table. What the rest of the
solver needs to know of them is one **vector**: how many cards of each suit lie in sets. There are 21
vectors that can be cut into no, one or two sets. They are numbered, biggest first, and a group of them is
an int with one bit each.
"""

from functools import cache
from itertools import permutations, product

Vector = tuple[int, int, int, int]

NO_SETS: Vector = (0, 0, 0, 0)
ONE_SET: tuple[Vector, ...] = tuple(v for v in product((0, 1), repeat=4) if sum(v) >= 3)  # type: ignore[misc]  # product gives tuples of any length


def _add(one: Vector, other: Vector) -> Vector:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


VECTORS: tuple[Vector, ...] = tuple(
    sorted({NO_SETS, *ONE_SET, *(_add(one, other) for one in ONE_SET for other in ONE_SET)}, reverse=True)
)
"""All 21, biggest first: a search that tries big sets first finds good plays early."""

ONLY_NO_SETS = 1 << VECTORS.index(NO_SETS)


@cache
def vector_of(cards: tuple[int, ...]) -> Vector:
    """The vector of one set: a 1 for each suit that it has."""
    suits = {card // 13 for card in cards}
    return (int(0 in suits), int(1 in suits), int(2 in suits), int(3 in suits))


@cache
def vectors_of(bits: int) -> tuple[tuple[int, Vector], ...]:
    """The vectors in a group, each with its number, biggest first."""
    return tuple((i, vector) for i, vector in enumerate(VECTORS) if bits >> i & 1)


@cache
def within(cards: Vector) -> int:
    """The group of vectors for which a rank with these many cards of each suit has enough."""
    return sum(
        1 << i for i, v in enumerate(VECTORS) if all(n <= have for n, have in zip(v, cards, strict=True))
    )


@cache
def counts_in(bits: int) -> tuple[int, int, int, int]:
    """For each suit, which counts occur in the group, as a mask: bit ``n`` set for ``n`` cards in sets."""
    masks = [0, 0, 0, 0]
    for _, vector in vectors_of(bits):
        for suit in range(4):
            masks[suit] |= 1 << vector[suit]
    return (masks[0], masks[1], masks[2], masks[3])


GROUPS_WITH: tuple[tuple[int, ...], ...] = tuple(
    tuple(sum(1 << i for i, v in enumerate(VECTORS) if mask >> v[suit] & 1) for suit in range(4))
    for mask in range(8)
)
"""``GROUPS_WITH[mask][suit]``: the vectors whose count in that suit is in the mask, see
:func:`counts_in`."""


@cache
def cuts(vector: Vector) -> tuple[tuple[Vector, ...], ...]:
    """Every way to cut a vector into sets, each set a vector of zeros and ones."""
    if vector == NO_SETS:
        return ((),)
    if vector in ONE_SET:
        return ((vector,),)
    return tuple((one, other) for one in ONE_SET for other in ONE_SET if _add(one, other) == vector)


@cache
def sets_broken(floor_sets: tuple[Vector, ...]) -> tuple[int, ...]:
    """How many of these floor sets of one rank each of the 21 vectors breaks, however it is cut into sets."""
    return tuple(len(floor_sets) - max(_kept(cut, floor_sets) for cut in cuts(vector)) for vector in VECTORS)


@cache
def best_cut(vector: Vector, floor_sets: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """The cut that keeps the most floor sets whole; the first of equals."""
    return max(cuts(vector), key=lambda cut: _kept(cut, floor_sets))


def _kept(cut: tuple[Vector, ...], floor_sets: tuple[Vector, ...]) -> int:
    places = (*cut, *[NO_SETS] * (len(floor_sets) - len(cut)))
    return max(
        sum(
            all(n <= m for n, m in zip(old, new, strict=True))
            for old, new in zip(floor_sets, order, strict=True)
        )
        for order in permutations(places, len(floor_sets))
    )
