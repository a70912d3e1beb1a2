"""One hand as the page shows it: its best melds, and what it may do."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from makiaveli.gin_answer import Standing
from makiaveli.ginrummy import BestMelds, all_best_melds
from makiaveli.solver import Card
from makiaveli.web.gin import words as told
from makiaveli.web.gin.hands import HAND_SIZE
from makiaveli.web.gin.state import Gin
from makiaveli.web.shown import Dress, ShownMeld

MOST_PARTITIONS = 12
"""Other ways to meld that are listed."""


@dataclass(frozen=True, slots=True)
class ShownDiscard:
    """A discard that lets the hand knock."""

    card: Card
    left: str
    note: str


@dataclass(frozen=True, slots=True)
class ShownHand:
    """What the target's cards are worth."""

    sign: str
    """``yes`` (a tick), ``partly`` (two bars) or ``open`` (a question mark)."""
    tag: str
    headline: str
    line: str
    more: str
    melds: tuple[ShownMeld, ...]
    left: ShownMeld | None
    left_as_sum: ShownMeld | None
    """The same where there is room for the sum."""
    thrown: Card | None
    discards: tuple[ShownDiscard, ...]
    """Of eleven cards, every discard that lets the hand knock, best first."""
    others_label: str
    others: tuple[str, ...]
    """Other ways to meld that leave as little."""


def hand_shown(gin: Gin) -> ShownHand:
    """What the cards of the target are worth, also while they are few."""
    answer, size = gin.answer(gin.target), len(gin.cards)
    name = told.name_of(gin, gin.target)
    settled = answer.settled if size > HAND_SIZE else answer.best
    enough = size >= HAND_SIZE
    thrown = answer.best_discard if answer.standing is not Standing.BIG_GIN else None
    others = _others(settled) if enough else ()
    return ShownHand(
        sign="open" if not enough else "partly" if answer.standing is Standing.NOT_YET else "yes",
        tag=told.tag(answer, size),
        headline=told.headline(answer, size, name),
        line=told.line(answer, size),
        more=told.more(answer, size, name),
        melds=tuple(meld_shown(meld, Dress.PLAIN) for meld in settled.melds),
        left=left_shown(settled.unmatched),
        left_as_sum=left_shown(settled.unmatched, as_sum=True),
        thrown=Card(thrown.card) if thrown else None,
        discards=tuple(
            ShownDiscard(Card(each.card), f"{each.best.deadwood} left", told.about_discard(answer, each))
            for each in answer.knock_discards
            if answer.standing is not Standing.BIG_GIN
        ),
        others_label=told.other_ways(len(others)),
        others=others,
    )


def _others(settled: BestMelds) -> tuple[str, ...]:
    kept = [*(card for meld in settled.melds for card in meld), *settled.unmatched]
    return tuple(told.partition(best) for best in islice(all_best_melds(kept), 1, MOST_PARTITIONS + 1))


def meld_shown(meld: Sequence[int], dress: Dress) -> ShownMeld:
    """A meld with its kind as the caption."""
    return ShownMeld.of(map(Card, meld), dress, told.meld_kind(tuple(meld)))


def left_shown(cards: Sequence[int], *, as_sum: bool = False) -> ShownMeld | None:
    """The deadwood with its points; ``None`` where there is none."""
    by_rank = sorted(map(Card, cards), key=lambda card: (card.rank, card.suit))
    return ShownMeld.of(by_rank, Dress.QUIET, told.left(by_rank, as_sum=as_sum)) if cards else None
