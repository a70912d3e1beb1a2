"""The positions with proved answers in ``tests/data``, and what makes a verdict legal."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from makiaveli.solver import Position, Verdict, parse_cards, solve, why_not

DATA = Path(__file__).parent.parent / "data"
SEARCHES = ("_SHORT_NODES", "_SHORT_TIDY_NODES", "_NARROWED_NODES", "_RAISED_NODES", "_RAISED_MORE_NODES")
"""What :mod:`makiaveli.solver.verdict` lets each of its searches spend; without any, the last one answers."""


def read(name: str) -> list[dict[str, Any]]:
    """The lines of a data file, each with its ``position``."""
    rows = [json.loads(line) for line in (DATA / name).read_text().splitlines()]
    for row in rows:
        floor = [parse_cards(" ".join(meld)) for meld in row["floor"]]
        row["position"] = Position.of(
            parse_cards(" ".join(row["hand"])), floor, parse_cards(" ".join(row["cross"]))
        )
    return rows


@cache
def solved_positions() -> list[tuple[dict[str, Any], Verdict]]:
    """The 720 proved positions, each with our verdict; solved once for all tests."""
    return [(row, solve(row["position"])) for row in read("positions.jsonl")]


def check_legal(verdict: Verdict) -> None:
    """The play of the verdict is one that the rules allow, and the verdict counts it right."""
    position = verdict.position
    melds = [meld.cards for meld in verdict.arrangement.melds]
    assert all(why_not(meld) is None for meld in melds)
    floor = Counter(card for meld in position.floor for card in meld)
    after = Counter(card for meld in melds for card in meld)
    taken = Counter(position.cross) - Counter(verdict.arrangement.cross)
    assert after == floor + Counter(verdict.played) + taken
    assert Counter(verdict.played) + Counter(verdict.left) == Counter(position.hand)
    assert Counter(verdict.arrangement.cross) <= Counter(position.cross)
    assert verdict.at_least == len(verdict.played) <= verdict.at_most
    assert taken.total() == 0 or verdict.played
