"""The table before a play, as the answer page shows it, and what it shares with the one after.

Everything is read off the ways of the plan, one for each physical card, so that of two equal cards the right
one carries the mark. The ids of a card are the same before and after but for their first letter.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from makiaveli.solver import Card, Meld, Plan, Position, Suit, Verdict, Way, Zone
from makiaveli.web import words
from makiaveli.web.shown import Dress, ShownCard, ShownMeld

LANES_FROM = 17
"""From so many cards on, a hand lies in lanes, one a suit."""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A floor with its cross: what changes, the cross, and what does not change, each with its label."""

    changed: tuple[ShownMeld, ...]
    changed_label: str
    cross: tuple[ShownCard, ...]
    untouched: tuple[ShownMeld, ...]
    untouched_label: str


def table_before(position: Position, verdict: Verdict, made: Plan) -> ShownTable:
    """The table as it lies."""
    floor = {i: Meld(meld) for i, meld in enumerate(position.floor)}
    same = set(unchanged(position, made).values())
    ways = by_meld((way.source_meld, way) for way in made.ways)
    changed, untouched = [], []
    for i in sorted(floor, key=lambda i: (floor[i].place, i)):
        cards = tuple(_shown(ways[i][card]) for card in floor[i].cards)
        if i in same:
            untouched.append(ShownMeld(cards, Dress.QUIET))
        else:
            changed.append(ShownMeld(cards, Dress.TRAY))
    return ShownTable(
        changed=tuple(changed),
        changed_label=words.these_change(len(changed)),
        cross=tuple(_shown(way) for way in made.ways if way.source is Zone.CROSS),
        untouched=tuple(untouched),
        untouched_label=words.these_stay(len(untouched)) if verdict.played else "Floor",
    )


def hand_before(made: Plan) -> tuple[ShownMeld, ...]:
    """The hand as it was given, or in lanes."""
    return tuple(ShownMeld(tuple(_shown(way) for way in lane)) for lane in hand_lanes(made))


def hand_lanes(made: Plan) -> list[list[Way]]:
    """The cards of the hand in one row, or in a lane for each suit; those that stay come first.

    The second copies of a suit have a lane of their own, so that none has more than 13 cards and every index
    can be read.
    """
    ways = [way for way in made.ways if way.source is Zone.HAND]
    ways.sort(key=lambda way: (way.target is not Zone.HAND, way))
    if len(ways) < LANES_FROM:
        return [ways] if ways else []
    lanes: dict[tuple[Suit, bool], list[Way]] = defaultdict(list)
    seen: set[Card] = set()
    for way in ways:
        lanes[way.card.suit, way.card in seen].append(way)
        seen.add(way.card)
    return [lanes[key] for key in sorted(lanes)]


def key_of(way: Way) -> str:
    """The name of a physical card."""
    return f"{way.card}{way.copy}"


def by_meld(ways: Iterable[tuple[int | None, Way]]) -> dict[int | None, dict[Card, Way]]:
    """The ways of each meld, by face: no meld holds a face twice."""
    found: dict[int | None, dict[Card, Way]] = defaultdict(dict)
    for meld, way in ways:
        found[meld][way.card] = way
    return found


def unchanged(position: Position, made: Plan) -> dict[int, int]:
    """The final melds that lie as before, each with its floor meld."""
    same = {}
    for j, ways in by_meld((way.target_meld, way) for way in made.ways).items():
        sources = {way.source_meld for way in ways.values()}
        source = sources.pop()
        if j is not None and source is not None and not sources and len(position.floor[source]) == len(ways):
            same[j] = source
    return same


def _shown(way: Way) -> ShownCard:
    return ShownCard(way.card, id=f"b-{key_of(way)}")
