"""The worst finds of ``benchmarks/hunt.py``: they must stay right, and cost no more nodes than they did."""

import json

import pytest

from makiaveli.solver import Position, solve
from tests.solver.positions import DATA, check_legal

FINDS = [json.loads(line) for line in (DATA / "slow.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("find", FINDS, ids=lambda find: find["id"])
def test_the_slowest_found_cost_no_more_than_they_did(find: dict) -> None:
    verdict = solve(Position.parse(find["position"]))
    check_legal(verdict)
    assert verdict.kept_proved
    # An integer solver agrees on both.
    assert (verdict.at_least, verdict.at_most, verdict.kept) == (
        find["max_play"],
        find["max_play"],
        find["max_kept"],
    )
    assert verdict.nodes <= find["nodes"]
