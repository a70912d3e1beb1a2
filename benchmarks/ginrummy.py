"""How fast the Gin Rummy library answers, side by side with OpenSpiel's C++ and RLCard, in one run.

``uv run --group bench python -m benchmarks.ginrummy`` measures for about a minute, prints the tables and
writes them into ``README.md`` beside this file.
"""

import platform
import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from statistics import median
from time import perf_counter_ns
from typing import Any

import pyspiel
from rlcard.games.gin_rummy.utils import melding
from rlcard.games.gin_rummy.utils import utils as rlcard_utils

from benchmarks.machine import processor, write_section
from makiaveli.ginrummy import (
    all_best_melds,
    best_defence,
    best_melds,
    deadwood,
    knock_discards,
)

HANDS = 400
ROUNDS = 7

INTRODUCTION = f"""## Gin Rummy

`uv run --group bench python -m benchmarks.ginrummy` measures this and writes it here. Every row is
{HANDS} hands of ten cards, the same in every run; the programs take turns on each hand, and all their
deadwoods agreed. A time is the median over the hands of the fastest of {ROUNDS} rounds, in µs.

*Uniform* hands are dealt from the whole deck. *Hard* hands come from four neighbouring ranks (five where
there is a knocker too), so that melds overlap everywhere. OpenSpiel is C++ behind a Python binding, RLCard is
Python. Neither has anything like `best_defence`, which stands beside OpenSpiel's deadwood of the same hand.
"""

Hand = list[int]

rng = random.Random(1910)  # the same hands in every run; nothing secret
open_spiel = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


def rlcard_deadwood(cards: list[Any]) -> int:
    """RLCard's way to the deadwood of ten of its cards, as its own scorer goes it."""
    clusters = melding.get_best_meld_clusters(cards)
    return int(rlcard_utils.get_deadwood_count(cards, clusters[0] if clusters else []))


def uniform_deck() -> Hand:
    """The deck, shuffled."""
    return rng.sample(range(52), 52)


def hard_deck(ranks: int) -> Hand:
    """The cards of a few neighbouring ranks, shuffled: almost any of them melds with almost any other."""
    low = rng.randrange(14 - ranks)
    cards = [13 * suit + rank for suit in range(4) for rank in range(low, low + ranks)]
    return rng.sample(cards, len(cards))


def knocks(deck: Callable[[], Hand]) -> list[tuple[Hand, list[tuple[int, ...]]]]:
    """Opponents' hands, each with the melds of a knocker who may knock but is not gin."""
    found: list[tuple[Hand, list[tuple[int, ...]]]] = []
    while len(found) < HANDS:
        cards = deck()
        knocker = best_melds(cards[:10])
        if 0 < knocker.deadwood <= 10:
            found.append((cards[10:20], list(knocker.melds)))
    return found


def microseconds(ask: Callable[[], object], calls: int = 10) -> float:
    """The time of one call, from this many in a row."""
    start = perf_counter_ns()
    for _ in range(calls):
        ask()
    return (perf_counter_ns() - start) / calls / 1000


def side_by_side(programs: list[Callable[..., object]], questions: list[tuple[Any, ...]]) -> list[float]:
    """The median over the questions of each program's fastest time; a question has one input per program."""
    times = []
    for inputs in questions:
        asks = [partial(program, *given) for program, given in zip(programs, inputs, strict=True)]
        rounds = [[microseconds(ask) for ask in asks] for _ in range(ROUNDS)]
        times.append([min(column) for column in zip(*rounds, strict=True)])
    return [median(column) for column in zip(*times, strict=True)]


def check(hands: list[Hand]) -> None:
    """Stop where the programs do not agree."""
    for hand in hands:
        answers = {deadwood(hand), open_spiel.min_deadwood(hand), rlcard_deadwood(to_rlcard(hand))}
        if len(answers) > 1:
            raise SystemExit(f"The programs disagree on {hand}: {answers}")


def to_rlcard(hand: Hand) -> list[Any]:
    """RLCard's own cards; made beforehand, at no cost to it."""
    return [rlcard_utils.get_card(card) for card in hand]


def compared() -> Iterator[str]:
    """The lines of the comparison."""
    yield "| hands | question | makiaveli | OpenSpiel | times as long | RLCard | times as long |"
    yield "| --- | --- | --: | --: | --- | --: | --- |"
    for kind, deck, knock_deck in (
        ("uniform", uniform_deck, uniform_deck),
        ("hard", partial(hard_deck, 4), partial(hard_deck, 5)),
    ):
        hands = [deck()[:10] for _ in range(HANDS)]
        check(hands)
        ours, theirs, rlcard = side_by_side(
            [deadwood, open_spiel.min_deadwood, rlcard_deadwood],
            [((hand,), (hand,), (to_rlcard(hand),)) for hand in hands],
        )
        row = f"| {kind} | `deadwood` | {ours:.2f} | {theirs:.2f} | {ours / theirs:.1f} (wanted: at most 2) "
        yield row + f"| {rlcard:.1f} | 1/{rlcard / ours:.0f} (wanted: at most 1/4) |"
        ours, theirs = side_by_side(
            [best_melds, open_spiel.best_meld_group], [((hand,), (hand,)) for hand in hands]
        )
        row = f"| {kind} | `best_melds` | {ours:.2f} | {theirs:.2f} | {ours / theirs:.1f} (at most 10) "
        yield row + "| | |"
        ours, theirs = side_by_side(
            [best_defence, open_spiel.min_deadwood],
            [((hand, melds), (hand,)) for hand, melds in knocks(knock_deck)],
        )
        row = f"| {kind} | `best_defence` | {ours:.2f} | {theirs:.2f} | {ours / theirs:.1f} (at most 60) "
        yield row + "| | |"


def slowest() -> Iterator[str]:
    """The lines on eleven cards."""
    hands = [hard_deck(ranks)[:11] for ranks in (3, 4, 5) for _ in range(1000)]
    hands += [uniform_deck()[:11] for _ in range(1000)]
    yield "| question | slowest, ms | wanted |"
    yield "| --- | --: | --: |"
    for name, ask in (
        ("`deadwood`", deadwood),
        ("`best_melds`", best_melds),
        ("`list(all_best_melds)`", lambda hand: list(all_best_melds(hand))),
        ("`knock_discards`", knock_discards),
        ("`best_defence` against a run", lambda hand: best_defence(set(hand) - RUN, [RUN])),
    ):
        worst = max(min(microseconds(partial(ask, hand), 1) for _ in range(5)) for hand in hands)
        yield f"| {name} | {worst / 1000:.2f} | at most 5 |"


RUN = {32, 33, 34}  # 7-9♦: in the way of a hand of neighbouring ranks, or within its reach


def report() -> Iterator[str]:
    """The lines of the whole report."""
    yield INTRODUCTION
    yield from compared()
    yield ""
    yield "Of 4000 hands of eleven cards, three in four of them hard, the slowest:"
    yield ""
    yield from slowest()
    yield ""
    versions = ", ".join(f"{name} {version(name)}" for name in ("open-spiel", "rlcard"))
    yield f"Python {platform.python_version()}, {versions}, {processor()}."


if __name__ == "__main__":
    text = "\n".join(report()) + "\n"
    print(text, end="")
    write_section(text)
