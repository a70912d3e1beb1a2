import json

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makiaveli.cli import main
from makiaveli.solver import Limit, Position, plan, solve
from makiaveli.web import api
from makiaveli.web.middleware import MOST_BODY
from makiaveli.wire import plan_data, verdict_data
from tests.solver.positions import read

TYPE = {"Content-Type": "application/json"}
EXAMPLE = {"hand": ["3S", "4S", "5S"], "floor": [["7H", "7D", "7C"]], "cross": ["2S"]}


def problems(answer) -> list[str]:
    assert answer.status_code == 422
    assert answer.json()["error"] == "What was sent cannot be used."
    return [problem["message"] for problem in answer.json()["problems"]]


@pytest.mark.parametrize(
    "sent",
    [
        EXAMPLE,
        {"position": "3S4S5S/7H7D7C/2S"},
        {"hand": "3♠ 4♠ 5♠", "floor": ["7HDC"], "cross": "2S"},
        {**EXAMPLE, "limit_seconds": 10, "limit_nodes": 10**6, "id": 7},
        {**EXAMPLE, "limit_seconds": None, "limit_nodes": None},
    ],
)
def test_a_position_is_solved(client, sent):
    data = client.post("/api/solve", json=sent).json()
    verdict = solve(Position.parse("3S4S5S/7H7D7C/2S"), Limit())
    expected = {"position": "3S4S5S/7H7D7C/2S"} | verdict_data(verdict)
    expected |= plan_data(verdict, plan(verdict.position, verdict))
    seconds = data.pop("seconds")
    assert seconds > 0
    del expected["seconds"]
    assert data == expected


def test_an_answer_has_the_documented_keys_and_types(client):
    data = client.post("/api/solve", json={"position": "3SXH/-/-"}).json()
    assert data["problems"]
    for position in ("3S4S5S/7H7D7C/2S", "KSAS2S", "3S9D/4S5S6S"):
        data = client.post("/api/solve", json={"position": position}).json()
        assert data.keys() == api.SolveAnswer.model_fields.keys() - {"outs", "why", "arrangements"}
        api.SolveAnswer.model_validate(data, strict=True)
    for cards in ("7SHD", "7SH"):
        data = client.post("/api/check", json={"cards": cards}).json()
        assert data.keys() == api.CheckAnswer.model_fields.keys()
        api.CheckAnswer.model_validate(data, strict=True)


def test_a_limit_leaves_open_what_it_did_not_reach(client):
    row = next(row for row in read("positions.jsonl") if row["id"] == "public-0328")
    data = client.post("/api/solve", json={"position": str(row["position"]), "limit_nodes": 1}).json()
    assert (data["status"], data["can_win"], data["max_play"]) == ("undecided", None, None)
    assert data["at_least"] <= row["max_play"] <= data["at_most"]
    data = client.post("/api/solve", json={**row, "position": None}).json()
    assert (data["can_win"], data["max_play"]) == (row["can_win"], row["max_play"])


ASKED = {"outs": True, "why": True, "count": True}


def test_what_else_is_asked_for_is_told_as_the_terminal_tells_it(client):
    position = "QSKS9D/7H7D7C/-"
    data = client.post("/api/solve", json={"position": position, **ASKED}).json()
    api.SolveAnswer.model_validate(data, strict=True)
    assert data.keys() == api.SolveAnswer.model_fields.keys()
    printed = CliRunner().invoke(main, ["solve", "--json", "--outs", "--why", "--count", position]).output
    printed = json.loads(printed)
    for same in (data, printed):
        del same["seconds"], same["arrangements"]["cap"]
    assert data == printed
    assert [conflict["cards"] for conflict in data["why"]["conflicts"]] == [["QS"], ["KS"], ["9D"]]


def test_a_win_needs_no_reasons(client):
    data = client.post("/api/solve", json={**EXAMPLE, **ASKED}).json()
    assert (data["outs"], data["why"], data["arrangements"]["count"]) == (None, None, 2)
    assert not {"outs", "why", "arrangements"} & client.post("/api/solve", json=EXAMPLE).json().keys()


def test_what_a_limit_leaves_open_is_no_no(client):
    row = next(row for row in read("positions.jsonl") if row["id"] == "public-b042")
    data = client.post("/api/solve", json={**row, "position": None, **ASKED, "limit_nodes": 0}).json()
    api.SolveAnswer.model_validate(data, strict=True)
    assert data["outs"]["open"] > 0
    assert any(out["wins"] is None for out in data["outs"]["cards"])
    assert not data["why"]["complete"]
    assert data["arrangements"]["count"] is None


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"hand": "7S", "outs": 1, "why": "no", "count": []}, ['"outs" is 1. It', '"why" is', '"count"']),
        ({}, ['There is no "hand" and no "position". Give one of them.']),
        ({"hand": []}, ["The hand is empty. Give it at least one card."]),
        ({"hand": ["XX"], "cross": ["YY"]}, ["'XX' is no card.", "'YY' is no card."]),
        ({"hand": 7}, ['"hand" is 7. It should be a list of cards']),
        ({"hand": ["7S"], "floor": 7}, ['"floor" is 7.']),
        ({"hand": ["7S"], "floor": [[7]]}, ['"floor" is [7].']),
        ({"position": 7}, ['"position" is 7. It should be a text']),
        ({"position": "1/2/3/4"}, ["'1/2/3/4' has too many parts."]),
        ({"position": "7S7S7S/KSAS2S"}, ["7♠ is there 3 times.", "K♠ A♠ 2♠ is no meld."]),
        ({"hand": "7S", "limit_seconds": 11}, ['"limit_seconds" is 11. It should be a number from 0 to 10.']),
        ({"hand": "7S", "limit_seconds": True}, ['"limit_seconds" is True.']),
        ({"hand": "7S", "limit_seconds": "1"}, ["\"limit_seconds\" is '1'."]),
        ({"hand": "7S", "limit_nodes": -1}, ['"limit_nodes" is -1. It should be a whole number from 0.']),
        ({"hand": "7S", "limit_nodes": 1.5}, ['"limit_nodes" is 1.5.']),
        ({"hand": "XX", "limit_nodes": "", "limit_seconds": -1}, ["'XX'", '"limit_s', '"limit_n']),
    ],
    ids=str,
)  # fmt: skip
def test_every_problem_is_told(client, sent, said):
    told = problems(client.post("/api/solve", json=sent))
    assert len(told) == len(said)
    assert all(message.startswith(part) for message, part in zip(told, said, strict=True)), told


@pytest.mark.parametrize("body", ["NaN", "Infinity", "1e999"])
def test_numbers_that_are_none_are_refused(client, body):
    sent = f'{{"hand": ["7S"], "limit_seconds": {body}}}'
    assert problems(client.post("/api/solve", content=sent, headers=TYPE))[0].startswith('"limit_seconds"')


def test_a_problem_has_its_code_and_cards(client):
    (problem,) = client.post("/api/solve", json={"hand": ["7S", "7S", "7S"]}).json()["problems"]
    assert (problem["code"], problem["cards"]) == ("copies", ["7S", "7S", "7S"])


@pytest.mark.parametrize(
    ("cards", "kind", "ordered", "fault"),
    [
        (["7S", "7H", "7D"], "set", ["7S", "7H", "7D"], None),
        (["KS", "AS", "QS"], "run", ["QS", "KS", "AS"], None),
        ("A-KC", "run", [f"{rank}C" for rank in "A23456789TJQK"], None),
        (["KS", "AS", "2S"], None, ["KS", "AS", "2S"], ("ace_wraps", ["AS"])),
        (["5H", "7H", "8H"], None, ["5H", "7H", "8H"], ("gap", ["5H", "6H", "7H"])),
        (["7S", "7S", "7D"], None, ["7S", "7S", "7D"], ("twice_in_set", ["7S"])),
        ([], None, [], ("too_short", [])),
    ],
)
def test_a_meld_is_checked(client, cards, kind, ordered, fault):
    answer = client.post("/api/check", json={"cards": cards})
    assert answer.status_code == 200
    data = answer.json()
    assert (data["valid"], data["kind"], data["cards"]) == (fault is None, kind, ordered)
    assert (data["fault"] and (data["fault"]["code"], data["fault"]["cards"])) == fault
    assert fault is None or data["fault"]["message"].endswith(".")


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, 'There is no "cards".'),
        ({"cards": ["XX"]}, "'XX' is no card."),
        ({"cards": {"a": 1}}, "\"cards\" is {'a': 1}."),
    ],
)
def test_cards_that_cannot_be_read_are_told(client, sent, said):
    (told,) = problems(client.post("/api/check", json=sent))
    assert told.startswith(said)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "'' is no JSON."),
        (b'{"hand": ', "'{\"hand\": ' is no JSON."),
        (b"\xff\xfe\xfa", "'\ufffd"),
        (b"[" * 60_000, "'[[[["),
        (b"[1, 2]", "[1, 2] is no JSON object"),
        (b'"7S"', "'7S' is no JSON object"),
        (b"null", "None is no JSON object"),
        (b"9" * 5_000, "'9999"),
    ],
)
@pytest.mark.parametrize("path", ["/api/solve", "/api/check"])
def test_a_body_that_is_no_object_is_told(client, path, body, said):
    (told,) = problems(client.post(path, content=body, headers=TYPE))
    assert told.startswith(said)
    assert len(told) < 90


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_another_content_type_is_told(client, kind):
    answer = client.post("/api/solve", content=json.dumps(EXAMPLE), headers={"Content-Type": kind})
    assert answer.status_code == 415
    (problem,) = answer.json()["problems"]
    assert problem["message"] == f"The Content-Type is {kind!r}. It should be 'application/json'."


def test_a_content_type_may_name_its_characters(client):
    kind = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert client.post("/api/solve", content=json.dumps(EXAMPLE), headers=kind).status_code == 200


@pytest.mark.parametrize("chunks", [1, 100], ids=["whole", "streamed"])
def test_a_body_that_is_too_large_is_told(client, chunks):
    piece = b"x" * (MOST_BODY // chunks + 1)
    answer = client.post("/api/solve", content=(piece for _ in range(chunks)), headers=TYPE)
    assert answer.status_code == 413
    assert answer.json()["problems"] == [{"message": "At most 64 kB can be sent here."}]


@pytest.mark.parametrize("path", ["/api/solve", "/api/check"])
def test_callers_get_json_whatever_they_accept(client, path):
    answer = client.get(path, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json()["error"] == "This page cannot do that."


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("7S"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
KEYS = ["outs", "why", "count", "hand", "floor", "cross", "position", "cards", "limit_seconds", "limit_nodes"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80)
@given(sent=st.dictionaries(st.sampled_from(KEYS), json_values, max_size=4) | json_values)
def test_nothing_that_is_sent_makes_it_fail(client, sent):
    for path in ("/api/solve", "/api/check"):
        answer = client.post(path, content=json.dumps(sent), headers=TYPE)
        assert answer.status_code in (200, 422)
        assert answer.json()
