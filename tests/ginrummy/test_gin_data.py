"""Every line of the proved data; tests/data/gin.jsonl holds where several answers are right."""

import json
from pathlib import Path
from typing import Any

import pytest

from makiaveli.ginrummy import best_melds, deadwood, lay_off, score

LINES = (Path(__file__).parents[1] / "data" / "gin.jsonl").read_text(encoding="utf-8").splitlines()


def lines_of(kind: str) -> list[Any]:
    lines = [json.loads(line) for line in LINES]
    return [
        pytest.param(line, id=f"{number}-{line['tag']}")
        for number, line in enumerate(lines, start=1)
        if line["kind"] == kind
    ]


def test_the_file_is_whole() -> None:
    assert [len(lines_of(kind)) for kind in ("melds", "layoff", "score")] == [160, 120, 120]


@pytest.mark.parametrize("line", lines_of("melds"))
def test_melds(line: dict[str, Any]) -> None:
    assert deadwood(line["hand"]) == line["deadwood"]
    assert best_melds(line["hand"]).deadwood == line["deadwood"]


@pytest.mark.parametrize("line", lines_of("layoff"))
def test_layoff(line: dict[str, Any]) -> None:
    remaining, laid = lay_off(line["deadwood"], line["melds"])
    assert remaining == line["remaining"]
    assert list(laid) == line["laid"]


@pytest.mark.parametrize("line", lines_of("score"))
def test_score(line: dict[str, Any]) -> None:
    knocker, opponent, gin = line["knocker"], line["opponent"], line["gin"]
    right = line.get("alternatives", [[line["knocker_points"], line["opponent_points"]]])
    assert list(score(knocker, opponent, gin)) in right
    if line["free"] is not None:
        assert list(score(knocker, opponent, gin, defence="best")) == line["free"]
