from dataclasses import replace

import pytest
from hypothesis import given, settings

from makiaveli.solver import Position, plan, solve
from makiaveli.words import duration, facts, headline, listed, say_steps
from tests import strategies

HEADLINES = {
    "7S/7HDC/-": "Yes. The card goes down.",
    "6H8H/4-7S.7HDC/-": "Yes. Both cards go down.",
    "3S4S5S/-/-": "Yes. All 3 cards go down.",
    "7S/-/-": "No. This card cannot go down.",
    "7S8S/-/-": "No. Neither of these 2 can go down.",
    "KSAS2S/-/-": "No. None of these 3 can go down.",
    "KHKDKSKS/-/-": "No. At most 3 of these 4.",
}


@pytest.mark.parametrize(("text", "words"), HEADLINES.items())
def test_headlines(text: str, words: str) -> None:
    assert headline(solve(Position.parse(text))) == words


def test_headlines_of_what_is_not_settled() -> None:
    verdict = replace(solve(Position.parse("3S4S5S7H/-/-")), at_most=4, wins=None)
    assert headline(verdict) == "Not settled. At least 3 of 4 go down."
    verdict = replace(solve(Position.parse("3S4S5S7H8D/-/-")), at_most=4, wins=False)
    assert headline(verdict) == "No, not all 5. At least 3 of 5 go down; more than 4 cannot."


STEPS = {
    "a new meld": ("3S4S5S/7HDC/2S", ["Lay 3♠, 4♠ and 5♠ from the hand: a new run. The hand is empty."]),
    "a new set": ("7SHD/-/-", ["Lay 7♠, 7♥ and 7♦ from the hand: a new set. The hand is empty."]),
    "with the cross": ("3S4S/-/2S", ["Put together 2♠ from the cross and 3♠ 4♠ from the hand: a new run."]),
    "to a set": ("7S/7HDC/-", ["Add 7♠ from the hand to 7♥ 7♦ 7♣."]),
    "before a run": ("3S/4-7S/-", ["Put 3♠ from the hand before the run 4♠–7♠."]),
    "after a run": ("KS/TSJSQS/-", ["Put K♠ from the hand after the run 10♠ J♠ Q♠."]),
    "either side of a run": ("3S8S/4-7S/-", ["Put 3♠ and 8♠ from the hand either side of the run 4♠–7♠."]),
    "a swap in a set": (
        "6H8H/4-7S.7HDC/-",
        [
            "Lift 7♠ off the end of the run 4♠–7♠.",
            "Take 7♥ out of 7♥ 7♦ 7♣.",
            "Add 7♠ from the run 4♠–7♠ to 7♦ 7♣.",
            "Put 6♥ and 8♥ from the hand either side of 7♥: a new run.",
        ],
    ),
    "a run split for two aces": (
        "ASAS/2-KS/-",
        [
            "Split the run 2♠–K♠ into 2♠ 3♠ and 4♠–K♠.",
            "Put A♠ from the hand before 2♠ 3♠: a new run.",
            "Put A♠ from the hand after 4♠–K♠.",
        ],
    ),
    "the start of a run": (
        "4H4D/4-7S/-",
        ["Lift 4♠ off the start of the run 4♠–7♠.", "Add 4♥ and 4♦ from the hand to 4♠: a new set."],
    ),
    "two runs joined by a card": ("6S/3-5S.7-9S/-", ["Put 6♠ from the hand after the run 3♠ 4♠ 5♠."]),
}


@pytest.mark.parametrize(("text", "said"), STEPS.values(), ids=STEPS)
def test_steps_in_words(text: str, said: list[str]) -> None:
    verdict = solve(Position.parse(text))
    steps = say_steps(verdict.position, verdict, plan(verdict.position, verdict).steps)
    assert [sentence.removesuffix(" The hand is empty.") for sentence in steps] == [
        sentence.removesuffix(" The hand is empty.") for sentence in said
    ]
    assert steps[-1].endswith("The hand is empty.")


@settings(max_examples=150)
@given(strategies.positions(most_melds=5, most_hand=6))
def test_every_step_is_a_sentence_that_names_its_cards(position: Position) -> None:
    verdict = solve(position)
    made = plan(position, verdict)
    for step, sentence in zip(made.steps, say_steps(position, verdict, made.steps), strict=True):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "  " not in sentence
        for card in (*step.hand, *step.cross):
            assert card.pretty in sentence


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3S4S5S/7HDC/2S", [("1", "meld untouched")]),
        ("7S/7HDC.8HDC/-", [("1", "meld untouched"), ("1", "added to")]),
        ("6H8H/4-7S.7HDC/-", [("2", "taken apart")]),
        ("7S/8HDC/-", []),
    ],
)
def test_facts(text: str, said: list[tuple[str, str]]) -> None:
    verdict = solve(Position.parse(text))
    assert facts(verdict, plan(verdict.position, verdict)) == said


@pytest.mark.parametrize(
    ("parts", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists(parts: list[str], said: str) -> None:
    assert listed(parts) == said


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.0001, "under 1 ms"), (0.0034, "3 ms"), (0.9, "900 ms"), (1.44, "1.4 s")]
)
def test_durations(seconds: float, said: str) -> None:
    assert duration(seconds) == said
