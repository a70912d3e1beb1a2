"""Two hands as the page shows them: who scores what, and how it comes about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from makiaveli.gin_answer import Ending, ScoreAnswer
from makiaveli.gin_words import OTHER, YOU, say_lay_off, say_score, say_sum
from makiaveli.ginrummy import LaidCard, deadwood_value, lay_off
from makiaveli.ginrummy.match import Player
from makiaveli.ginrummy.melds import Meld, is_set
from makiaveli.solver import Card
from makiaveli.web.gin import words as told
from makiaveli.web.gin.shown_hand import left_shown, meld_shown
from makiaveli.web.gin.state import Gin
from makiaveli.web.shown import Dress, Origin, ShownCard, ShownMeld
from makiaveli.web.words import ORIGINS
from makiaveli.words import cards_in_words


@dataclass(frozen=True, slots=True)
class ShownScore:
    """Who scores what."""

    sign: str
    headline: str
    facts: tuple[tuple[str, str], ...]
    """Words, each with a number that stands out."""
    allowed: bool
    """Whether the knock is legal; otherwise nothing was laid off and nobody scores."""
    melds_label: str
    melds: tuple[ShownMeld, ...]
    keeps_label: str
    keeps: tuple[ShownMeld, ...]
    steps: tuple[str, ...]
    note: str
    """What another order would have left; empty where it is all the same."""
    otherwise: str
    """What another choice of melds would leave the opponent; empty if the same."""
    defence: str
    """The edit that makes that choice."""


def score_shown(gin: Gin) -> ShownScore:
    """Who scores what, once both hands are full."""
    answer = gin.score()
    knocker = gin.knocker
    other: Player = 0 if knocker else 1
    names = told.name_of(gin, knocker), told.name_of(gin, other)
    if not answer.may_knock:
        return _no_knock(gin, answer, names)
    laid = answer.opponent.laid
    origin = Origin.HAND if other == 0 else Origin.OTHER
    melds = [_with_laid(meld, laid, origin) for meld in answer.knocker.melds]
    # What changed comes first.
    melds.sort(key=lambda meld: meld.dress is not Dress.TRAY)
    winner = other if answer.ending is Ending.UNDERCUT else knocker
    thrown = (
        ((f"{names[0]} {'throw' if names[0] == YOU else 'throws'} {gin.thrown.pretty}", ""),)
        if gin.thrown
        else ()
    )
    otherwise = gin.score("fixed" if gin.defence == "best" else "best").opponent.remaining
    return ShownScore(
        sign="partly" if winner else "yes",
        headline=say_score(answer, *names),
        facts=(
            *thrown,
            told.knocked(names[0], answer.ending, answer.knocker.deadwood),
            (f"{told.be_left(names[1])} with", str(answer.opponent.remaining)),
        ),
        allowed=True,
        melds_label=f"{told.owned(names[0])} melds" + (", with what was laid off" if laid else ""),
        melds=_with_left(melds, answer.knocker.unmatched),
        keeps_label=_keeps(names[1]),
        keeps=_with_left(
            [meld_shown(meld, Dress.QUIET) for meld in answer.opponent.melds], answer.opponent.unmatched
        ),
        steps=(*say_lay_off(answer), say_sum(answer, *names)),
        note=_other_order(answer),
        otherwise=_otherwise(gin, names[1], answer.opponent.remaining, otherwise),
        defence="fixed" if gin.defence == "best" else "best",
    )


def _no_knock(gin: Gin, answer: ScoreAnswer, names: tuple[str, str]) -> ShownScore:
    limit = gin.hands.sheet.rules.knock_limit
    other: Player = 0 if gin.knocker else 1
    opponent = gin.answer(other).best
    return ShownScore(
        sign="open",
        headline=f"{names[0]} may not knock yet.",
        facts=(
            (f"{told.be_left(names[0])} with", str(answer.knocker.deadwood)),
            ("A knock needs", f"{limit} or less"),
        ),
        allowed=False,
        melds_label=f"{told.owned(names[0])} melds",
        melds=_with_left(
            [meld_shown(meld, Dress.QUIET) for meld in answer.knocker.melds], answer.knocker.unmatched
        ),
        keeps_label=_keeps(names[1]),
        keeps=_with_left([meld_shown(meld, Dress.QUIET) for meld in opponent.melds], opponent.unmatched),
        steps=(),
        note="",
        otherwise="",
        defence="fixed",
    )


def _keeps(name: str) -> str:
    return "You keep" if name == YOU else "The other hand keeps" if name == OTHER else f"{name} keeps"


def _other_order(answer: ScoreAnswer) -> str:
    """What filling the sets before the runs would have left in the hand, where that is more."""
    if not answer.opponent.laid:
        return ""
    loose = [*map(int, answer.opponent.laid), *answer.opponent.unmatched]
    sets = [meld for meld in answer.knocker.melds if is_set(meld)]
    runs = [meld for meld in answer.knocker.melds if not is_set(meld)]
    onto_sets = lay_off(loose, sets).laid
    rest = [card for card in loose if card not in onto_sets]
    onto_runs = lay_off(rest, runs).laid
    stuck = [card for card in answer.opponent.laid if card not in (*onto_sets, *onto_runs)]
    if not stuck:
        return ""
    moved = [card for card in answer.opponent.laid if card in onto_sets and not is_set(card.meld)]
    more = sum(map(deadwood_value, stuck))
    return (
        f"{cards_in_words(map(Card, moved))} on {told.on_the_set(moved)} would have left "
        f"{cards_in_words(map(Card, stuck))} in the hand: {more} points more."
    )


def _otherwise(gin: Gin, name: str, now: int, otherwise: int) -> str:
    if now == otherwise:
        return ""
    how = "with other melds" if gin.defence == "fixed" else "with the best melds first"
    return f"{name} could lay down {how} and be left with {otherwise}."


def _with_left(melds: Sequence[ShownMeld], unmatched: Sequence[int]) -> tuple[ShownMeld, ...]:
    left = left_shown(unmatched)
    return (*melds, *((left,) if left else ()))


def _with_laid(meld: Meld, laid: Iterable[LaidCard], origin: Origin) -> ShownMeld:
    """A meld with what was laid off onto it."""
    added = {int(card) for card in laid if card.meld == meld}
    if not added:
        return meld_shown(meld, Dress.QUIET)
    cards = (ShownCard(Card(card), origin if card in added else None) for card in sorted({*meld, *added}))
    caption = f"{told.meld_kind(meld)}, +{len(added)} {ORIGINS[origin]}"
    return ShownMeld(tuple(cards), Dress.TRAY, caption)
