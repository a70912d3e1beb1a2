"""A hunt for slow positions: ``python -m benchmarks.hunt --positions 100000 --seed 1 --processes 1``.

Most positions are dealt at random in ways that make trouble: many equal cards, long runs of one suit, sets
beside runs, aces on both ends. One in twenty is a changed copy of one of the slowest found so far: a card
more or less in the hand, a meld more or less on the floor. Each is solved with the least disturbance, under
the default limit of a page. The same seed hunts the same positions as long as the search takes the same
nodes.

With ``--write`` (and ``uv run --group bench``) the worst become ``tests/data/slow.jsonl``, if CP-SAT
agrees on each.
"""

import heapq
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import click

from makiaveli.batch import map_over_cores
from makiaveli.solver import FACES, Limit, Position, Status, solve
from makiaveli.solver.melds import Meld, melds_with

SECONDS = 2.0
"""The default limit of one solve."""
SLOW = 1.0
SLOWEST = Path(__file__).parents[1] / "tests" / "data" / "slow.jsonl"
WRITTEN = 12
"""How many are written for the tests."""
COPIES = 0.05
"""The share of changed copies."""
KEPT = 60
"""The slowest so far, of which changed copies are made."""
BATCH = 1000
"""Positions made at once, before what was found of them is looked at."""


class Found(NamedTuple):
    """A position and what it took; the most nodes are the greatest."""

    nodes: int
    text: str
    seconds: float
    undecided: bool
    kept_proved: bool


def measure(position: Position) -> Found:
    """What it takes to solve it."""
    verdict = solve(position, Limit(seconds=SECONDS, clock=time.process_time))
    undecided = verdict.status is Status.UNDECIDED
    return Found(verdict.nodes, str(position), verdict.seconds or 0, undecided, verdict.kept_proved)


def dealt(rng: random.Random) -> Position:
    """A random position: a floor of up to a given number of cards, a hand from what is near it."""
    stock = Counter(FACES * 2)
    suits = rng.choice([range(4), range(4), rng.sample(range(4), 2), rng.sample(range(4), 3)])
    wanted, longest, runs = rng.randint(20, 90), rng.choice([3, 5, 13]), rng.random()
    floor = []
    for _ in range(60):
        if sum(map(len, floor)) >= wanted:
            break
        card = rng.randrange(13) + 13 * rng.choice(suits)
        length = rng.randint(3, longest)
        melds = melds_with(card, length) if length > 4 or rng.random() < runs else melds_with(card, 3)
        meld = rng.choice(melds)
        if all(stock[card] for card in meld.cards):
            stock.subtract(meld.cards)
            floor.append(meld.cards)
    rest = sorted(stock.elements())
    rng.shuffle(rest)
    hand = rng.choice([rng.randint(1, 12), rng.randint(8, 50)])
    return Position(tuple(rest[4 : 4 + hand]), tuple(floor), tuple(rest[: rng.randint(0, 4)]))


def changed(rng: random.Random, position: Position) -> Position:
    """The position with a few small changes."""
    hand, floor, cross = list(position.hand), list(position.floor), list(position.cross)
    for _ in range(rng.randint(1, 3)):
        unseen = Counter(FACES * 2) - Counter(Position(tuple(hand), tuple(floor), tuple(cross)).cards())
        rest = sorted(unseen.elements())
        kind = rng.randrange(6)
        if kind == 0 and rest:
            hand.append(rng.choice(rest))
        elif kind == 1 and len(hand) > 1:
            hand.pop(rng.randrange(len(hand)))
        elif kind == 2 and rest:
            hand[rng.randrange(len(hand))] = rng.choice(rest)
        elif kind == 3 and rest and len(cross) < 4:
            cross.append(rng.choice(rest))
        elif kind == 4 and floor:
            floor.pop(rng.randrange(len(floor)))
        elif rest:
            melds = [meld for meld in _melds_of(rng.choice(rest)) if not Counter(meld.cards) - unseen]
            if melds:
                floor.append(rng.choice(melds).cards)
    return Position(tuple(hand), tuple(floor), tuple(cross))


def _melds_of(card: int) -> list[Meld]:
    return [meld for length in (3, 4, 5, 9, 12) for meld in melds_with(card, length)]


def hunt(positions: int, seed: int, processes: int) -> Iterator[Found]:
    """What each position took."""
    rng = random.Random(seed)
    slowest: list[Found] = []
    while positions > 0:
        batch = []
        for _ in range(min(BATCH, positions)):
            copy = slowest and rng.random() < COPIES
            batch.append(changed(rng, Position.parse(rng.choice(slowest).text)) if copy else dealt(rng))
        positions -= len(batch)
        found = list(map_over_cores(measure, batch, processes))
        slowest = heapq.nlargest(KEPT, {*slowest, *found})
        yield from found


def apart(found: Iterable[Found]) -> list[Found]:
    """The slowest of them, no two with half of their floor melds in common: else all are copies of one."""
    chosen: list[tuple[Found, Counter[Meld]]] = []
    for each in sorted(found, reverse=True):
        floor = Counter(map(Meld, Position.parse(each.text).floor))
        if all((floor & other).total() * 2 < max(floor.total(), 1) for _, other in chosen):
            chosen.append((each, floor))
    return [each for each, _ in chosen[:WRITTEN]]


def write(slowest: list[Found]) -> None:
    """Keep them for the tests. Stops where CP-SAT does not agree."""
    from benchmarks import peers

    lines = []
    for number, found in enumerate(slowest, 1):
        position = Position.parse(found.text)
        verdict = solve(position)
        if peers.cp_sat_kept(position) != (verdict.at_least, verdict.kept):
            raise SystemExit(f"CP-SAT does not agree: {found.text}")
        row = {"id": f"slow-{number}", "position": found.text, "max_play": verdict.at_least}
        lines.append(json.dumps({**row, "max_kept": verdict.kept, "nodes": verdict.nodes}) + "\n")
    SLOWEST.write_text("".join(lines))


@click.command()
@click.option("--positions", default=10_000, show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=1, show_default=True)
@click.option("--processes", default=1, show_default=True, type=click.IntRange(min=1))
@click.option("--worst", default=60, show_default=True, help="How many of the slowest are printed.")
@click.option("--write", "to_tests", is_flag=True, help="Make the worst the slow positions of the tests.")
def main(positions: int, seed: int, processes: int, worst: int, to_tests: bool) -> None:
    """Hunt, and print the slowest as JSON, one a line; what was found in all goes to standard error."""
    slowest: list[Found] = []
    spread: list[Found] = []
    longest: list[tuple[float, Found]] = []
    undecided = slow = open_kept = 0
    hunted = hunt(positions, seed, processes)
    with click.progressbar(hunted, length=positions, label="Hunting", file=sys.stderr) as bar:
        for found in bar:
            undecided += found.undecided
            slow += found.seconds > SLOW
            open_kept += not found.kept_proved
            slowest = heapq.nlargest(worst, {*slowest, found})
            if len(spread) < WRITTEN or found.nodes > spread[-1].nodes:
                spread = apart((*spread, found))
            longest = heapq.nlargest(worst, {*longest, (found.seconds, found)})
    if to_tests:
        write(spread)
    for found in sorted({*slowest, *(found for _, found in longest)}, reverse=True):
        print(json.dumps({"position": found.text, "nodes": found.nodes, "seconds": round(found.seconds, 3)}))
    click.echo(
        f"{positions} positions, seed {seed}: {undecided} undecided under {SECONDS:g} s, "
        f"{slow} above {SLOW:g} s, {open_kept} with melds kept not proved; "
        f"the longest took {longest[0][0]:.2f} s.",
        err=True,
    )


if __name__ == "__main__":
    main()
