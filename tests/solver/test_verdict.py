import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makiaveli.solver import Limit, Position, Status, Verdict, bounds, solve
from makiaveli.solver import verdict as deciding
from tests import strategies
from tests.solver import reference
from tests.solver.positions import SEARCHES, check_legal, read, solved_positions

EASY_TO_GET_WRONG = {
    "the ace does not wrap": ("KSAS2S/-/-", 0),
    "all thirteen, ace low": ("A-KS/-/-", 13),
    "one ace low, one high": ("ASAS/2-KS/-", 2),
    "two sets share two aces": ("AHAHACASADAD/-/-", 6),
    "the longest run is the wrong start": ("3-7S6H6C/-/-", 6),
    "a set never holds one face twice": ("KHKDKSKS/-/-", 3),
    "the middle card cannot leave": ("6H6D/5-7S.5-7S/-", 0),
    "two cross cards in one meld": ("3S/-/2S4S", 1),
    "the worked example": ("3S4S5S/7H7D7C/2S", 3),
}


@pytest.mark.parametrize(("text", "most"), EASY_TO_GET_WRONG.values(), ids=EASY_TO_GET_WRONG)
def test_what_is_easy_to_get_wrong(text: str, most: int) -> None:
    verdict = solve(Position.parse(text))
    check_legal(verdict)
    assert verdict.at_least == verdict.at_most == most
    assert verdict.wins == (most == len(verdict.position.hand))


@pytest.mark.parametrize("row", read("cases.jsonl"), ids=lambda row: f"{row['id']} {row['why']}")
def test_mistakes_made_in_public(row: dict) -> None:
    verdict = solve(row["position"])
    check_legal(verdict)
    assert (verdict.wins, verdict.at_least, verdict.at_most) == (
        row["can_win"],
        row["max_play"],
        row["max_play"],
    )


def test_every_proved_position() -> None:
    solved = solved_positions()
    assert len(solved) == 720
    for row, verdict in solved:
        check_legal(verdict)
        found = (verdict.wins, verdict.at_least, verdict.at_most)
        assert found == (row["can_win"], row["max_play"], row["max_play"]), row["id"]
        if row["max_kept"] is not None and verdict.status is not Status.DRAW:
            assert verdict.kept == row["max_kept"] or not verdict.kept_proved, row["id"]


@settings(max_examples=300)
@given(strategies.positions())
def test_agrees_with_the_plain_solver(position: Position) -> None:
    verdict = solve(position)
    check_legal(verdict)
    assert verdict.at_least == verdict.at_most == reference.largest_play(position)
    untidy = solve(position, tidy=False)
    check_legal(untidy)
    assert untidy.at_least == untidy.at_most == verdict.at_least


@settings(max_examples=150)
@given(strategies.positions(most_melds=4, most_hand=4, most_cross=2, suits=2, longest=5))
def test_keeps_as_many_melds_as_the_plain_solver(position: Position) -> None:
    verdict = solve(position)
    assert verdict.kept_proved
    assert (verdict.at_least, verdict.kept) == reference.most_kept(position)


@given(strategies.positions(most_melds=5), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(position: Position, rng) -> None:
    floor = [tuple(rng.sample(meld, len(meld))) for meld in position.floor]
    shuffled = Position.of(
        rng.sample(position.hand, len(position.hand)), rng.sample(floor, len(floor)), position.cross[::-1]
    )
    one, other = solve(position), solve(shuffled)
    assert (one.arrangement, one.played, one.left, one.kept, one.moved) == (
        other.arrangement,
        other.played,
        other.left,
        other.kept,
        other.moved,
    )


def test_the_whole_deck_in_the_hand() -> None:
    deck = Position.of([*range(52), *range(52)])
    verdict = solve(deck)
    check_legal(verdict)
    assert verdict.status is Status.WIN
    assert verdict.at_least == 104


def test_every_card_seen() -> None:
    """104 cards: a hand of 50, a cross of four, and the rest on the floor."""
    floor = [[suit * 13 + rank for rank in range(13)] for suit in range(4)][:2]
    floor += [[rank, 13 + rank, 26 + rank, 39 + rank] for rank in range(6)]
    used = [card for meld in floor for card in meld]
    rest = [*range(52), *range(52)]
    for card in used:
        rest.remove(card)
    verdict = solve(Position.of(rest[4:], floor, rest[:4]))
    check_legal(verdict)
    assert len(verdict.position.cards()) == 104
    assert verdict.at_least == verdict.at_most == 50


def undecided(verdict: Verdict) -> bool:
    return verdict.at_least < verdict.at_most


HARD = "public-0586"


def hard_position() -> Position:
    return next(row["position"] for row in read("positions.jsonl") if row["id"] == HARD)


@pytest.mark.parametrize("nodes", [0, 1, 5, 20, 100])
def test_a_limit_never_makes_a_false_answer(nodes: int) -> None:
    rows = read("positions.jsonl")[340:660:10]
    open_answers = 0
    for row in rows:
        verdict = solve(row["position"], Limit(nodes=nodes))
        check_legal(verdict)
        assert verdict.at_least <= row["max_play"] <= verdict.at_most, row["id"]
        assert verdict.wins in (None, row["can_win"]), row["id"]
        assert undecided(verdict) == (verdict.status is Status.UNDECIDED)
        open_answers += undecided(verdict)
    if nodes <= 1:
        assert open_answers


def test_one_node_leaves_a_hard_position_open_and_says_what_it_knows() -> None:
    verdict = solve(hard_position(), Limit(nodes=1))
    assert verdict.status is Status.UNDECIDED
    check_legal(verdict)


def test_a_limit_in_seconds_reads_the_clock_it_is_given() -> None:
    ticks = iter(range(10**9))
    verdict = solve(hard_position(), Limit(seconds=0, clock=lambda: float(next(ticks))))
    assert verdict.status is Status.UNDECIDED
    assert verdict.seconds is not None
    assert verdict.seconds > 0
    with pytest.raises(ValueError, match="clock"):
        Limit(seconds=3)


def test_a_no_can_be_proved_while_the_largest_play_is_open() -> None:
    found = [
        verdict
        for row in read("positions.jsonl")[610:645:10]
        if (verdict := solve(row["position"], Limit(nodes=1))).wins is False and undecided(verdict)
    ]
    assert found


def test_time_is_no_part_of_a_verdict() -> None:
    position = Position.parse("3S4S5S/7H7D7C/2S")
    timed = solve(position, Limit(clock=time.perf_counter))
    assert timed == solve(position)
    assert timed.seconds is not None
    assert "seconds" not in repr(timed)
    assert solve(position).seconds is None


@pytest.mark.parametrize(
    ("text", "kept", "moved"),
    [
        ("3S4S5S/7H7D7C/2S", 1, 0),
        ("ASAS/2-KS/-", 0, 2),
        ("6H/3-5H.6SDC/-", 2, 0),
        ("6H/5-7S.5-7S/-", 2, 0),
        ("7S/4-6S.7HDC/-", 2, 0),
        ("6H8H/4-7H.7SDC/-", 1, 1),
        ("6H8H/7HDC.4-7S/-", 0, 2),
    ],
    ids=["beside", "split", "longer", "nothing", "two places", "longer run", "swap"],
)
def test_counts_melds_kept_and_cards_moved(text: str, kept: int, moved: int) -> None:
    verdict = solve(Position.parse(text))
    assert (verdict.kept, verdict.moved) == (kept, moved)


@pytest.mark.parametrize("text", ["AC/2-6C.9-QD/KD5C", "AC/2-5C.9-QD/6C7CKD8C", "7S/7HDC/6S5S"])
def test_takes_no_cross_card_that_only_comes_along(text: str) -> None:
    verdict = solve(Position.parse(text))
    assert verdict.wins
    assert sorted(verdict.arrangement.cross) == sorted(verdict.position.cross)


@pytest.mark.parametrize("skipped", range(2, len(SEARCHES) + 1))
def test_whichever_search_settles_it_the_answer_is_the_same(monkeypatch, skipped: int) -> None:
    for name in SEARCHES[:skipped]:
        monkeypatch.setattr(deciding, name, 0)
    for row in read("positions.jsonl")[::9]:
        verdict = solve(row["position"])
        check_legal(verdict)
        assert verdict.at_least == verdict.at_most == row["max_play"], row["id"]
        if row["max_kept"] is not None:
            assert (verdict.kept, verdict.kept_proved) == (row["max_kept"], True), row["id"]


def test_threads_may_solve_at_once(monkeypatch) -> None:
    """They fill the same tables, which are empty at first."""
    monkeypatch.setattr(bounds, "_pools", {})
    solved = solved_positions()[::12]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            found = list(threads.map(solve, [row["position"] for row, _ in solved]))
    finally:
        sys.setswitchinterval(interval)
    assert found == [verdict for _, verdict in solved]
