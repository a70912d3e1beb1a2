import pytest
from gin_hands import knocks
from gin_reference import least_after_defence, swept_deadwood
from hypothesis import given, settings

from makiaveli.errors import NotationError, PositionError
from makiaveli.ginrummy import (
    BASIC,
    CLASSIC,
    GIN_BONUS,
    HAND_TARGET,
    MODERN,
    UNDERCUT_BONUS,
    Rules,
    best_melds,
    score,
)
from makiaveli.solver import parse_cards


def cards(text: str) -> list[int]:
    return [int(card) for card in parse_cards(text)]


# Counted by hand from the published rules. ginrummy.com/scoring.html and Wikipedia's "Gin rummy": the
# difference; 25 for an undercut, which a tie is; 25 for gin, with nothing laid off; 6 more for big gin.
# pagat.com's "Gin Rummy": 20 for gin and 10 for an undercut. ginplayeronline.com/scoring.shtml works two
# cases through: a knock with 3 against 11 scores 8, and one with 3 against 1 brings 2 and the bonus.
KNOCKER = "A-3S 5-7H JSJHJD 3C"  # 3 left
SCORES = [
    # 8♥ 9♥ go onto 5-7♥, left K♣ A♣
    pytest.param(KNOCKER, "8-TD QSQHQD KC AC 8H9H", (8, 0), (8, 0), (8, 0), id="knock, 3 against 11"),
    # 4♠ goes onto A-3♠ too, left A♣
    pytest.param(KNOCKER, "8-TD QSQHQD 4S AC 8H9H", (0, 27), (0, 27), (0, 12), id="undercut, 3 against 1"),
    # left A♣ 2♣
    pytest.param(KNOCKER, "8-TD QSQHQD 4S AC2C 8H", (0, 25), (0, 25), (0, 10), id="tie, 3 against 3"),
    # 4♠ 8♥ would fit, but count: 4 8 1 10
    pytest.param("A-3S 5-7H JSJHJDJC", "8-TD QSQHQD 4S 8H AC KC", (48, 0), (48, 0), (43, 0), id="gin"),
    pytest.param(
        "A-3S 5-7H JSJHJDJC", "8-TD QSQHQDQC KSKHKD", (25, 0), (25, 0), (20, 0), id="gin against none"
    ),
    # 4 9 1 10; only MODERN pays eleven cards more than ten
    pytest.param("A-3S 5-8H JSJHJDJC", "8-TD QSQHQD 4S 9H AC KC", (49, 0), (55, 0), (44, 0), id="big gin"),
    # no ace goes onto the king: left A♠ A♣ 2♠ 2♦
    pytest.param("J-KS 5-7H 9S9H9C 3C", "8-TD QHQDQC AS AC 2S 2D", (3, 0), (3, 0), (3, 0), id="no corner"),
]


@pytest.mark.parametrize(("knocker", "opponent", "basic", "modern", "classic"), SCORES)
def test_published_rules(knocker, opponent, basic, modern, classic) -> None:
    hands = cards(knocker), cards(opponent)
    assert score(*hands) == score(*hands, rules=BASIC) == basic
    assert score(*hands, rules=MODERN) == modern
    assert score(*hands, rules=CLASSIC) == classic


def test_the_default_points() -> None:
    assert (GIN_BONUS, UNDERCUT_BONUS, HAND_TARGET) == (25, 25, 100)


def test_other_bonuses() -> None:
    rules = Rules(gin_bonus=7, big_gin_bonus=9, undercut_bonus=5)
    opponent = cards("8-TD QSQHQD 4S AC2C KH")
    assert score(cards("A-3S 5-7H JSJHJDJC"), opponent, rules=rules) == (4 + 1 + 2 + 10 + 7, 0)
    assert score(cards("A-3S 5-8H JSJHJDJC"), opponent, rules=rules) == (4 + 1 + 2 + 10 + 9, 0)
    assert score(cards("A-3S 5-7H JSJHJD 9C"), cards("8-TD QSQHQD 4S AC2C 8H"), rules=rules) == (0, 9 - 3 + 5)


def test_gin_may_be_called_a_knock() -> None:
    knocker, opponent = cards("A-3S 5-7H JSJHJDJC"), cards("8-TD QSQHQD 4S 8H AC KC")
    assert score(knocker, opponent, False) == (11, 0)
    assert score(knocker, opponent, True) == score(knocker, opponent) == (48, 0)
    assert score(knocker, cards("8-TD QSQHQDQC KSKHKD"), False) == (0, 25)


def test_the_defender_may_arrange_for_the_lay_off() -> None:
    knocker, opponent = cards("4-6H ASAHAD JSJHJD 2C"), cards("7S7H7D7C 8H KSKHKD 2S 3D")
    assert score(knocker, opponent) == (8 + 2 + 3 - 2, 0)
    # One seven goes onto 4-6♥ and 8♥ behind it.
    assert score(knocker, opponent, defence="best") == (2 + 3 - 2, 0)


def test_the_knocker_may_choose_the_melds() -> None:
    knocker, opponent = cards("4S5S6S5H5D JSJHJDJC AC"), cards("KSKHKDKC QSQHQD 7S 3D2D")
    assert score(knocker, opponent) == (12 - 11, 0)  # the fives: 4 6 1 left, nothing goes
    melds = [cards("4-6S"), cards("JSJHJDJC")]
    assert score(knocker, opponent, knocker_melds=melds) == (0, 11 - 5 + 25)  # 5 5 1 left, 7♠ goes
    assert score(knocker, opponent, knocker_melds=[]) == (0, 15 + 10 + 40 + 1 - 12 + 25)


def test_melds_that_leave_a_card_make_no_gin() -> None:
    knocker, opponent = cards("A-4S 5-7H JSJHJD"), cards("8-TD QSQHQD AC2C KC KH")
    short = [cards("2-4S"), cards("5-7H"), cards("JSJHJD")]
    assert score(knocker, opponent) == (23 + 25, 0)
    assert score(knocker, opponent, knocker_melds=short) == (23 - 1, 0)
    with pytest.raises(PositionError, match="A♠: in no meld, so this is not gin"):
        score(knocker, opponent, True, knocker_melds=short)


@given(knocks())
@settings(max_examples=150)
def test_a_score_is_what_the_rules_say(hands: tuple[list[int], list[int]]) -> None:
    knocker, opponent = hands
    points = swept_deadwood(frozenset(knocker))
    for defence in ("fixed", "best"):
        won, lost = score(knocker, opponent, defence=defence)
        assert won == 0 or lost == 0
        assert won >= 0 <= lost
        if points == 0:
            assert (won, lost) == (swept_deadwood(frozenset(opponent)) + 25, 0)
    melds = list(map(frozenset, best_melds(knocker).melds))
    left = least_after_defence(frozenset(opponent), melds)
    if points:
        assert (won, lost) == ((left - points, 0) if points < left else (0, points - left + 25))


@given(knocks())
def test_the_best_defence_never_pays_more(hands: tuple[list[int], list[int]]) -> None:
    fixed, best = score(*hands), score(*hands, defence="best")
    assert best.knocker_points <= fixed.knocker_points
    assert best.opponent_points >= fixed.opponent_points


@given(knocks())
def test_the_order_of_the_cards_does_not_matter(hands: tuple[list[int], list[int]]) -> None:
    knocker, opponent = hands
    assert score(knocker, opponent) == score(knocker[::-1], iter(sorted(opponent)))


GIN, BIG_GIN, OPPONENT = "A-3S 5-7H JSJHJDJC", "A-3S 5-8H JSJHJDJC", "8-TD QSQHQD 4S 9H AC KC"


@pytest.mark.parametrize(
    ("knocker", "opponent", "gin", "words"),
    [
        ("A-3S AS", OPPONENT, None, "A♠ more than once"),
        (GIN, "KCKC", None, "K♣ more than once"),
        (GIN, "8-TD QSQHQD 2S 9H AC JC", None, "2♠ J♣: in both hands at once"),
        (KNOCKER, OPPONENT, True, "3♣: in no meld, so this is not gin"),
        (BIG_GIN, OPPONENT, False, "11 cards are for big gin"),
        ("A-3S 5-7H JSJHJDJC 3C", OPPONENT, None, "3♣: in no meld, so this is not big gin"),
        ("A-3S 5-7H JSJHJDJC 3C", OPPONENT, True, "3♣: in no meld, so this is not big gin"),
        ("A-3S 5-8H JSJHJDJC 2C", OPPONENT, None, "2♣ J♣: 12 cards. The knocker has at most 11"),
        (GIN, OPPONENT + " KH", None, "K♥ .*: 11 cards. The opponent has at most 10"),
    ],
)
def test_names_what_is_wrong(knocker: str, opponent: str, gin: bool | None, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        score(cards(knocker), cards(opponent), gin)


@pytest.mark.parametrize(
    ("melds", "words"),
    [
        (["A-3S", "5-6H"], "5♥ 6♥: a meld has three cards or more"),
        (["A-3S", "5H7HJH"], "5♥ 7♥ J♥: not a meld"),
        (["A-3S", "A-4S"], "A♠ 2♠ 3♠ more than once"),
        (["A-4S", "4-7H"], "4♠ 4♥: in the knocker's melds but not in the hand"),
    ],
)
def test_names_what_is_wrong_with_the_melds(melds: list[str], words: str) -> None:
    with pytest.raises(PositionError, match=words):
        score(cards(KNOCKER), cards("8-TD QSQHQD 9H AC KC"), knocker_melds=map(cards, melds))


def test_names_another_defence() -> None:
    with pytest.raises(NotationError, match="'greedy' is no defence: it is 'fixed' or 'best'"):
        score(cards(GIN), cards(OPPONENT), defence="greedy")
