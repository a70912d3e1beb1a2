"""From the floor before to the floor after: which card goes where, and in which steps.

A table knows no two equal cards: each lies somewhere. So the plan first settles for each single card where
it comes from and where it goes (:class:`Way`), and then the order of the work (:class:`Step`): first what
is taken apart, then what is built. In between there are piles on the table that are no melds yet; only the
end is judged.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from makiaveli.solver.cards import Card
from makiaveli.solver.homes import Homes, find_homes
from makiaveli.solver.melds import Meld, table_order
from makiaveli.solver.position import Position
from makiaveli.solver.verdict import Verdict


class Zone(StrEnum):
    """Where a card lies."""

    FLOOR = "floor"
    CROSS = "cross"
    HAND = "hand"


@dataclass(frozen=True, order=True, slots=True)
class Way:
    """One single card, where it comes from and where it goes."""

    card: Card
    copy: int
    """0 or 1: which of the two cards with this face, counted over the floor, the cross and the hand as
    given."""
    source: Zone
    source_meld: int | None
    """Its meld in ``position.floor``; ``None`` off the floor."""
    target: Zone
    target_meld: int | None
    """Its meld in ``arrangement.melds``; ``None`` off the floor."""


@dataclass(frozen=True, order=True, slots=True)
class Pile:
    """Cards that lie together on the table, in the order of a meld."""

    cards: tuple[Card, ...]
    meld: int | None
    """The floor meld that they come from, as a number in ``position.floor``; ``None`` for a meld of the
    end."""
    whole: bool = False
    """Whether they are all of that floor meld."""


class StepKind(StrEnum):
    """What is done in a step."""

    TAKE_APART = "take_apart"
    """A floor meld becomes piles. The first of them stays where it is, unless nothing does: see ``stays``."""
    BUILD = "build"
    """Piles, hand cards and cross cards become a final meld. The first pile stays where it is, if
    ``stays``."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: these piles and cards are picked up, and those piles lie there instead."""

    kind: StepKind
    before: tuple[Pile, ...]
    hand: tuple[Card, ...]
    cross: tuple[Card, ...]
    after: tuple[Pile, ...]
    stays: bool
    """Whether the first pile (of ``after`` when taking apart, of ``before`` when building) keeps its
    place."""
    final: int | None = None
    """The meld that is built, in ``arrangement.melds``; ``None`` when taking apart."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole way from a position to the table after the play."""

    ways: tuple[Way, ...]
    """Every card of the position once: floor, cross, hand."""
    steps: tuple[Step, ...]
    untouched: tuple[Meld, ...]
    """Melds that lie the same before and after; they are in no step."""
    extended: tuple[Meld, ...]
    """Floor melds that stay together in a bigger meld."""
    opened: tuple[Meld, ...]
    """Floor melds that are taken apart."""


def plan(position: Position, verdict: Verdict) -> Plan:
    """The plan for the play of a verdict on this position.

    Each floor card stays with the largest part of its meld where it can, so that few cards move.
    """
    floor = [Meld(meld) for meld in position.floor]
    finals = verdict.arrangement.melds
    homes = find_homes(position.floor, [meld.cards for meld in finals], pinned=True)
    ways = _ways(position, verdict, homes)
    untouched, extended, opened = [], [], []
    for meld, home, stays in zip(floor, homes.home, homes.stays, strict=True):
        if home is None or len(stays) < len(meld):
            opened.append(meld)
        elif len(finals[home]) > len(meld):
            extended.append(meld)
        else:
            untouched.append(meld)
    steps = [_take_apart(i, ways, homes) for i, meld in enumerate(floor) if len(homes.stays[i]) < len(meld)]
    builds = [_build(j, meld, ways, homes, floor) for j, meld in enumerate(finals)]
    steps += sorted((step for step in builds if not _is_done(step)), key=_build_order)
    return Plan(tuple(ways), tuple(steps), tuple(untouched), tuple(extended), tuple(opened))


def replay(position: Position, steps: Iterable[Step]) -> tuple[tuple[Card, ...], ...]:
    """The piles on the table after these steps, sorted; after all steps of a plan they are the final melds.

    Raises :class:`ValueError` for a step that picks up a pile or a card that is not there.
    """
    table = Counter(table_order(meld) for meld in position.floor)
    hand, cross = Counter(position.hand), Counter(position.cross)
    for step in steps:
        table.subtract(pile.cards for pile in step.before)
        hand.subtract(step.hand)
        cross.subtract(step.cross)
        if any(count < 0 for counts in (table, hand, cross) for count in counts.values()):
            raise ValueError(f"{step} picks up what is not there.")
        table.update(pile.cards for pile in step.after)
    return tuple(sorted(table.elements()))


def _ways(position: Position, verdict: Verdict, homes: Homes) -> list[Way]:
    """The way of every card: floor, cross and hand in the order given."""
    finals = verdict.arrangement.melds
    taken = Counter(position.cross) - Counter(verdict.arrangement.cross)
    played = Counter(verdict.played)
    copies: Counter[Card] = Counter()
    needs = [Counter(meld.cards) for meld in finals]
    for home, stays in zip(homes.home, homes.stays, strict=True):
        if home is not None:
            needs[home].subtract(stays)
    ways: list[Way] = []
    loose: list[Way] = []

    def add(card: Card, source: Zone, source_meld: int | None, target: Zone, target_meld: int | None) -> None:
        way = Way(card, copies[card], source, source_meld, target, target_meld)
        copies[card] += 1
        ways.append(way)
        if target is Zone.FLOOR and target_meld is None:
            loose.append(way)

    for i, meld in enumerate(position.floor):
        for card in meld:
            add(card, Zone.FLOOR, i, Zone.FLOOR, homes.home[i] if card in homes.stays[i] else None)
    for zone, cards, leaving in ((Zone.CROSS, position.cross, taken), (Zone.HAND, position.hand, played)):
        for card in cards:
            add(card, zone, None, Zone.FLOOR if leaving[card] > 0 else zone, None)
            leaving[card] -= 1
    found = _targets(loose, needs)
    return [replace(way, target_meld=found[way]) if way in found else way for way in ways]


def _targets(loose: list[Way], needs: list[Counter[Card]]) -> dict[Way, int]:
    """A final meld for each loose card. Cards of one floor meld go together where they can."""
    found: dict[Way, int] = {}
    for j, need in enumerate(needs):
        senders: set[int | None] = set()
        for card in sorted(need.elements()):
            fitting = [way for way in loose if way.card == card and way not in found]
            way = min(fitting, key=lambda way: (way.source_meld not in senders, way.source, way))
            found[way] = j
            senders.add(way.source_meld)
    return found


def _take_apart(i: int, ways: Sequence[Way], homes: Homes) -> Step:
    """The step that takes a floor meld apart: one pile for each final meld that gets cards of it."""
    whole = table_order(way.card for way in ways if way.source_meld == i)
    parts: dict[int, list[Card]] = defaultdict(list)
    for way in ways:
        if way.source_meld == i and way.target_meld is not None:
            parts[way.target_meld].append(way.card)
    home = homes.home[i]
    order = sorted(parts, key=lambda j: (j != home, whole.index(table_order(parts[j])[0])))
    piles = tuple(Pile(table_order(parts[j]), i) for j in order)
    return Step(StepKind.TAKE_APART, (Pile(whole, i, whole=True),), (), (), piles, stays=True)


def _build(j: int, final: Meld, ways: Sequence[Way], homes: Homes, floor: Sequence[Meld]) -> Step:
    """The step that makes a final meld from what lies there and what comes to it."""
    parts: dict[int, list[Card]] = defaultdict(list)
    for way in ways:
        if way.target_meld == j and way.source_meld is not None:
            parts[way.source_meld].append(way.card)
    # What lives on here lies here; the largest of it does not move.
    order = sorted(parts, key=lambda i: (homes.home[i] != j, -len(parts[i]), i))
    piles = tuple(Pile(table_order(parts[i]), i, len(parts[i]) == len(floor[i])) for i in order)
    arriving = {
        zone: table_order(way.card for way in ways if way.target_meld == j and way.source is zone)
        for zone in (Zone.HAND, Zone.CROSS)
    }
    stays = bool(order) and homes.home[order[0]] == j
    after = (Pile(final.cards, None),)
    return Step(StepKind.BUILD, piles, arriving[Zone.HAND], arriving[Zone.CROSS], after, stays, j)


def _is_done(build: Step) -> bool:
    return len(build.before) == 1 and not build.hand and not build.cross


def _build_order(step: Step) -> tuple[bool, bool]:
    """First the melds that take in cards of the floor, last those that the hand builds alone."""
    return (len(step.before) < 1 + step.stays, not step.stays)
