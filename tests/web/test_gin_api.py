import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makiaveli.web import gin_api
from tests.web.test_api import TYPE, json_values, problems

MELDS, LAYOFF, SCORE = (f"/api/ginrummy/{name}" for name in ("melds", "layoff", "score"))
KNOCKER = ["AS", "2S", "3S", "9H", "TH", "JH", "QH", "4H", "3D", "2C"]
OPPONENT = ["7S", "7H", "7D", "4S", "5S", "8H", "KH", "JD", "6C", "9C"]


@pytest.mark.parametrize(
    ("hand", "deadwood", "standing", "throw", "knock_discards"),
    [
        ([], 0, "gin", None, []),
        (["KS"], 10, "knock", None, []),
        (["KS", 0], 11, "not_yet", None, []),
        ("A-5S 3-7H", 0, "gin", None, []),
        ([0, 1, 2, 3, 4, 15, 16, 17, 18, 34], 9, "knock", None, []),
        ("4-6S 2H5H6H 3-6D 2C", 15, "knock", ("6H", 9), ["6H", "5H"]),
        (["A-5S", "3-8H"], 0, "big_gin", ("AS", 0), None),
        ("A-5S KS KH JD 9D 7C 2D", 48, "not_yet", ("KS", 38), []),
    ],
)
def test_a_hand_is_melded(client, hand, deadwood, standing, throw, knock_discards):
    data = client.post(MELDS, json={"hand": hand}).json()
    gin_api.MeldsAnswer.model_validate(data, strict=True)
    assert (data["deadwood"], data["standing"]) == (deadwood, standing)
    assert data["can_knock"] == (standing != "not_yet")
    best = data["best_discard"]
    assert (best and (best["card"], best["deadwood"])) == throw
    assert knock_discards is None or [each["card"] for each in data["knock_discards"]] == knock_discards


def test_the_knock_limit_is_respected(client):
    hand = "4-6S 2H5H6H 3-6D 2C"
    data = client.post(MELDS, json={"hand": hand, "limit": 9}).json()
    assert [each["card"] for each in data["knock_discards"]] == ["6H"]
    data = client.post(MELDS, json={"hand": hand, "limit": 8}).json()
    assert (data["can_knock"], data["knock_discards"]) == (False, [])


def test_the_best_lay_off_is_found(client):
    sent = {"deadwood": [19, "8H", "KC"], "melds": ["7SDC", [16, 17, 18]]}
    data = client.post(LAYOFF, json=sent).json()
    gin_api.LayoffAnswer.model_validate(data, strict=True)
    run = ["4H", "5H", "6H"]
    assert data == {"remaining": 10, "laid": [{"card": "7H", "meld": run}, {"card": "8H", "meld": run}]}


@pytest.mark.parametrize(
    ("more", "points", "ending"),
    [
        ({}, [16, 0], "knock"),
        ({"gin": None, "defence": "best", "rules": "modern"}, [16, 0], "knock"),
        ({"knocker_melds": [KNOCKER[:3]]}, [0, 48 - 43 + 25], "undercut"),
        ({"knocker_melds": [KNOCKER[:3]], "rules": "classic"}, [0, 48 - 43 + 10], "undercut"),
        ({"knocker": "A-5S 3-7H", "opponent": "KSHD"}, [25, 0], "gin"),
        ({"knocker": "A-5S 3-7H", "opponent": "KS", "rules": "classic"}, [30, 0], "gin"),
        ({"knocker": "A-5S 3-7H", "opponent": "8HKS", "gin": False}, [10, 0], "knock"),
        ({"knocker": "A-5S 3-8H", "opponent": "KS", "rules": "modern"}, [41, 0], "big_gin"),
    ],
)
def test_a_hand_is_scored(client, more, points, ending):
    data = client.post(SCORE, json={"knocker": KNOCKER, "opponent": OPPONENT} | more).json()
    gin_api.ScoreAnswer.model_validate(data, strict=True)
    assert [data["knocker_points"], data["opponent_points"]] == points
    assert data["ending"] == ending
    bonus = {"basic": 25, "classic": 20, "modern": 31}[more.get("rules", "basic")]
    if ending.endswith("gin"):
        assert data["opponent"]["remaining"] + bonus == points[0]
        assert data["opponent"]["laid"] == []


def test_both_hands_are_laid_down_whole(client):
    for defence in ("fixed", "best"):
        sent = {"knocker": KNOCKER, "opponent": OPPONENT, "defence": defence}
        data = client.post(SCORE, json=sent).json()
        mine, theirs = data["knocker"], data["opponent"]
        assert sorted(sum(mine["melds"], mine["unmatched"])) == sorted(KNOCKER)
        laid = [each["card"] for each in theirs["laid"]]
        assert sorted(sum(theirs["melds"], theirs["unmatched"] + laid)) == sorted(OPPONENT)


@pytest.mark.parametrize(
    ("path", "sent", "said"),
    [
        (MELDS, {}, ['There is no "hand". Give a list of cards']),
        (MELDS, {"hand": None}, ['"hand" is None. It should be a list of cards']),
        (MELDS, {"hand": ["XX", 52, -1, 1.0]}, ["'XX'", '"hand": 52', '"hand": -1', '"hand": 1.0']),
        (MELDS, {"hand": ["7S", "7S"]}, ["7♠ more than once"]),
        (MELDS, {"hand": ["XX"], "limit": -1}, ["'XX'", '"limit" is -1.']),
        (MELDS, {"hand": [], "limit": True}, ['"limit" is True.']),
        (LAYOFF, {}, ['There is no "deadwood".', 'There is no "melds". Give a list of melds']),
        (LAYOFF, {"deadwood": [0], "melds": 7}, ['"melds" is 7. Give a list of melds']),
        (LAYOFF, {"deadwood": ["??"], "melds": [["7S"], ["KSAS2S"]]}, ["'??'", "7♠: a meld", "A♠ 2♠ K♠"]),
        (LAYOFF, {"deadwood": ["7S"], "melds": ["7SHD"]}, ["7♠: in the hand and in a meld"]),
        (LAYOFF, {"deadwood": [], "melds": ["7SHD", "7-9S"]}, ["7♠ more than once"]),
        (SCORE, {"knocker": "XX"}, ["'XX'", 'There is no "opponent".']),
        (SCORE, {"knocker": "A-QS", "opponent": "A-JH"}, ["A♠ 2♠ 3♠", "A♥ 2♥ 3♥"]),
        (SCORE, {"knocker": "A-JS", "opponent": "AS"}, ["A♠: in both hands at once."]),
        (SCORE, {"knocker": "A-TS KS", "opponent": "A-JH"}, ["K♠: in no meld, so", "A♥"]),
        (
            SCORE,
            {"knocker": "7S", "opponent": "8S", "gin": 1, "defence": "no", "rules": ["basic"]},
            ['"gin" is 1. It should be one of null, true, false.', "\"defence\" is 'no'.", '"rules" is'],
        ),
        (SCORE, {"knocker": "7S", "opponent": "8S", "knocker_melds": ["7-9H"]}, ["7♥ 8♥ 9♥: in the"]),
        (SCORE, {"knocker": "7S", "opponent": "8S", "gin": True}, ["7♠: in no meld, so this is not gin."]),
    ],
    ids=str,
)  # fmt: skip
def test_every_problem_is_told(client, path, sent, said):
    told = problems(client.post(path, json=sent))
    assert len(told) == len(said), told
    assert all(message.startswith(part) for message, part in zip(told, said, strict=True)), told


KEYS = ["hand", "limit", "deadwood", "melds"]
KEYS += ["knocker", "opponent", "gin", "defence", "knocker_melds", "rules"]
cards = st.lists(st.integers(-1, 52) | st.sampled_from(["7S", "8H", "9-JC", "7SHDC"]), max_size=12)
values = json_values | cards | st.lists(cards, max_size=3) | st.sampled_from(["best", "modern"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(sent=st.dictionaries(st.sampled_from(KEYS), values, min_size=2, max_size=6) | json_values)
def test_nothing_that_is_sent_makes_it_fail(client, sent):
    for path in (MELDS, LAYOFF, SCORE):
        answer = client.post(path, content=json.dumps(sent), headers=TYPE)
        assert answer.status_code in (200, 422)
        assert answer.json()
