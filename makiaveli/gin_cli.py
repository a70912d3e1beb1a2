"""The command ``makiaveli gin``: what a hand of Gin Rummy is worth, and who scores what."""

import json
import sys
from collections.abc import Iterable
from typing import Any

import click

from makiaveli.errors import MakiaveliError
from makiaveli.gin_answer import HandAnswer, ScoreAnswer, Standing, answer_hand, answer_score
from makiaveli.gin_wire import (
    Reader,
    hand_data,
    read_hand,
    read_layoff,
    read_score,
    score_data,
)
from makiaveli.gin_words import pretty, say_hand, say_lay_off, say_score, say_sum
from makiaveli.ginrummy import LaidCard
from makiaveli.ginrummy.melds import is_set
from makiaveli.terminal import BAD_INPUT, read_object, standard_input


@click.command("gin")
@click.argument("hands", nargs=-1, metavar="HAND [OTHER]")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.option(
    "--jsonl", is_flag=True, help="Read one JSON object a line from standard input, write one a line."
)
def gin_command(hands: tuple[str, ...], as_json: bool, jsonl: bool) -> None:
    """Tell the best melds of HAND in Gin Rummy, whether it may knock, and what to throw.

    HAND is 10 cards, or 11 with the one still to throw, as in '4-6S 2H5H6H 3-6D 2C'. With OTHER, the 10 cards
    of the other player, tell who scores what when HAND knocks.

    Exit code 0: answered. 2: the input cannot be used.

    With --jsonl, each line is an object with "kind": "melds" takes "hand"; "layoff" takes "deadwood" and
    "melds"; "score" takes "knocker", "opponent" and "gin". Cards are numbers from 0 (ace of spades) to 51
    (king of clubs), or texts. Each answer has the number of its "line".
    """
    if jsonl:
        if hands:
            raise click.UsageError("--jsonl reads standard input and takes no hand.")
        sys.exit(_answer_lines(standard_input()))
    if not 1 <= len(hands) <= 2:
        raise click.UsageError(
            f"These are {len(hands)} hands. Give one such as '4-6S 2H5H6H 3-6D 2C', each hand in quotes."
            if hands
            else "There is no hand. Give one such as '4-6S 2H5H6H 3-6D 2C'."
        )
    reader = Reader(dict(zip(("hand", "other"), hands, strict=False)))
    hand = _sized(reader, "hand", (10, 11))
    other = _sized(reader, "other", (10,)) if len(hands) == 2 else None
    reader.check()
    answer = answer_hand(hand)
    if other is None:
        _print(hand_data(answer) if as_json else _report_hand(answer))
        return
    thrown = None if answer.standing is Standing.BIG_GIN else answer.best_discard
    scored = answer_score([card for card in hand if not thrown or card != thrown.card], other)
    if as_json:
        _print({"hand": hand_data(answer), "score": score_data(scored)})
    else:
        _print(_report_score(answer, scored))


def _sized(reader: Reader, key: str, sizes: tuple[int, ...]) -> tuple[int, ...]:
    before = len(reader.problems)
    cards = reader.cards(key)
    if len(reader.problems) == before and len(cards) not in sizes:
        count = f"{len(cards)} {'card' if len(cards) == 1 else 'cards'}"
        reader.problems.append(
            f"The hand has {count}. Give 10, or 11 with the one to throw."
            if key == "hand"
            else f"The other hand has {count}. Give 10."
        )
    return cards


def _print(answer: dict[str, Any] | Iterable[str]) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False) if isinstance(answer, dict) else "\n".join(answer))


def _report_hand(answer: HandAnswer) -> Iterable[str]:
    yield from say_hand(answer)
    yield ""
    settled = answer.settled
    yield from _piles(settled.melds, unmatched=settled.unmatched)


def _report_score(answer: HandAnswer, scored: ScoreAnswer) -> Iterable[str]:
    if not scored.may_knock:
        yield from say_hand(answer)
        yield "If this hand could knock:"
    elif answer.best_discard and answer.standing is not Standing.BIG_GIN:
        yield f"Throw {pretty(answer.best_discard.card)}."
    yield say_score(scored)
    yield ""
    yield "You"
    yield from _piles(scored.knocker.melds, unmatched=scored.knocker.unmatched)
    yield "Other"
    yield from _piles(scored.opponent.melds, scored.opponent.laid, scored.opponent.unmatched)
    yield ""
    yield from say_lay_off(scored)
    yield say_sum(scored)


def _piles(
    melds: Iterable[tuple[int, ...]], laid: Iterable[LaidCard] = (), unmatched: Iterable[int] = ()
) -> Iterable[str]:
    rows = [("Set" if is_set(meld) else "Run", meld) for meld in melds]
    rows += [(name, cards) for name, cards in (("Laid", tuple(laid)), ("Left", tuple(unmatched))) if cards]
    return (f"{name:<6}{' '.join(map(pretty, cards))}" for name, cards in rows)


def _answer_lines(lines: Iterable[str]) -> int:
    """Answer each line; the exit code for all of them."""
    code = 0
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                answer = _answer_line(read_object(line))
            except MakiaveliError as error:
                code = BAD_INPUT
                answer = {"error": " ".join(map(str, error.problems))}
            click.echo(json.dumps({"line": number} | answer, ensure_ascii=False))
    return code


def _answer_line(data: dict[str, Any]) -> dict[str, Any]:
    reader = Reader(data)
    kind = reader.one_of("kind", ["melds", "layoff", "score"], None)
    reader.check()
    if kind == "melds":
        return {"deadwood": read_hand(_only(data, "hand")).best.deadwood}
    if kind == "layoff":
        found = read_layoff(data)
        return {
            "remaining": found.remaining,
            "laid": [int(card) for card in found.laid],
            "laid_count_max": len(found.laid),
        }
    asked = _only(data, "knocker", "opponent", "gin")
    scored, free = read_score(asked), read_score(asked | {"defence": "best"})
    return scored.points._asdict() | {"free": list(free.points)}


def _only(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    """What stands under these keys; a line may hold others for purposes of its own."""
    return {key: data[key] for key in keys if key in data}
