"""Where melds lie on the table: tidied at the end of the player's own turn, and from then on nothing moves.

What others change stays where it lay. What they add takes a free place of its block, or lies apart until the
table is tidied again.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from makiaveli.game import State, cross_places
from makiaveli.solver import Card, Meld, MeldKind, Suit

Cards = tuple[Card, ...]

_BESIDE = (1, 3)
IN_A_ROW = 3
"""Sets side by side."""
_LANES = ((42, 30, 12, 358), (52, 34, 16, 418))
"""Width of a card, pitch, gap and width of a lane, on a phone and on a wide window, in CSS pixels."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Room that a meld has left."""

    size: int
    """Cards that lay there."""


Slot = Cards | Gap


@dataclass
class Layout:
    """The places of the floor's melds."""

    cross: dict[int, Cards] = field(default_factory=dict)
    """Used places of the cross, each with a meld that holds such a card as the one that lay there."""
    sets: list[Slot] = field(default_factory=list)
    lanes: dict[Suit, list[Slot]] = field(default_factory=dict)
    """The runs of each suit."""
    fresh: list[Cards] = field(default_factory=list)
    """Melds that others have added where there was no room."""
    melds: int = 0
    """Melds on the floor when it was tidied."""
    arm: int = 0
    """Cards of the longest meld in the cross when it was tidied."""
    beside: int = 0
    """Cards right and left of the stock when it was tidied."""


def lay_out(states: Sequence[State]) -> Layout:
    """The layout of the last of these states, when the table was tidied at the first of them."""
    layout = _tidy(states[0])
    for before, after in pairwise(states):
        _change(layout, before, after)
    return layout


def _tidy(state: State) -> Layout:
    order = sorted(enumerate(state.floor), key=lambda each: (Meld(each[1]).place, each[0]))
    left = [cards for _, cards in order]
    layout = Layout(melds=len(left))
    for place, single in enumerate(cross_places(state)):
        if single is None:
            _take_to_cross(layout, place, state.dealt_cross[place], left)
    layout.arm = max(map(len, layout.cross.values()), default=0)
    layout.beside = sum(len(layout.cross.get(place, " ")) for place in _BESIDE)
    for cards in left:
        if Meld(cards).kind is MeldKind.SET:
            layout.sets.append(cards)
        else:
            layout.lanes.setdefault(cards[0].suit, []).append(cards)
    return layout


def _take_to_cross(layout: Layout, place: int, card: Card, left: list[Cards]) -> None:
    """A meld with this card is shown at this place, if one is left."""
    found = next((cards for cards in left if card in cards), None)
    if found is not None:
        left.remove(found)
        layout.cross[place] = found


def _change(layout: Layout, before: State, after: State) -> None:
    """What a turn does to the layout."""
    gone = list((Counter(before.floor) - Counter(after.floor)).elements())
    new = list((Counter(after.floor) - Counter(before.floor)).elements())
    pairs = sorted(
        ((-_shared(old, now), i, j) for i, old in enumerate(gone) for j, now in enumerate(new)),
    )
    placed: dict[int, int] = {}
    for shared, i, j in pairs:
        if shared and i not in placed and j not in placed.values() and _replace(layout, gone[i], new[j]):
            placed[i] = j
    for i, old in enumerate(gone):
        if i not in placed:
            _replace(layout, old, Gap(len(old)))
    left = [cards for j, cards in enumerate(new) if j not in placed.values()]
    now = cross_places(after)
    for place, single in enumerate(cross_places(before)):
        if single is not None and now[place] is None:
            _take_to_cross(layout, place, single, left)
    for cards in left:
        _add(layout, cards)


def _shared(a: Cards, b: Cards) -> int:
    return (Counter(a) & Counter(b)).total()


def _replace(layout: Layout, old: Cards, new: Slot) -> bool:
    """The meld lies where the old one lay; whether it may."""
    for place, cards in layout.cross.items():
        if cards == old:
            if isinstance(new, Gap):
                del layout.cross[place]
            else:
                layout.cross[place] = new
            return True
    if old in layout.fresh:
        at = layout.fresh.index(old)
        layout.fresh[at : at + 1] = [] if isinstance(new, Gap) else [new]
        return True
    block = _block(layout, old)
    if block is None or old not in block or (not isinstance(new, Gap) and _block(layout, new) is not block):
        return False
    block[block.index(old)] = new
    return True


def _block(layout: Layout, cards: Cards) -> list[Slot] | None:
    """Where such a meld belongs; ``None`` for the first run of a suit."""
    return layout.sets if Meld(cards).kind is MeldKind.SET else layout.lanes.get(cards[0].suit)


def _add(layout: Layout, cards: Cards) -> None:
    """A new meld takes a free place, or lies apart."""
    block = _block(layout, cards)
    for at, slot in enumerate(block or ()):
        if block and isinstance(slot, Gap) and slot.size >= len(cards):
            block[at] = cards
            return
    if block is None:
        layout.fresh.append(cards)
    elif block is layout.sets:
        (block if len(block) % IN_A_ROW else layout.fresh).append(cards)
    elif _fits((*block, cards)):
        block.append(cards)
    else:
        layout.fresh.append(cards)


def _fits(slots: Iterable[Slot]) -> bool:
    """Whether the runs fit into one line of a lane on any window."""
    sizes = [slot.size if isinstance(slot, Gap) else len(slot) for slot in slots]
    return all(
        sum(card + pitch * (size - 1) for size in sizes) + gap * (len(sizes) - 1) <= width
        for card, pitch, gap, width in _LANES
    )
