"""The questions of the check, and every answer to them; runs here and in WebAssembly."""

import json

from makiaveli.ginrummy import all_best_melds, best_defence, best_melds, knock_discards, lay_off, score
from makiaveli.solver import Position, parse_cards, plan, solve, why_not


def answers(gin: str, positions: str) -> str:
    """The answers to all of these lines of JSON, as one text."""
    told = [*map(_gin, map(json.loads, gin.splitlines()))]
    told += map(_position, map(json.loads, positions.splitlines()))
    return json.dumps(told)


def _gin(line: dict) -> list:
    match line["kind"]:
        case "melds":
            hand = line["hand"]
            discards = knock_discards(hand, 110) if len(hand) == 11 else {}
            return [best_melds(hand), list(all_best_melds(hand)), list(discards.items())]
        case "layoff":
            return [lay_off(line["deadwood"], line["melds"])]
        case _:
            hands = line["knocker"], line["opponent"]
            melds = best_melds(hands[0]).melds
            return [
                [best_melds(hand) for hand in hands],
                [score(*hands, line["gin"], defence=defence) for defence in ("fixed", "best")],
                best_defence(hands[1], melds),
            ]


def _position(row: dict) -> list:
    hand, cross = (parse_cards(" ".join(row[key])) for key in ("hand", "cross"))
    position = Position.of(hand, [parse_cards(" ".join(meld)) for meld in row["floor"]], cross)
    verdict = solve(position)
    made = plan(position, verdict)
    return [
        str(position),
        verdict.wins,
        [verdict.at_least, verdict.at_most, verdict.kept, verdict.kept_proved, verdict.moved],
        repr([verdict.played, verdict.left, verdict.arrangement, made]),
        str(why_not(hand)),
    ]
