from collections import Counter

import pytest
from hypothesis import given, settings

from makiaveli.solver import Position, StepKind, Verdict, Zone, parse_cards, plan, replay, solve, why_not
from makiaveli.solver.plan import Plan
from tests import strategies
from tests.solver.positions import solved_positions


def check(verdict: Verdict) -> Plan:
    """Everything that holds for the plan of any play."""
    position = verdict.position
    made = plan(position, verdict)
    finals = [meld.cards for meld in verdict.arrangement.melds]

    # Every card is accounted for once, and ends where the verdict says.
    assert Counter(way.card for way in made.ways) == Counter(position.cards())
    assert len({(way.card, way.copy) for way in made.ways}) == len(made.ways)
    for zone, cards in ((Zone.HAND, verdict.left), (Zone.CROSS, verdict.arrangement.cross)):
        assert Counter(way.card for way in made.ways if way.target is zone) == Counter(cards)
    for j, final in enumerate(finals):
        assert Counter(way.card for way in made.ways if way.target_meld == j) == Counter(final)
    for i, meld in enumerate(position.floor):
        assert Counter(way.card for way in made.ways if way.source_meld == i) == Counter(meld)

    # A replay of the steps reaches the new floor, and no step makes cards.
    assert replay(position, made.steps) == tuple(sorted(finals))
    for step in made.steps:
        before = Counter(card for pile in step.before for card in pile.cards)
        after = Counter(card for pile in step.after for card in pile.cards)
        assert before + Counter(step.hand) + Counter(step.cross) == after

    # A meld that is there before and after appears in no step.
    same = Counter(tuple(sorted(meld)) for meld in position.floor) & Counter(
        tuple(sorted(meld)) for meld in finals
    )
    assert Counter(tuple(sorted(meld.cards)) for meld in made.untouched) == same
    touched = Counter(pile.meld for step in made.steps for pile in step.before if pile.whole)
    assert len(touched) == len(position.floor) - len(made.untouched)

    # First everything is taken apart, then everything is built, and as many cards move as the verdict says.
    kinds = [step.kind for step in made.steps]
    assert kinds == sorted(kinds, key=[StepKind.TAKE_APART, StepKind.BUILD].index)
    away = [pile for step in made.steps if step.kind is StepKind.TAKE_APART for pile in step.after[1:]]
    assert sum(len(pile.cards) for pile in away) == verdict.moved
    assert len(made.untouched) + len(made.extended) == verdict.kept
    assert len(made.untouched) + len(made.extended) + len(made.opened) == len(position.floor)
    for step in made.steps:
        if step.final is None:
            assert step.kind is StepKind.TAKE_APART
        else:
            assert step.kind is StepKind.BUILD
            assert why_not(step.after[0].cards) is None
            assert step.after[0].cards == finals[step.final]
    return made


def test_every_proved_position_can_be_played_step_by_step() -> None:
    for _, verdict in solved_positions():
        check(verdict)


@settings(max_examples=200)
@given(strategies.positions(most_melds=5, most_hand=6))
def test_any_play_can_be_played_step_by_step(position: Position) -> None:
    check(solve(position))


@settings(max_examples=100)
@given(strategies.positions(most_melds=6, most_hand=6, suits=1, longest=9))
def test_so_can_plays_among_many_runs_of_one_suit(position: Position) -> None:
    check(solve(position))


def test_a_swap_in_a_set() -> None:
    made = check(solve(Position.parse("6H8H/7HDC.4-7S/-")))
    cards = [
        ([pile.cards for pile in step.before], step.hand, [pile.cards for pile in step.after])
        for step in made.steps
    ]
    c = parse_cards
    assert cards == [
        ([c("7HDC")], (), [c("7DC"), c("7H")]),
        ([c("4-7S")], (), [c("4-6S"), c("7S")]),
        ([c("7DC"), c("7S")], (), [c("7SDC")]),
        ([c("7H")], c("6H8H"), [c("6-8H")]),
    ]


def test_the_two_copies_of_a_face_are_told_apart() -> None:
    made = check(solve(Position.parse("7C/7SHD.7SHD/-")))
    copies = {(str(way.card), way.copy): way.source_meld for way in made.ways}
    assert copies[("7S", 0)] == 0
    assert copies[("7S", 1)] == 1


def test_a_replay_refuses_what_is_not_there() -> None:
    position = Position.parse("6H8H/7HDC.4-7S/-")
    steps = plan(position, solve(position)).steps
    with pytest.raises(ValueError, match="not there"):
        replay(position, steps[::-1])
