"""The table before and after a play, as the answer page shows it.

Everything is read off the ways of the plan, one for each physical card, so that of two equal cards the right
one carries the mark. The ids of a card are the same before and after but for their first letter.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from makiaveli.solver import Card, Meld, Plan, Position, Suit, Verdict, Way, Zone
from makiaveli.web import words
from makiaveli.web.shown import Dress, Origin, ShownCard, ShownMeld

LANES_FROM = 17
"""From so many cards on, a hand lies in lanes, one a suit."""

_ORIGIN = {Zone.HAND: Origin.HAND, Zone.CROSS: Origin.CROSS, Zone.FLOOR: None}


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A floor with its cross: what changes, the cross, and what does not change, each with its label."""

    changed: tuple[ShownMeld, ...]
    changed_label: str
    cross: tuple[ShownCard, ...]
    cross_label: str
    untouched: tuple[ShownMeld, ...]
    untouched_label: str

    @property
    def marks(self) -> tuple[Origin, ...]:
        """The marks on its cards, for the legend."""
        found = {laid.origin for meld in self.changed for laid in meld.cards}
        return tuple(origin for origin in Origin if origin in found)


def table_before(position: Position, verdict: Verdict, made: Plan) -> ShownTable:
    """The table as it lies."""
    floor = {i: Meld(meld) for i, meld in enumerate(position.floor)}
    same = set(_unchanged(floor, verdict, made).values())
    ways = _by_meld((way.source_meld, way) for way in made.ways)
    changed, untouched = [], []
    for i in sorted(floor, key=lambda i: (floor[i].place, i)):
        cards = tuple(_shown("b", ways[i][card]) for card in floor[i].cards)
        if i in same:
            untouched.append(ShownMeld(cards, Dress.QUIET))
        else:
            changed.append(ShownMeld(cards, Dress.TRAY))
    return ShownTable(
        changed=tuple(changed),
        changed_label=words.these_change(len(changed)),
        cross=tuple(_shown("b", way) for way in made.ways if way.source is Zone.CROSS),
        cross_label="Cross",
        untouched=tuple(untouched),
        untouched_label=words.these_stay(len(untouched)) if verdict.played else "Floor",
    )


def table_after(position: Position, verdict: Verdict, made: Plan) -> ShownTable:
    """The table after the play, with marks on what comes from the hand and from the cross."""
    floor = {i: Meld(meld) for i, meld in enumerate(position.floor)}
    same = _unchanged(floor, verdict, made)
    bases = _bases(made)
    ways = _by_meld((way.target_meld, way) for way in made.ways)
    changed, untouched = [], []
    for j, meld in enumerate(verdict.arrangement.melds):
        cards = tuple(_shown("a", ways[j][card], marked=True) for card in meld.cards)
        if j in same:
            untouched.append(ShownMeld(cards, Dress.QUIET))
        else:
            changed.append(ShownMeld(cards, Dress.TRAY, _caption(meld, floor, bases.get(j), ways[j])))
    single = tuple(_shown("a", way) for way in made.ways if way.target is Zone.CROSS)
    return ShownTable(
        changed=tuple(changed),
        changed_label=words.with_your_cards(len(changed), len(verdict.played)),
        cross=single,
        cross_label=words.still_single(len(single), len(position.cross)),
        untouched=tuple(untouched),
        untouched_label=words.these_stay(len(untouched)),
    )


def hand_before(made: Plan) -> tuple[ShownMeld, ...]:
    """The hand as it was given, or in lanes."""
    return _hand("b", [way for way in made.ways if way.source is Zone.HAND])


def hand_after(made: Plan) -> tuple[ShownMeld, ...]:
    """What of the hand does not go down."""
    return _hand("a", [way for way in made.ways if way.target is Zone.HAND])


def _hand(side: str, ways: Sequence[Way]) -> tuple[ShownMeld, ...]:
    """One row, or a lane for each suit.

    The second copies of a suit have a lane of their own, so that none has more than 13 cards and every index
    can be read.
    """
    ways = sorted(ways)
    if len(ways) < LANES_FROM:
        return (ShownMeld(tuple(_shown(side, way) for way in ways)),) if ways else ()
    lanes: dict[tuple[Suit, bool], list[Way]] = defaultdict(list)
    seen: set[Card] = set()
    for way in ways:
        lanes[way.card.suit, way.card in seen].append(way)
        seen.add(way.card)
    return tuple(ShownMeld(tuple(_shown(side, way) for way in lanes[key])) for key in sorted(lanes))


def _shown(side: str, way: Way, *, marked: bool = False) -> ShownCard:
    origin = _ORIGIN[way.source] if marked else None
    return ShownCard(way.card, origin, id=f"{side}-{way.card}{way.copy}")


def _by_meld(ways: Iterable[tuple[int | None, Way]]) -> dict[int | None, dict[Card, Way]]:
    """The ways of each meld, by face: no meld holds a face twice."""
    found: dict[int | None, dict[Card, Way]] = defaultdict(dict)
    for meld, way in ways:
        found[meld][way.card] = way
    return found


def _unchanged(floor: dict[int, Meld], verdict: Verdict, made: Plan) -> dict[int, int]:
    """The final melds that lie as before, each with its floor meld."""
    same = {}
    for j, ways in _by_meld((way.target_meld, way) for way in made.ways).items():
        sources = {way.source_meld for way in ways.values()}
        source = sources.pop()
        if j is not None and source is not None and not sources and len(floor[source]) == len(ways):
            same[j] = source
    return same


def _bases(made: Plan) -> dict[int, int]:
    """For each final meld the floor meld that lives on in it, if two or more of its cards do."""
    shared = Counter(
        (way.source_meld, way.target_meld)
        for way in made.ways
        if way.source_meld is not None and way.target_meld is not None
    )
    homes: dict[int, int] = {}
    bases: dict[int, int] = {}
    for (i, j), count in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if count > 1 and i not in homes and j not in bases:
            homes[i], bases[j] = j, i
    return bases


def _caption(meld: Meld, floor: dict[int, Meld], base: int | None, ways: dict[Card, Way]) -> str:
    """What became of this meld."""
    if base is None:
        return f"New {meld.kind}"
    added = [card for card in meld.cards if ways[card].source_meld != base]
    gone = [card for card in floor[base].cards if card not in ways or ways[card].source_meld != base]
    return words.change(meld.kind, added, gone)
