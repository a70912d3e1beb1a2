import copy
from itertools import chain, combinations

import pytest
from gin_hands import tables
from gin_reference import is_meld, least_after_defence, least_after_lay_off, swept_deadwood, total
from hypothesis import example, given, settings
from hypothesis import strategies as st

from makiaveli.errors import PositionError
from makiaveli.ginrummy import LaidCard, LayOff, best_defence, best_melds, lay_off
from makiaveli.solver import parse_cards

# Cards to lay off, the melds on the table, what goes where.
LAY_OFFS = [
    pytest.param("7H8H", ["7S7D7C", "4H5H6H"], {"7H": "4H5H6H", "8H": "4H5H6H"}, id="run before set"),
    pytest.param("7H", ["7S7D7C", "9H-JH"], {"7H": "7S7D7C"}, id="set where no run takes it"),
    pytest.param(
        "3H2HAH", ["4H5H6H"], {"AH": "4H5H6H", "2H": "4H5H6H", "3H": "4H5H6H"}, id="down to the ace"
    ),
    pytest.param("AHKS", ["TH-KH"], {}, id="nothing above the king"),
    pytest.param("KSAH2H", ["TS-QS"], {"KS": "TS-QS"}, id="not round the corner"),
    pytest.param("KS", ["AH2H3H"], {}, id="nor into the suit before"),
    pytest.param("9H", ["4H5H6H"], {}, id="gap"),
    pytest.param("7H", ["4H5H6H", "8H9HTH"], {"7H": "4H5H6H"}, id="the lower of two runs"),
    pytest.param("7H", ["8H9HTH", "4H5H6H"], {"7H": "4H5H6H"}, id="in whatever order they lie"),
    pytest.param("5S", ["6S6H6D6C"], {}, id="a full set"),
    pytest.param("5S", [], {}, id="no melds"),
    pytest.param("-", ["4H5H6H"], {}, id="no cards"),
]


def cards(text: str) -> list[int]:
    return [int(card) for card in parse_cards(text)]


@pytest.mark.parametrize(("deadwood", "melds", "expected"), LAY_OFFS)
def test_known_lay_offs(deadwood: str, melds: list[str], expected: dict[str, str]) -> None:
    remaining, laid = lay_off(cards(deadwood), list(map(cards, melds)))
    assert {int(card): card.meld for card in laid} == {
        cards(card)[0]: tuple(cards(meld)) for card, meld in expected.items()
    }
    assert remaining == total(set(cards(deadwood)) - set(laid))


def _grown(melds: list[list[int]], laid: tuple[LaidCard, ...]) -> list[set[int]]:
    """The melds with the laid cards in their places."""
    return [set(meld).union(card for card in laid if card.meld == tuple(sorted(meld))) for meld in melds]


@given(tables())
@settings(max_examples=150)
def test_lay_off_is_best_and_lies_as_told(table: tuple[list[list[int]], list[int]]) -> None:
    melds, pool = table
    deadwood = pool[:8]
    remaining, laid = lay_off(deadwood, melds)
    assert remaining == least_after_lay_off(frozenset(deadwood), list(map(frozenset, melds)))
    assert remaining == total(set(deadwood) - set(laid))
    assert list(laid) == sorted(set(laid))
    assert all(map(is_meld, _grown(melds, laid)))
    assert sum(map(len, _grown(melds, laid))) == sum(map(len, melds)) + len(laid)


@given(tables())
@settings(max_examples=150)
def test_defence_is_best_and_lies_as_told(table: tuple[list[list[int]], list[int]]) -> None:
    melds, pool = table
    hand = pool[:10]
    defence = best_defence(hand, melds)
    assert defence.remaining == least_after_defence(frozenset(hand), list(map(frozenset, melds)))
    assert defence.remaining == total(defence.unmatched)
    assert all(map(is_meld, defence.melds))
    assert all(map(is_meld, _grown(melds, defence.laid)))
    played = [card for meld in defence.melds for card in meld]
    assert sorted([*played, *defence.laid, *defence.unmatched]) == sorted(hand)


@given(
    st.permutations(range(52)), st.sets(st.integers(0, 12), max_size=3), st.sampled_from((10, 20, 35, 40, 45))
)
@example([int(card) for card in parse_cards("AS3S6S9S A-3H5H6H9HTH A-3D5D6D 3-5C7-TCKC")], {3, 7}, 52)
@settings(max_examples=60)
def test_defence_of_hands_of_any_size(deck: list[int], ranks: set[int], size: int) -> None:
    melds = [[rank, rank + 13, rank + 26] for rank in ranks]
    hand = frozenset(deck[:size]).difference(*melds)
    fourths = [rank + 39 for rank in ranks if rank + 39 in hand]
    ways = chain.from_iterable(combinations(fourths, count) for count in range(len(fourths) + 1))
    assert best_defence(hand, melds).remaining == min(swept_deadwood(hand.difference(way)) for way in ways)


@given(tables())
def test_one_meld_more_on_the_table_never_costs_the_defender(
    table: tuple[list[list[int]], list[int]],
) -> None:
    melds, pool = table
    hand = pool[:10]
    for count in range(len(melds)):
        assert lay_off(hand, melds[: count + 1]).remaining <= lay_off(hand, melds[:count]).remaining
        assert best_defence(hand, melds[: count + 1]).remaining <= best_defence(hand, melds[:count]).remaining


@given(tables())
def test_the_fixed_choice_is_never_better_than_the_best_defence(
    table: tuple[list[list[int]], list[int]],
) -> None:
    melds, pool = table
    hand = pool[:10]
    fixed = lay_off(best_melds(hand).unmatched, melds).remaining
    assert best_defence(hand, melds).remaining <= fixed <= best_melds(hand).deadwood


@pytest.mark.parametrize(
    ("hand", "melds", "remaining", "own", "laid"),
    [
        pytest.param("7S7H7D7C8H", ["4H5H6H"], 0, ["7S7D7C"], "7H8H", id="a set gives one up"),
        pytest.param("8H9HTH", ["5H6H7H"], 0, ["8H9HTH"], "-", id="a run of one's own stays"),
        pytest.param("8H9HTHJH", ["JSJDJC"], 0, ["8H-JH"], "-", id="whole"),
        pytest.param("8H9HJH", ["JSJDJC"], 17, [], "JH", id="into the set"),
        pytest.param("9HTHJH9S9D9C", ["JSJDJC"], 0, ["9S9D9C", "9HTHJH"], "-", id="the fourth in a run"),
        pytest.param("5H5S5D", ["6H7H8H"], 0, ["5S5H5D"], "-", id="a set before a lay-off"),
    ],
)
def test_known_defences(hand: str, melds: list[str], remaining: int, own: list[str], laid: str) -> None:
    defence = best_defence(cards(hand), list(map(cards, melds)))
    assert defence.remaining == remaining
    assert defence.melds == tuple(tuple(cards(meld)) for meld in own)
    assert list(defence.laid) == cards(laid)


@pytest.mark.parametrize("ask", [lay_off, best_defence])
@pytest.mark.parametrize(
    ("hand", "melds", "words"),
    [
        ([0, 0], [], "A♠ more than once"),
        ([52], [], "52: not a card"),
        ([0], [[6, 7]], "7♠ 8♠: a meld has three cards or more"),
        ([0], [[]], "No card: a meld has three cards or more"),
        ([0], [[6, 7, 9]], "7♠ 8♠ T♠: not a meld"),
        ([0], [[11, 12, 13]], "Q♠ K♠ A♥: not a meld"),
        ([1], [[0, 11, 12]], "A♠ Q♠ K♠: not a meld"),
        ([0], [[6, 19, 33]], "7♠ 7♥ 8♦: not a meld"),
        ([0], [[6, 6, 7, 8]], "7♠ more than once"),
        ([0], [[6, 7, 8], [6, 19, 32]], "7♠ more than once"),
        ([6, 7, 0], [[6, 19, 32], [7, 8, 9]], "7♠ 8♠: in the hand and in a meld on the table at once"),
    ],
)
def test_names_what_is_wrong(ask, hand: list[int], melds: list[list[int]], words: str) -> None:
    with pytest.raises(PositionError, match=words):
        ask(hand, melds)


def test_a_laid_card_is_a_card_and_survives_copying() -> None:
    result = lay_off([3], [[0, 1, 2]])
    assert result == (0, (3,))
    for again in (copy.deepcopy(result), eval(repr(result), {"LayOff": LayOff, "LaidCard": LaidCard})):  # noqa: S307  # repr rebuilds
        assert again == result
        assert again.laid[0].meld == (0, 1, 2)
    assert hash(result) == hash((0, (3,)))
