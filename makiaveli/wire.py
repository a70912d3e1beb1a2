"""Positions and verdicts as JSON data: what the terminal and the API read and write."""

from collections.abc import Mapping
from typing import Any

from makiaveli.errors import NotationError
from makiaveli.solver import Card, Fault, Outs, Plan, Position, Step, Verdict, WhyNot, parse_cards
from makiaveli.words import say_conflict, say_outs, say_reasons, say_steps

_ABOUT = {
    "hand": 'a list of cards, such as ["7S", "10D"]',
    "floor": 'a list of melds, such as [["7S", "7H", "7D"]]',
    "cross": 'a list of cards, such as ["2S"]',
    "cards": 'a list of cards, such as ["7S", "7H", "7D"]',
    "position": 'a text, such as "3S4S5S/7H7D7C/2S"',
}


def read_position(data: Mapping[str, Any]) -> Position:
    """The position in an object with ``hand``, ``floor`` and ``cross``, or with ``position``.

    Other keys are ignored. Raises :class:`NotationError` with every piece that cannot be read.
    """
    if (text := data.get("position")) is not None:
        if not isinstance(text, str):
            raise _unlike("position", text)
        return Position.parse(text)
    if data.get("hand") is None:
        raise NotationError('There is no "hand" and no "position". Give one of them.')
    problems: list[object] = []
    parts: list[tuple[Card, ...]] = []
    floor = data.get("floor") or []
    if not isinstance(floor, list):
        problems.append(str(_unlike("floor", floor)))
        floor = []
    for key, value in (
        ("hand", data["hand"]),
        *(("floor", meld) for meld in floor),
        ("cross", data.get("cross")),
    ):
        try:
            parts.append(read_cards(value, key))
        except NotationError as error:
            problems += error.problems
    if problems:
        raise NotationError(" ".join(map(str, problems)), problems)
    return Position(parts[0], tuple(meld for meld in parts[1:-1] if meld), parts[-1])


def read_cards(value: Any, key: str = "cards") -> tuple[Card, ...]:
    """The cards in a JSON value: a list of texts, or one text; ``None`` is no cards.

    Raises :class:`NotationError` that quotes what cannot be read, and names the key.
    """
    if value is None:
        return ()
    if isinstance(value, str):
        return parse_cards(value)
    if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
        raise _unlike(key, value)
    return parse_cards(" ".join(value))


def _unlike(key: str, value: object) -> NotationError:
    quoted = repr(value)
    return NotationError(
        f'"{key}" is {quoted if len(quoted) <= 60 else quoted[:59] + "…"}. It should be {_ABOUT[key]}.'
    )


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """The verdict as JSON data. ``can_win`` and ``max_play`` are ``None`` unless they are proved."""
    proved = verdict.at_least == verdict.at_most
    return {
        "status": verdict.status.value,
        "can_win": verdict.wins,
        "max_play": verdict.at_least if proved else None,
        "at_least": verdict.at_least,
        "at_most": verdict.at_most,
        "played": texts(verdict.played),
        "left": texts(verdict.left),
        "melds": [texts(meld.cards) for meld in verdict.arrangement.melds],
        "cross": texts(verdict.arrangement.cross),
        "kept": verdict.kept,
        "kept_proved": verdict.kept_proved,
        "moved": verdict.moved,
        "nodes": verdict.nodes,
        "seconds": verdict.seconds,
    }


def plan_data(verdict: Verdict, made: Plan) -> dict[str, Any]:
    """The plan as JSON data: what becomes of each floor meld, and the steps with their sentences."""
    said = say_steps(verdict.position, verdict, made.steps)
    return {
        "untouched": [texts(meld.cards) for meld in made.untouched],
        "extended": [texts(meld.cards) for meld in made.extended],
        "opened": [texts(meld.cards) for meld in made.opened],
        "steps": [_step_data(step, sentence) for step, sentence in zip(made.steps, said, strict=True)],
    }


def answer_data(verdict: Verdict, made: Plan, **told: object) -> dict[str, Any]:
    """The whole answer as JSON data: position, verdict and steps, and under its key what else was asked for.

    ``outs`` and ``why`` are what :func:`outs_data` and :func:`why_data` give, ``None`` for a win;
    ``arrangements`` is what :func:`floors_data` gives.
    """
    return {"position": str(verdict.position)} | verdict_data(verdict) | plan_data(verdict, made) | told


def floors_data(count: int | None, cap: int) -> dict[str, Any]:
    """How many floors a largest play can end in: ``cap + 1`` for more, ``None`` where the limit ran out."""
    return {"count": count, "cap": cap}


def outs_data(found: Outs) -> dict[str, Any]:
    """The outs as JSON data. A face that the limit left open has ``wins`` ``None``."""
    return {
        "unseen": found.unseen,
        "winning": found.winning,
        "open": found.open,
        "chance": found.chance,
        "cards": [
            {
                "card": str(out.card),
                "unseen": out.unseen,
                "wins": out.wins,
                "at_least": out.at_least,
                "at_most": out.at_most,
            }
            for out in found.cards
        ],
        "without": texts(found.without),
        "text": say_outs(found),
    }


def why_data(position: Position, found: WhyNot) -> dict[str, Any]:
    """The conflicts as JSON data, each with its sentences."""
    return {
        "complete": found.complete,
        "conflicts": [
            {
                "cards": texts(conflict.cards),
                "needs": [
                    {"meld": texts(need.meld.cards), "missing": texts(need.missing), "held": texts(need.held)}
                    for need in conflict.needs
                ],
                "text": say_conflict(conflict),
                "reasons": say_reasons(position, conflict),
            }
            for conflict in found.conflicts
        ],
    }


def _step_data(step: Step, sentence: str) -> dict[str, Any]:
    return {
        "kind": step.kind.value,
        "before": [texts(pile.cards) for pile in step.before],
        "hand": texts(step.hand),
        "cross": texts(step.cross),
        "after": [texts(pile.cards) for pile in step.after],
        "text": sentence,
    }


def fault_data(fault: Fault) -> dict[str, Any]:
    """The fault as JSON data: the sentence, the code and the cards that it is about."""
    return {"message": str(fault), "code": fault.code.value, "cards": texts(fault.cards)}


def texts(cards: tuple[Card, ...]) -> list[str]:
    """Cards in our notation, one text each."""
    return [str(card) for card in cards]
