import random
from collections import Counter
from dataclasses import replace

import pytest

from makiaveli.errors import DealError
from makiaveli.game import (
    MACHIAVELLI,
    MAKIAVELI,
    DealFault,
    DealFaultCode,
    Rules,
    cross_places,
    deal,
    lay_out,
)
from makiaveli.solver import FACES, Card, parse_cards

from .tables import check, table


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize(("rules", "hand", "cross"), [(MAKIAVELI, 5, 4), (MACHIAVELLI, 13, 0)])
def test_deals_hands_cross_and_stock(rules, hand, cross, seats):
    state = deal(rules, random.Random(seats), seats)
    check(state)
    assert state.hand_sizes == (hand,) * seats
    assert len(state.cross) == cross
    assert state.cross == state.dealt_cross
    assert len(state.stock) == 104 - seats * hand - cross
    assert (state.floor, state.ply, state.passes) == ((), 0, 0)


def test_the_same_randomness_deals_the_same():
    assert deal(MAKIAVELI, random.Random(7), 4) == deal(MAKIAVELI, random.Random(7), 4)
    assert deal(MAKIAVELI, random.Random(7), 4) != deal(MAKIAVELI, random.Random(8), 4)


def test_who_begins_is_drawn_by_lot():
    starters = Counter(deal(MAKIAVELI, random.Random(seed), 3).starter for seed in range(60))
    assert set(starters) == {0, 1, 2}


def test_cards_come_in_the_order_dealt():
    cards = [Card(value) for value in (*range(52), *range(52))]
    state = lay_out(MAKIAVELI, cards, 2, 1)
    assert state.hands == (tuple(cards[:5]), tuple(cards[5:10]))
    assert state.cross == tuple(cards[10:14])
    assert state.stock == tuple(cards[14:])
    assert (state.starter, state.turn) == (1, 1)


def codes(error):
    return [fault.code for fault in error.value.problems]


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_a_wrong_number_of_seats_is_refused(seats):
    with pytest.raises(DealError, match=f"{seats} seats are not supported. There are 2 to 6.") as error:
        deal(MAKIAVELI, random.Random(1), seats)
    assert codes(error) == [DealFaultCode.SEATS]


@pytest.mark.parametrize(
    "rules", [Rules(decks=3), Rules(hand_size=7), Rules(cross_size=0), Rules("canasta")], ids=str
)
def test_rules_that_are_no_preset_are_refused(rules):
    with pytest.raises(DealError, match="There are makiaveli and machiavelli") as error:
        deal(rules, random.Random(1), 4)
    assert codes(error) == [DealFaultCode.RULES]


def test_presets_are_found_by_name():
    assert Rules.named(" Makiaveli ") is MAKIAVELI
    assert Rules.named("machiavelli") is MACHIAVELLI
    with pytest.raises(DealError, match="'canasta'"):
        Rules.named("canasta")


def test_everything_wrong_with_a_deal_is_told_at_once():
    cards = [FACES[1], *(FACES * 2)[1:]]
    with pytest.raises(DealError) as error:
        lay_out(Rules(hand_size=6), cards, 9, 9)
    assert codes(error) == [
        DealFaultCode.RULES,
        DealFaultCode.SEATS,
        DealFaultCode.STARTER,
        DealFaultCode.MISSING,
        DealFaultCode.SURPLUS,
    ]
    assert error.value.problems[3:] == (
        DealFault(DealFaultCode.MISSING, cards=(FACES[0],)),
        DealFault(DealFaultCode.SURPLUS, cards=(FACES[1],)),
    )
    assert all(str(fault) for fault in error.value.problems)


@pytest.mark.parametrize(
    ("dealt", "single", "places"),
    [
        ("2S4S7H9C", "2S4S7H9C", "2S 4S 7H 9C"),
        ("2S4S7H9C", "4S9C", "-- 4S -- 9C"),
        ("7H4S7H9C", "7H9C", "-- -- 7H 9C"),
        ("7H4S7H9C", "", "-- -- -- --"),
    ],
)
def test_each_place_of_the_cross_keeps_its_card_until_it_is_used(dealt, single, places):
    state = replace(table("3S", cross=dealt), cross=parse_cards(single))
    assert " ".join(str(card or "--") for card in cross_places(state)) == places
