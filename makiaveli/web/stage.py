"""The table after a play, ready to be stepped through: every frame of it, and a picture of every step.

A page shows the last frame. What lies at a place in other frames stands in the page too, with the numbers of
the first and the last frame in which it is seen; so a script has only to show and to hide.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from makiaveli.solver import Card, Meld, Plan, Position, Step, Verdict, Way, Zone
from makiaveli.web import words
from makiaveli.web.frames import Frame, Pile, frames
from makiaveli.web.shown import Dress, Origin, ShownCard, ShownMeld
from makiaveli.web.tables import by_meld, hand_lanes, key_of, unchanged

_ORIGIN = {Zone.HAND: Origin.HAND, Zone.CROSS: Origin.CROSS, Zone.FLOOR: None}


@dataclass(frozen=True, slots=True)
class ShownState:
    """What lies at a place from one frame to another, both included."""

    first: int
    last: int
    piles: tuple[tuple[ShownCard, ...], ...]
    """Empty where nothing lies there yet, or no more."""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class ShownLoose:
    """A card of the hand or of the cross, and the last frame in which it lies there."""

    laid: ShownCard
    last: int


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step in words, and the melds and cards that it touches before and after."""

    sentence: str
    before: tuple[ShownMeld, ...]
    after: tuple[ShownMeld, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """The frames 0 (as it lies) to ``last`` (after the play)."""

    last: int
    label: str
    places: tuple[tuple[ShownState, ...], ...]
    """For each place what lies there, in order of time."""
    hand: tuple[tuple[ShownLoose, ...], ...]
    """One row, or lanes."""
    hand_label: str
    """In the last frame."""
    cross: tuple[ShownLoose, ...]
    cross_label: str
    """In the last frame."""
    untouched: tuple[ShownMeld, ...]
    untouched_label: str
    steps: tuple[ShownStep, ...]

    @property
    def marks(self) -> tuple[Origin, ...]:
        """The marks on its cards, for the legend."""
        found = {
            card.origin for states in self.places for state in states for pile in state.piles for card in pile
        }
        return tuple(origin for origin in Origin if origin in found)

    @property
    def spent(self) -> bool:
        """Whether the hand is empty in the last frame."""
        return all(card.last < self.last for lane in self.hand for card in lane)


def stage(
    position: Position, verdict: Verdict, made: Plan, sentences: Sequence[str], hand_label: str
) -> Stage:
    """The stage of a play; ``sentences`` say its steps."""
    found = frames(position, verdict, made)
    same = unchanged(position, made)
    finals = verdict.arrangement.melds
    captions = _captions(position, verdict, made)
    ways = by_meld((way.target_meld, way) for way in made.ways)
    cross = [way for way in made.ways if way.source is Zone.CROSS]
    single = sum(way.target is Zone.CROSS for way in cross)
    return Stage(
        last=len(made.steps),
        label=words.with_your_cards(len(finals) - len(same), len(verdict.played)),
        places=tuple(
            tuple(_states([frame.places[at] for frame in found], captions.get(at, "")))
            for at in range(len(found[0].places))
        ),
        hand=tuple(tuple(_loose(way, found) for way in lane) for lane in hand_lanes(made)),
        hand_label=hand_label,
        cross=tuple(_loose(way, found) for way in cross),
        cross_label=words.still_single(single, len(cross)),
        untouched=tuple(
            ShownMeld(tuple(_card(ways[j][card], last=True) for card in meld.cards), Dress.QUIET)
            for j, meld in enumerate(finals)
            if j in same
        ),
        untouched_label=words.these_stay(len(same)),
        steps=tuple(_picture(step, sentence) for step, sentence in zip(made.steps, sentences, strict=True)),
    )


def _states(lying: Sequence[tuple[Pile, ...]], caption: str) -> Iterable[ShownState]:
    """What lies at one place, frame by frame, put together while nothing changes."""
    end = len(lying) - 1
    first = 0
    for at, piles in enumerate(lying):
        if at == end or lying[at + 1] != piles:
            last = at == end
            shown = tuple(tuple(_card(way, last=last) for way in pile) for pile in piles)
            yield ShownState(first, at, shown, caption if last else "")
            first = at + 1


def _card(way: Way, *, last: bool) -> ShownCard:
    """A card on the floor; in the last frame it has its id."""
    key = key_of(way)
    return ShownCard(way.card, _ORIGIN[way.source], id=f"a-{key}" if last else None, key=key)


def _loose(way: Way, found: Sequence[Frame]) -> ShownLoose:
    key = key_of(way)
    last = max(at for at, frame in enumerate(found) if way in frame.loose)
    stays = last == len(found) - 1
    return ShownLoose(ShownCard(way.card, id=f"a-{key}" if stays else None, key=key), last)


def _picture(step: Step, sentence: str) -> ShownStep:
    before = [ShownMeld.of(pile.cards) for pile in step.before]
    before += [
        ShownMeld.of(
            cards, hand=cards if zone is Zone.HAND else (), cross=cards if zone is Zone.CROSS else ()
        )
        for zone, cards in ((Zone.CROSS, step.cross), (Zone.HAND, step.hand))
        if cards
    ]
    after = tuple(ShownMeld.of(pile.cards, hand=step.hand, cross=step.cross) for pile in step.after)
    return ShownStep(sentence, tuple(before), after)


def _captions(position: Position, verdict: Verdict, made: Plan) -> dict[int, str]:
    """For each place in the last frame what became of the meld there."""
    floor = {i: Meld(meld) for i, meld in enumerate(position.floor)}
    same = unchanged(position, made)
    bases = _bases(made)
    ways = by_meld((way.target_meld, way) for way in made.ways)
    changed = [j for j in range(len(verdict.arrangement.melds)) if j not in same]
    return {
        at: _caption(verdict.arrangement.melds[j], floor, bases.get(j), ways[j])
        for at, j in enumerate(changed)
    }


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
