import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from makiaveli.cli import main

LINES = (Path(__file__).parent / "data" / "gin.jsonl").read_text(encoding="utf-8").splitlines()
ELEVEN = "4-6S 2H5H6H 3-6D 2C"
KNOCKER, OTHER = "A-3S 9-QH 4H3D2C", "7S7H7D 4S5S8HKHJD6C9C"


def run(*arguments: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["gin", *arguments], input=given)


def answers(given: str | bytes) -> tuple[int, list[dict]]:
    result = run("--jsonl", given=given)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_every_proved_line_is_answered_alike() -> None:
    code, told = answers("\n".join(LINES))
    assert code == 0
    assert [answer.pop("line") for answer in told] == list(range(1, 401))
    for line, answer in zip(map(json.loads, LINES), told, strict=True):
        if line["kind"] == "score":
            right = line.get("alternatives", [[line["knocker_points"], line["opponent_points"]]])
            assert [answer["knocker_points"], answer["opponent_points"]] in right
            assert line["free"] in (None, answer["free"])
            assert answer.keys() == {"knocker_points", "opponent_points", "free"}
        else:
            assert answer.items() <= line.items()
            asked = {"kind", "tag", *(["hand"] if line["kind"] == "melds" else ["deadwood", "melds"])}
            assert answer.keys() == line.keys() - asked


def test_lines_may_hold_texts_and_more_and_nothing() -> None:
    given = '{"kind": "melds", "hand": ["A-3S", 16, "5♥"], "id": 7, "limit": "x", "rules": 1}\n\n'
    given += '{"kind": "score", "knocker": "A-10S", "opponent": [13], "defence": 3}'
    assert answers(given) == (
        0,
        [
            {"line": 1, "deadwood": 9},
            {"line": 3, "knocker_points": 26, "opponent_points": 0, "free": [26, 0]},
        ],
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("no json", "'no json' is no JSON object."),
        ("[1]", "'[1]' is no JSON object."),
        ("[" * 100_000, "'[[["),
        ("{}", '"kind" is None. It should be one of "melds", "layoff", "score".'),
        ('{"kind": ["melds"]}', "\"kind\" is ['melds']."),
        ('{"kind": "melds"}', 'There is no "hand".'),
        ('{"kind": "melds", "hand": [52]}', '"hand": 52 is no card. A card is a text such as'),
        ('{"kind": "melds", "hand": [true]}', '"hand": True is no card.'),
        ('{"kind": "melds", "hand": [0, "AS"]}', "A♠ more than once"),
        ('{"kind": "melds", "hand": 7}', '"hand" is 7. It should be a list of cards'),
        ('{"kind": "layoff", "deadwood": [1]}', 'There is no "melds". Give a list of melds'),
        ('{"kind": "layoff", "deadwood": [1], "melds": [[0, 1, 3]]}', "A♠ 2♠ 4♠: not a meld."),
        ('{"kind": "layoff", "deadwood": [1], "melds": [[0, 1, 2]]}', "2♠: in the hand and in a meld"),
        ('{"kind": "score", "knocker": [1], "opponent": [1]}', "2♠: in both hands at once."),
        ('{"kind": "score", "knocker": [1], "opponent": [2], "gin": 0}', '"gin" is 0.'),
        ('{"kind": "score", "knocker": [1], "opponent": [2], "gin": true}', "2♠: in no meld, so"),
    ],
)  # fmt: skip
def test_a_bad_line_is_told_and_the_others_answered(line: str, said: str) -> None:
    code, (told, good) = answers(f'{line}\n{{"kind": "melds", "hand": []}}')
    assert code == 2
    assert told["line"] == 1
    assert told["error"].startswith(said)
    assert good == {"line": 2, "deadwood": 0}


def test_tells_what_to_throw() -> None:
    result = run(ELEVEN)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "May knock.",
        "Throw 6♥, and 9 is left.",
        "Or throw 5♥, and 10 is left.",
        "",
        "Run   4♠ 5♠ 6♠",
        "Run   3♦ 4♦ 5♦ 6♦",
        "Left  2♥ 5♥ 2♣",
    ]


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (["A-5S 3-6H 9D"], ["May knock.", "9 left.", "Run   A♠ 2♠ 3♠ 4♠ 5♠", "Left  9♦"]),
        (["A-5S 3-7H"], ["Gin.", "Nothing left."]),
        (["A-5S 3-7H KD"], ["Gin.", "Throw K♦, and nothing is left."]),
        (["A-5S 3-8H"], ["Big gin.", "All eleven cards are in melds: throw none."]),
        (["A-5S KS KH JD 9D 7C"], ["Not yet.", "46 left.", "You may knock with 10."]),
        (["A-5S KS KH JD 9D 7C 2D"], ["Not yet.", "Throw K♠, and 38 is left.", "You may knock with 10."]),
        (["7SHDC AH2H3H 5S TD QD"], ["Set   7♠ 7♥ 7♦ 7♣", "Left  5♠ 10♦ Q♦"]),
        ([KNOCKER, OTHER], ["You win 16 points."]),
        ([KNOCKER, OTHER], ["Laid  4♠ 5♠ 8♥ K♥", "Left  J♦ 6♣ 9♣"]),
        ([KNOCKER, OTHER], ["5♠ goes after 4♠: 48 − 5 = 43.", "8♥ goes before 9♥: 43 − 8 = 35."]),
        ([KNOCKER, OTHER], ["J♦, 6♣ and 9♣ fit nowhere: 25 stays.", "25 − 9 = 16 for you."]),
        ([KNOCKER, "4-6S 5-8H AD4C3C"], ["Undercut. Other wins 26."]),
        ([KNOCKER, "4-6S 5-8H AD4C3C"], ["9 − 8 + 25 for the undercut = 26 for the other."]),
        (["A-3S 7SHD QSHD 9C", "7C8D 2-4D 8-TS JCJH"], ["7♣ goes onto 7♠ 7♥ 7♦: 35 − 7 = 28."]),
        (["A-5S 3-7H", "KSHD 8-TH 4C 9C9D2D"], ["Gin. You win 49: nothing is laid off."]),
        (["A-5S 3-8H", "KSHD 9-JH 4C 9C9D2D"], ["Big gin. You win 49: nothing is laid off."]),
        (["A-5S 3-8H", "KSHD 9-JH 4C 9C9D2D"], ["2♦, 9♦, 4♣ and 9♣ stay: 24."]),
        (["A-5S 3-7H KD", "KSHC 8-TH 4C 9C9D2D"], ["Throw K♦.", "Gin. You win 49: nothing is laid off."]),
        (["A-5S KS KH JD 9D 7C", "6-8H 2-4D QSHD 2C"], ["Not yet.", "If this hand could knock:"]),
    ],
    ids=str,
)  # fmt: skip
def test_answers_in_sentences(hands: list[str], said: list[str]) -> None:
    result = run(*hands)
    assert (result.exit_code, result.stderr) == (0, "")
    told = result.stdout.splitlines()
    assert [line for line in said if line not in told] == [], result.stdout


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["words", "json"])
@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ([], ["There is no hand. Give one such as"]),
        (["4S", "5S", "6S"], ["These are 3 hands.", "each hand in quotes"]),
        (["4S"], ["The hand has 1 card. Give 10, or 11 with the one to throw."]),
        (["-"], ["The hand has 0 cards."]),
        ([KNOCKER, "4S5S"], ["The other hand has 2 cards. Give 10."]),
        (["XX", "YY"], ["'XX' is no card.", "'YY' is no card."]),
        (["4-8S 4S 5H6H7H8H"], ["4♠ more than once: there is one of each card."]),
        ([KNOCKER, "A-10S"], ["A♠ 2♠ 3♠: in both hands at once."]),
        ([ELEVEN, "--jsno"], ["--jsno"]),
        ([ELEVEN, "--jsonl"], ["--jsonl reads standard input and takes no hand."]),
    ],
    ids=str,
)  # fmt: skip
def test_refuses_with_the_reason(hands: list[str], said: list[str], form: list[str]) -> None:
    result = run(*form, *hands)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert [words for words in said if words not in result.stderr] == []


def test_json_holds_what_the_words_say() -> None:
    one = json.loads(run("--json", ELEVEN).stdout)
    assert (one["deadwood"], one["standing"], one["can_knock"]) == (15, "knock", True)
    assert [(each["card"], each["deadwood"]) for each in one["knock_discards"]] == [("6H", 9), ("5H", 10)]
    assert one["best_discard"] == one["knock_discards"][0]
    two = json.loads(run("--json", KNOCKER, OTHER).stdout)
    assert two["hand"]["best_discard"] is None
    score = two["score"]
    assert (score["knocker_points"], score["opponent_points"], score["ending"]) == (16, 0, "knock")
    assert {"card": "5S", "meld": ["AS", "2S", "3S"]} in score["opponent"]["laid"]
    assert score["opponent"]["remaining"] == 25


def test_helps() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert "Gin Rummy" in result.stdout
