from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makiaveli.errors import IllegalTurnError, PositionError
from makiaveli.ginrummy import BASIC, CLASSIC, MODERN, Match, Rules, can_knock, score

ALL_RULES = st.sampled_from([BASIC, MODERN, CLASSIC, Rules(target=150, shutout_bonus=100, box_bonus=20)])
HANDS = st.lists(
    st.tuples(st.integers(0, 70), st.booleans()).map(lambda won: (0, won[0]) if won[1] else (won[0], 0))
)


def played(rules: Rules, *hands: tuple[int, int]) -> Match:
    match = Match(rules)
    for hand in hands:
        match = match.record(hand) if any(hand) else match.dead_hand()
    return match


# Counted by hand. Wikipedia's "Gin rummy" and ginrummy.com/scoring.html for MODERN: 100 to the winner, 25 for
# every hand won to whoever won it, and in a shut-out the winner's hands count twice before that.
# pagat.com's "Gin Rummy" for CLASSIC: 100 (200 in a shut-out) and 20 for every hand won, to each player.
LONG = [(40, 0), (0, 31), (0, 0), (35, 0), (0, 28), (26, 0)]  # 101 to 59, three hands to two
SHUTOUT = [(52, 0), (0, 0), (61, 0)]  # 113 to 0, two hands to none
SECOND_WINS = [(80, 0), (0, 60), (0, 55)]
FINALS = [
    pytest.param(BASIC, LONG, 0, (101, 59), id="basic"),
    pytest.param(MODERN, LONG, 0, (101 + 100 + 75, 59 + 50), id="modern"),
    pytest.param(CLASSIC, LONG, 0, (101 + 100 + 60, 59 + 40), id="classic"),
    pytest.param(BASIC, SHUTOUT, 0, (113, 0), id="basic shut-out"),
    pytest.param(MODERN, SHUTOUT, 0, (226 + 100 + 50, 0), id="modern shut-out"),
    pytest.param(CLASSIC, SHUTOUT, 0, (113 + 100 + 40, 0), id="classic shut-out"),
    pytest.param(
        replace(CLASSIC, shutout_bonus=100), SHUTOUT, 0, (113 + 200 + 40, 0), id="classic shut-out bonus"
    ),
    pytest.param(MODERN, SECOND_WINS, 1, (80 + 25, 115 + 100 + 50), id="second player"),
    pytest.param(Rules(target=150), [(149, 0), (0, 150)], 1, (149, 150), id="another target"),
]


@pytest.mark.parametrize(("rules", "hands", "winner", "totals"), FINALS)
def test_how_a_game_ends(
    rules: Rules, hands: list[tuple[int, int]], winner: int, totals: tuple[int, int]
) -> None:
    match = played(rules, *hands)
    assert match.winner == winner
    assert match.final() == totals


def test_a_match_grows_hand_by_hand() -> None:
    start = Match()
    assert (start.rules, start.scores, start.boxes, start.winner) == (BASIC, (0, 0), (0, 0), None)
    first = start.record((30, 0))
    assert (first.scores, first.boxes) == ((30, 0), (1, 0))
    assert start.hands == ()
    dead = first.dead_hand()
    assert (dead.scores, dead.boxes, len(dead.hands)) == ((30, 0), (1, 0), 2)


def test_a_result_belongs_to_the_player_who_knocked() -> None:
    match = Match().record((10, 0), knocker=1)
    assert match.scores == (0, 10)
    undercut = match.record((0, 31), knocker=1)
    assert (undercut.scores, undercut.boxes) == ((31, 10), (1, 1))


def test_it_takes_what_score_gives() -> None:
    knocker, opponent = range(10), [*range(13, 17), 37, 38, 49, 50, 29, 31]
    assert Match().record(score(knocker, opponent)).scores == (40 + 4 + 6 + 25, 0)


def test_bonuses_go_to_the_winner_not_to_who_undercut_last() -> None:
    # Player 0 wins the game; the last undercut was player 1's.
    match = played(MODERN, (90, 0)).record((0, 40)).record((20, 0))
    assert match.final() == (110 + 100 + 50, 40 + 25)


@pytest.mark.parametrize("hands", [LONG, SHUTOUT])
def test_nothing_is_recorded_after_the_end(hands: list[tuple[int, int]]) -> None:
    match = played(BASIC, *hands)
    for more in (lambda: match.record((5, 0)), match.dead_hand, lambda: Match(BASIC, (*match.hands, (1, 0)))):
        with pytest.raises(IllegalTurnError, match=f"ended at {match.scores[0]} to {match.scores[1]}"):
            more()


def test_an_open_game_has_no_final_score() -> None:
    with pytest.raises(IllegalTurnError, match="to 100 is not over at 99 to 0"):
        played(MODERN, (99, 0)).final()


@pytest.mark.parametrize(
    ("result", "words"), [((5, 7), "5 to 7"), ((-5, 0), "-5 to 0"), ((0, 0), "dead_hand")]
)
def test_refuses_points_that_no_hand_has(result: tuple[int, int], words: str) -> None:
    with pytest.raises(PositionError, match=words):
        Match().record(result)


def test_refuses_a_third_player() -> None:
    with pytest.raises(PositionError, match="Player 2 is not at the table"):
        Match().record((5, 0), knocker=2)


@given(ALL_RULES, HANDS)
def test_a_match_is_its_hands(rules: Rules, hands: list[tuple[int, int]]) -> None:
    match = Match(rules)
    for hand in hands:
        if match.winner is None:
            match = match.record(hand) if any(hand) else match.dead_hand()
    assert match == Match(rules, match.hands) == eval(repr(match), {"Match": Match, "Rules": Rules})  # noqa: S307  # repr rebuilds
    assert hash(match) == hash(Match(rules, match.hands))
    assert (match.winner is None) == (max(match.scores) < rules.target)
    assert sum(match.boxes) == sum(any(hand) for hand in match.hands)
    if match.winner is not None:
        extra = [total - points for total, points in zip(match.final(), match.scores, strict=True)]
        assert extra[1 - match.winner] == rules.box_bonus * match.boxes[1 - match.winner]
        assert extra[match.winner] >= rules.game_bonus


def test_presets() -> None:
    assert Rules() == BASIC
    assert (BASIC.gin_bonus, BASIC.undercut_bonus, BASIC.target) == (25, 25, 100)
    assert (MODERN.big_gin_bonus, MODERN.box_bonus, MODERN.game_bonus, MODERN.target) == (31, 25, 100, 100)
    assert (CLASSIC.gin_bonus, CLASSIC.undercut_bonus, CLASSIC.box_bonus, CLASSIC.game_bonus) == (
        20,
        10,
        20,
        100,
    )
    assert {rules.limit() for rules in (BASIC, MODERN, CLASSIC)} == {10}


def test_rules_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        BASIC.target = 50
    assert len({BASIC, MODERN, CLASSIC, Rules()}) == 3


# pagat.com, "Gin Rummy": in Oklahoma gin the first face-up card sets the limit, pictures count 10.
@pytest.mark.parametrize(("upcard", "limit"), [(0, 1), (4, 5), (9, 10), (12, 10), (51, 10), (26, 1)])
def test_oklahoma(upcard: int, limit: int) -> None:
    assert replace(CLASSIC, oklahoma=True).limit(upcard) == limit
    assert CLASSIC.limit(upcard) == 10
    assert replace(CLASSIC, oklahoma=True, knock_limit=4).limit(upcard) == min(limit, 4)


def test_the_limit_of_the_rules_is_what_knocking_wants() -> None:
    hand = [0, 1, 2, 17, 18, 19, 8, 21, 34, 44]  # 6♣ left
    assert can_knock(hand, BASIC.limit())
    assert not can_knock(hand, replace(CLASSIC, oklahoma=True).limit(4))
    assert not can_knock(hand, Rules(knock_limit=0).limit())


def test_oklahoma_needs_the_upcard() -> None:
    with pytest.raises(PositionError, match="the first upcard sets the knock limit"):
        Rules(oklahoma=True).limit()
    with pytest.raises(PositionError, match="52: not a card"):
        Rules(oklahoma=True).limit(52)


@pytest.mark.parametrize("wrong", [{"target": 0}, {"gin_bonus": -1}, {"knock_limit": -3}])
def test_rules_are_checked(wrong: dict[str, int]) -> None:
    [(name, number)] = wrong.items()
    with pytest.raises(PositionError, match=f"{name}={number}"):
        Rules(**wrong)
