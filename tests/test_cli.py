import json

import pytest
from click.testing import CliRunner, Result

from makiaveli import cli
from tests.solver.positions import DATA

WORKED = "3S4S5S/7H7D7C/2S"


def run(*arguments: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli.main, ["solve", *arguments], input=given)


def lines(result: Result) -> list[dict]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_tells_verdict_floor_and_steps() -> None:
    result = run(WORKED)
    assert result.exit_code == 0
    assert "Yes. All 3 cards go down." in result.stdout
    assert "Proved in" in result.stdout
    assert "7♥ 7♦ 7♣" in result.stdout
    assert "1. Lay 3♠, 4♠ and 5♠ from the hand: a new run. The hand is empty." in result.stdout


@pytest.mark.parametrize(
    ("arguments", "exit_code", "said"),
    [
        ([WORKED], 0, ["Yes"]),
        (["KSAS2S/-/-"], 1, ["No. None of these 3 can go down."]),
        (["KHKDKSKS/-/-"], 1, ["No. At most 3 of these 4.", "Left    K♠"]),
        (["3S4S5S", "/", "7HDC", "/", "2S"], 0, ["Yes"]),
    ],
    ids=["win", "nothing", "part of it", "in several words"],
)
def test_answers(arguments: list[str], exit_code: int, said: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == exit_code
    assert result.stderr == ""
    for words in said:
        assert words in result.stdout


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("XX/-/-", ["'XX' is no card. Try 7S or 10♦."]),
        ("XX/YY/-", ["'XX'", "'YY'"]),
        ("7S7S7S/-/-", ["7♠ is there 3 times. Two decks hold it twice."]),
        ("7S/KSAS2S/-", ["K♠ A♠ 2♠ is no meld. An ace is low or high, it does not wrap."]),
        ("7S/-/2S3S4S5S6S", ["5 cross cards", "at most four"]),
        ("-/7H7D7C/-", ["The hand is empty."]),
        ("", ["The hand is empty."]),
        ("7S/8S/9S/TS", ["hand / floor / cross"]),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["words", "json"])
def test_refuses_with_the_reason(position: str, said: list[str], form: list[str]) -> None:
    result = run(position, *form)
    assert result.exit_code == 2
    assert result.stdout == ""
    for words in said:
        assert words in result.stderr


def test_no_position_is_told_with_an_example() -> None:
    result = run()
    assert result.exit_code == 2
    assert WORKED in result.stderr


def test_reads_standard_input() -> None:
    assert run("-", given=f"{WORKED}\n").exit_code == 0
    assert run("-", given=b"\xff\xfe").exit_code == 2


def test_a_limit_leaves_it_open_and_says_so() -> None:
    hard = next(
        row
        for row in map(json.loads, (DATA / "positions.jsonl").read_text().splitlines())
        if row["id"] == "public-0586"
    )
    line = json.dumps(hard)
    (answer,) = lines(run("--jsonl", "--limit-nodes", "1", given=line))
    assert (answer["status"], answer["can_win"], answer["max_play"]) == ("undecided", None, None)
    assert answer["at_least"] <= hard["max_play"] <= answer["at_most"]
    assert run("--jsonl", "--limit-nodes", "1", given=line).exit_code == 3
    text = "{}/{}/{}".format(
        "".join(hard["hand"]), ".".join("".join(meld) for meld in hard["floor"]), "".join(hard["cross"])
    )
    result = run(text, "--limit-nodes", "1")
    assert result.exit_code == 3
    assert "Not settled. At least" in result.stdout
    assert "1 node." in result.stdout


def test_json_has_verdict_and_steps() -> None:
    (answer,) = lines(run(WORKED, "--json"))
    assert answer["position"] == WORKED
    assert (answer["status"], answer["can_win"], answer["max_play"]) == ("win", True, 3)
    assert answer["melds"] == [["7H", "7D", "7C"], ["3S", "4S", "5S"]]
    assert answer["cross"] == ["2S"]
    assert answer["untouched"] == [["7H", "7D", "7C"]]
    (step,) = answer["steps"]
    assert step["hand"] == ["3S", "4S", "5S"]
    assert step["after"] == [["3S", "4S", "5S"]]


def test_jsonl_answers_line_by_line_whatever_is_wrong_with_one() -> None:
    given = [
        '{"id": 1, "hand": ["KS", "KD", "10H"], "floor": [["KC", "QC", "JC"]], "cross": ["KH"], "more": 1}',
        '{"id": "b", "position": "3S4S5S/7H7D7C/2S"}',
        "",
        "no json",
        "[1]",
        '{"id": 3, "hand": ["XX"], "floor": [["KC"], ["??"]]}',
        '{"id": 4, "hand": "7S"}',
        '{"id": 5, "hand": 7}',
        '{"id": 6}',
        '{"id": 7, "hand": []}',
        '{"id": 8, "hand": ["7S"], "floor": "7S"}',
        '{"id": 9, "position": 5}',
        '{"id": 10, "hand": ["7S"], "floor": null, "cross": null}',
    ]
    result = run("--jsonl", given="\n".join(given))
    assert result.exit_code == 2
    answers = lines(result)
    assert [answer["id"] for answer in answers] == [1, "b", None, None, 3, 4, 5, 6, 7, 8, 9, 10]
    assert (answers[0]["max_play"], answers[0]["cross"]) == (2, [])
    assert answers[1]["can_win"] is True
    assert "'no json'" in answers[2]["error"]
    assert "'XX'" in answers[4]["error"]
    assert "'??'" in answers[4]["error"]
    assert answers[5]["max_play"] == 0
    assert '"hand" is 7' in answers[6]["error"]
    assert '"hand"' in answers[7]["error"]
    assert "The hand is empty." in answers[8]["error"]
    assert "\"floor\" is '7S'" in answers[9]["error"]
    assert '"position" is 5' in answers[10]["error"]
    assert answers[11]["at_most"] == 0
    fields = "id status can_win max_play at_least at_most played left melds cross kept moved nodes seconds"
    assert set(fields.split()) <= set(answers[0])


def test_jsonl_tells_what_else_is_asked_for_as_json_does() -> None:
    asked = ("--outs", "--why", "--count", "--steps")
    no, win = "3S4S5S9H/-/-", WORKED
    given = "\n".join(json.dumps({"id": position, "position": position}) for position in (no, win))
    for answer in lines(run("--jsonl", *asked, given=given)):
        alone = json.loads(run("--json", *asked, answer.pop("id")).stdout)
        del answer["seconds"], alone["seconds"]
        assert answer == alone
    (plain,) = lines(run("--jsonl", given=json.dumps({"position": no})))
    assert not {"outs", "why", "arrangements", "steps"} & plain.keys()


def test_jsonl_with_nothing_wrong_ends_well() -> None:
    assert run("--jsonl", given='{"position": "KSAS2S/-/-"}').exit_code == 0
    assert run("--jsonl", given="").exit_code == 0
    assert run("--jsonl", WORKED).exit_code == 2


def test_a_fault_of_ours_is_told_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(cli, "solve", broken)
    result = run(WORKED)
    assert result.exit_code == 70
    assert "not with your input" in result.stderr
    assert "Traceback" not in result.output


def test_unknown_options_are_refused() -> None:
    """A position may begin with a dash, so what looks like an option is read as one."""
    result = run(WORKED, "--jsno")
    assert result.exit_code == 2
    assert "--jsno" in result.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"], ["serve", "--help"], ["--version"]])
def test_helps(arguments: list[str]) -> None:
    result = CliRunner().invoke(cli.main, arguments)
    assert result.exit_code == 0
    assert result.stdout


CROWDED = "2S6DACTSJS/3SHC.KHKDKC.4-6S.10-QH.5-8D.9SHDC.2-5C/TCAH7C6C"


def test_explains_a_no_in_words() -> None:
    result = run("--steps", "--outs", "--why", "--count", CROWDED)
    assert result.exit_code == 1
    for words in (
        "1. Take 9♠ out of 9♠ 9♥ 9♦ 9♣.",
        "2♠ cannot go down in any play.",
        "2♠ 3♠ 4♠: 3♠ cannot leave 3♠ 3♥ 3♣.",
        "2♠ 2♥ 2♦: 2♥ and 2♦ are not here.",
        "3♠ (1 unseen)",
        "5 of 71 unseen cards win: a chance of 7 % on the next draw.",
        "ways to lay the floor.",
    ):
        assert words in result.stdout


def test_a_win_needs_no_explanation() -> None:
    result = run("--outs", "--why", "--no-steps", WORKED)
    assert result.exit_code == 0
    assert "Why not" not in result.stdout
    assert "unseen" not in result.stdout
    assert "1." not in result.stdout


def test_explains_in_json() -> None:
    (answer,) = lines(run("--outs", "--why", "--count", "--json", CROWDED))
    outs = answer["outs"]
    assert (outs["winning"], outs["unseen"]) == (5, 71)
    assert [out["card"] for out in outs["cards"] if out["wins"]] == ["3S", "2H", "3D"]
    two, six = answer["why"]["conflicts"]
    assert (two["cards"], six["cards"]) == (["2S"], ["6D"])
    assert {"meld": ["2S", "3S", "4S"], "missing": [], "held": ["3S"]} in two["needs"]
    assert answer["arrangements"]["count"] >= 1
