"""The table after each step of a plan, card by card and place by place.

:func:`makiaveli.solver.replay` knows which piles lie on the table; here each also has its place, which it
keeps, and each card is one of the two with its face. A place is where a final meld will lie; the floor meld
that lives on in it lies there from the start, and piles wait where they were set aside. A floor meld that
lives on nowhere has a place of its own, which ends empty.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from makiaveli.solver import Card, Meld, Plan, Position, Step, StepKind, Verdict, Way, Zone
from makiaveli.web.tables import by_meld, unchanged

Pile = tuple[Way, ...]
"""Cards that lie together, in the order of a meld."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after some of the steps, without the melds that no step touches."""

    places: tuple[tuple[Pile, ...], ...]
    """What lies at each place; a place keeps its number in every frame."""
    loose: frozenset[Way]
    """What lies in the hand and in the cross."""


def frames(position: Position, verdict: Verdict, made: Plan) -> tuple[Frame, ...]:
    """The table as it lies, then after each step.

    The first places are those of the final melds that are not as before, in the order of the arrangement.
    """
    building = _Building(position, verdict, made)
    found = [building.frame()]
    for step in made.steps:
        building.do(step)
        found.append(building.frame())
    return tuple(found)


class _Building:
    """The work on the table, step by step.

    Melds go by their numbers in the position and in the arrangement, as in ways and steps.
    """

    def __init__(self, position: Position, verdict: Verdict, made: Plan) -> None:
        self._to = by_meld((way.target_meld, way) for way in made.ways)
        self._from = by_meld((way.source_meld, way) for way in made.ways)
        self._loose = {way for way in made.ways if way.source is not Zone.FLOOR}
        self._built = {step.final for step in made.steps}
        same = unchanged(position, made)
        changed = [j for j in range(len(verdict.arrangement.melds)) if j not in same]
        self._final_place: dict[int | None, int] = {j: place for place, j in enumerate(changed)}
        self._floor_place: dict[int | None, int] = {
            i: self._final_place[j] for i, j in _living_on(made.steps, self._from, self._built)
        }
        self._places: list[list[Pile]] = [[] for _ in changed]
        for i, meld in enumerate(position.floor):
            if i in same.values():
                continue
            if i not in self._floor_place:
                self._floor_place[i] = len(self._places)
                self._places.append([])
            self._places[self._floor_place[i]].append(_pile(Meld(meld).cards, self._from[i]))

    def frame(self) -> Frame:
        return Frame(tuple(map(tuple, self._places)), frozenset(self._loose))

    def do(self, step: Step) -> None:
        if step.kind is StepKind.TAKE_APART:
            self._take_apart(step)
        else:
            self._build(step)

    def _take_apart(self, step: Step) -> None:
        (whole,) = step.before
        place = self._floor_place[whole.meld]
        stays: list[Pile] = []
        for part in sorted(step.after, key=lambda part: whole.cards.index(part.cards[0])):
            pile = _pile(part.cards, self._from[whole.meld])
            final = pile[0].target_meld
            # A part that is a final meld as it is goes to its place at once.
            waits = final in self._built or self._final_place[final] == place
            (stays if waits else self._places[self._final_place[final]]).append(pile)
        lying = self._places[place]
        at = next(n for n, pile in enumerate(lying) if pile[0].source_meld == whole.meld)
        lying[at : at + 1] = stays

    def _build(self, step: Step) -> None:
        (built,) = step.after
        final = _pile(built.cards, self._to[step.final])
        for lying in self._places:
            lying[:] = [pile for pile in lying if pile[0].target_meld != step.final]
        self._loose.difference_update(final)
        self._places[self._final_place[step.final]].insert(0, final)


def _living_on(
    steps: Iterable[Step], lying: dict[int | None, dict[Card, Way]], built: set[int | None]
) -> Iterable[tuple[int | None, int | None]]:
    """The floor melds of which a part stays where it lies, each with the final meld that it becomes."""
    for step in steps:
        if step.kind is StepKind.BUILD:
            if step.stays:
                yield step.before[0].meld, step.final
        else:
            i, stays = step.after[0].meld, step.after[0].cards
            final = lying[i][stays[0]].target_meld
            if final not in built:
                yield i, final


def _pile(cards: Iterable[Card], ways: dict[Card, Way]) -> Pile:
    return tuple(ways[card] for card in cards)
