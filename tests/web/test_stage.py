"""The frames of an answer, read off its page: each is the table that the steps lead to."""

from collections import Counter

import pytest
from bs4 import BeautifulSoup, Tag
from hypothesis import HealthCheck, given, settings

from makiaveli.solver import Card, Plan, Position, Step, Verdict, Zone, plan, replay, solve
from makiaveli.web.frames import frames
from tests.solver.positions import read, solved_positions
from tests.strategies import positions
from tests.web.test_answer import NO, YES, ask, face, page_of, texts

SCATTERED = "AH10C/8H9H10H.2S2H2C.QSHDC.KSHDC.JSHDC.5-10S/6C3C"
"""Cards of two floor melds go to melds of which others are the base."""
SPLIT = "9D/3-8H.9HSC/9D"
WITH_CROSS = "3S4S/-/2S3S"
LANES = "A-9S A-9S A-9H"
POSITIONS = {
    "yes": YES,
    "no": NO,
    "scattered": SCATTERED,
    "split": SPLIT,
    "cross": WITH_CROSS,
    "lanes": LANES,
}


def frame(stage: Tag, number: int, selector: str) -> list[Tag]:
    """What is seen in a frame."""
    return [
        each
        for each in stage.select(selector)
        if int(each.get("data-first", 0)) <= number <= int(each.get("data-last", number))
    ]


def faces(part: Tag) -> tuple[Card, ...]:
    return tuple(face(card) for card in part.select(".card"))


def loose(stage: Tag, number: int, where: str) -> Counter[Card]:
    return Counter(face(card) for card in frame(stage, number, f"{where} .card"))


def check_frames(page: BeautifulSoup, position: Position, verdict: Verdict, made: Plan) -> None:
    stage = page.select_one(".stage")
    untouched = [meld.cards for meld in made.untouched]
    hand, cross = Counter(position.hand), Counter(position.cross)
    everything = set()
    for number in range(len(made.steps) + 1):
        if number:
            hand -= Counter(made.steps[number - 1].hand)
            cross -= Counter(made.steps[number - 1].cross)
        trays = frame(stage, number, ".tray")
        piles = [faces(pile) for tray in trays for pile in tray.select("ol")]
        assert tuple(sorted(piles + untouched)) == replay(position, made.steps[:number])
        assert loose(stage, number, ".held") == hand
        assert loose(stage, number, ".crossed") == cross

        # One thing lies at each place, and each physical card is seen once.
        assert [len(frame(place, number, ".tray")) for place in stage.select(".melds > .both")] == [1] * len(
            trays
        )
        names = [card["data-card"] for tray in trays for card in tray.select(".card")]
        names += [card["data-card"] for card in frame(stage, number, ".singles .card")]
        assert len(names) == len(set(names))
        everything.add(frozenset(names))
    assert len(everything) == 1


def check_as_loaded(page: BeautifulSoup, last: int) -> None:
    """Without scripts the last frame is seen, and nothing else."""
    stage = page.select_one(".stage")
    timed = stage.select("[data-first], [data-last]")
    seen = frame(stage, last, "[data-first], [data-last]")
    assert timed
    assert [each for each in timed if "off" not in each.get("class", [])] == seen
    assert [card for card in stage.select(".off .card, .card.off") if card.has_attr("id")] == []


def check(client, position: Position) -> BeautifulSoup:
    verdict = solve(position)
    made = plan(position, verdict)
    page = page_of(ask(client, str(position)))
    if not verdict.played:
        assert page.select(".stage, .stepper, .steps") == []
        return page
    check_frames(page, position, verdict, made)
    check_as_loaded(page, len(made.steps))
    check_pictures(page, made.steps)
    return page


def check_pictures(page: BeautifulSoup, steps: tuple[Step, ...]) -> None:
    for shown, step in zip(page.select(".steps > li"), steps, strict=True):
        before, after = shown.select(".picture > .melds")
        piles = [faces(pile) for pile in before.select(".meld")]
        assert piles == [pile.cards for pile in step.before] + [c for c in (step.cross, step.hand) if c]
        assert [faces(pile) for pile in after.select(".meld")] == [pile.cards for pile in step.after]
        for part in (before, after):
            for zone in (Zone.HAND, Zone.CROSS):
                marked = [face(card) for card in part.select(f".from-{zone}")]
                assert sorted(marked) == sorted(step.hand if zone is Zone.HAND else step.cross)


@pytest.mark.parametrize("text", POSITIONS.values(), ids=POSITIONS)
def test_every_frame_is_the_table_after_so_many_steps(client, text):
    check(client, Position.parse(text))


@pytest.mark.parametrize("row", read("positions.jsonl")[::90], ids=lambda row: row["id"])
def test_so_is_every_frame_of_proved_positions(client, row):
    check(client, row["position"])


def test_the_frames_of_all_proved_positions_are_what_a_replay_says():
    for _, verdict in solved_positions():
        made = plan(verdict.position, verdict)
        untouched = [meld.cards for meld in made.untouched]
        for number, each in enumerate(frames(verdict.position, verdict, made)):
            piles = [tuple(way.card for way in pile) for place in each.places for pile in place]
            assert tuple(sorted(piles + untouched)) == replay(verdict.position, made.steps[:number])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(position=positions())
def test_so_is_every_frame_of_any_position(client, position: Position):
    check(client, position)


def test_a_floor_meld_lives_on_where_it_lies(client):
    stage = check(client, Position.parse("6H8H/7HDC.4-7S")).select_one(".stage")
    seen = [
        [[" ".join(map(str, faces(pile))) for pile in state.select("ol")] for state in place.select(".tray")]
        for place in stage.select(".melds > .both")
    ]
    assert seen == [
        [["7H 7D 7C"], ["7H", "7D 7C"], ["7S 7D 7C", "7H"], ["7S 7D 7C"]],
        [["4S 5S 6S 7S"], ["4S 5S 6S", "7S"], ["4S 5S 6S"]],
        [[], ["6H 7H 8H"]],
    ]
    assert texts(stage.select(".cap")) == ["Gave up 7♥, took 7♠", "Gave up 7♠", "New run"]


def test_a_place_whose_meld_went_elsewhere_comes_last_and_ends_empty(client):
    stage = check(client, Position.parse(SCATTERED)).select_one(".stage")
    states = [place.select(".tray") for place in stage.select(".melds > .both")]
    assert [len(place[0].select(".card")) for place in states] == [4, 0, 0, 0, 4, 4]
    assert [len(place[-1].select(".card")) for place in states] == [3, 4, 3, 4, 0, 0]
    assert ["void" in place[-1]["class"] for place in states] == [False] * 4 + [True] * 2


def test_the_stepper_tells_every_step(client):
    page = check(client, Position.parse(YES))
    sentences = texts(page.select(".steps > li > div > p"))
    told = texts(page.select(".stepper .say > p"))
    assert told[:2] == ["7 steps lead from the table before to this one.", "The table before."]
    assert told[2:] == [f"Step {n} of 7. {said}" for n, said in enumerate(sentences, 1)]
    assert texts(page.select(".stepper .say > p:not(.off)")) == told[:1]
    assert [button["type"] for button in page.select(".stepper button")] == ["button"] * 3
