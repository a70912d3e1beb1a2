"""Gin Rummy's hands and answers as JSON data: what the terminal and the API read and write."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from makiaveli.errors import NotationError, PositionError
from makiaveli.gin_answer import Discard, HandAnswer, ScoreAnswer, Standing, answer_hand, answer_score
from makiaveli.ginrummy import BASIC, CLASSIC, MODERN, BestMelds, LaidCard, LayOff, best_melds, lay_off
from makiaveli.solver import Card, parse_cards

RULES = {"basic": BASIC, "modern": MODERN, "classic": CLASSIC}
"""The presets by the names that programs use."""
_T = TypeVar("_T")
_MOST_QUOTED = 40
_A_CARD = 'A card is a text such as "7S", or a number from 0 (A♠) to 51 (K♣).'


class Reader:
    """Reads the values of one object and keeps count of everything that is wrong with them."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self.problems: list[object] = []

    def cards(self, key: str) -> tuple[int, ...]:
        """The different cards under the key: one text, or a list of texts and numbers."""
        if key not in self._data:
            self.problems.append(f'There is no "{key}". Give a list of cards, such as ["7S", "10D"].')
            return ()
        return self._cards(key, self._data[key])

    def melds(self, key: str) -> tuple[tuple[int, ...], ...]:
        """The melds under the key, a list of what :meth:`cards` takes."""
        value = self._data.get(key)
        if not isinstance(value, list):
            told = f'"{key}" is {_quoted(value)}.' if key in self._data else f'There is no "{key}".'
            self.problems.append(f'{told} Give a list of melds, such as [["7S", "7H", "7D"]].')
            return ()
        melds = []
        for each in value:
            before = len(self.problems)
            meld = self._cards(key, each)
            if len(self.problems) == before:
                self._try(lay_off, (), [meld])
                melds.append(meld)
        return tuple(melds)

    def one_of(self, key: str, choices: Iterable[Any], default: Any) -> Any:
        """The value under the key, one of these; the default where it is missing."""
        choices = list(choices)
        value = self._data.get(key, default)
        # Equality alone would let 1 pass for true.
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            those = ", ".join(map(json.dumps, choices))
            self.problems.append(f'"{key}" is {_quoted(value)}. It should be one of {those}.')
            return default
        return value

    def whole_number(self, key: str, default: int) -> int:
        """The number under the key, 0 or more; the default where it is missing or null."""
        value = self._data.get(key)
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.problems.append(f'"{key}" is {_quoted(value)}. It should be a whole number from 0.')
            return default
        return value

    def check(self) -> None:
        """Raises :class:`NotationError` with every problem so far, if there are any."""
        if self.problems:
            raise NotationError(" ".join(map(str, self.problems)), self.problems)

    def _cards(self, key: str, value: Any) -> tuple[int, ...]:
        before = len(self.problems)
        cards: list[int] = []
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list):
            self.problems.append(
                f'"{key}" is {_quoted(value)}. It should be a list of cards, such as ["7S", "10D"].'
            )
            return ()
        for each in value:
            if isinstance(each, str):
                cards += map(int, self._try(parse_cards, each) or ())
            elif isinstance(each, int) and not isinstance(each, bool) and 0 <= each < 52:
                cards.append(each)
            else:
                self.problems.append(f'"{key}": {_quoted(each)} is no card. {_A_CARD}')
        if len(self.problems) == before:
            self._try(best_melds, cards)
        return tuple(cards)

    def _try(self, call: Callable[..., _T], *arguments: Any) -> _T | None:
        try:
            return call(*arguments)
        except (NotationError, PositionError) as error:
            self.problems += error.problems
            return None


def _quoted(value: object) -> str:
    quoted = repr(value)
    return quoted if len(quoted) <= _MOST_QUOTED else quoted[: _MOST_QUOTED - 1] + "…"


def read_hand(data: Mapping[str, Any]) -> HandAnswer:
    """The answer about ``hand`` with knock limit ``limit``.

    Raises :class:`NotationError` with every piece that cannot be used.
    """
    reader = Reader(data)
    hand, limit = reader.cards("hand"), reader.whole_number("limit", BASIC.knock_limit)
    reader.check()
    return answer_hand(hand, limit)


def read_layoff(data: Mapping[str, Any]) -> LayOff:
    """The best lay-off of ``deadwood`` onto ``melds``.

    Raises :class:`NotationError` or :class:`PositionError` with every piece that cannot be used.
    """
    reader = Reader(data)
    deadwood, melds = reader.cards("deadwood"), reader.melds("melds")
    reader.check()
    return lay_off(deadwood, melds)


def read_score(data: Mapping[str, Any]) -> ScoreAnswer:
    """The answer about ``knocker`` and ``opponent``, with ``gin``, ``defence``, ``knocker_melds``, ``rules``.

    Raises :class:`NotationError` or :class:`PositionError` with every piece that cannot be used.
    """
    reader = Reader(data)
    knocker, opponent = reader.cards("knocker"), reader.cards("opponent")
    gin = reader.one_of("gin", [None, True, False], None)
    defence = reader.one_of("defence", ["fixed", "best"], "fixed")
    rules = RULES[reader.one_of("rules", RULES, "basic")]
    melds = reader.melds("knocker_melds") if data.get("knocker_melds") is not None else None
    reader.check()
    return answer_score(knocker, opponent, gin, defence=defence, knocker_melds=melds, rules=rules)


def hand_data(answer: HandAnswer) -> dict[str, Any]:
    """The answer about a hand as JSON data."""
    return _partition_data(answer.best) | {
        "standing": answer.standing.value,
        "can_knock": answer.standing is not Standing.NOT_YET,
        "best_discard": _discard_data(answer.best_discard) if answer.best_discard else None,
        "knock_discards": [_discard_data(discard) for discard in answer.knock_discards],
    }


def layoff_data(answer: LayOff) -> dict[str, Any]:
    """The lay-off as JSON data."""
    return {"remaining": answer.remaining, "laid": _laid_data(answer.laid)}


def score_data(answer: ScoreAnswer) -> dict[str, Any]:
    """Who scores what as JSON data."""
    return {
        "knocker_points": answer.points.knocker_points,
        "opponent_points": answer.points.opponent_points,
        "ending": answer.ending.value,
        "can_knock": answer.may_knock,
        "knocker": _partition_data(answer.knocker),
        "opponent": {
            "remaining": answer.opponent.remaining,
            "melds": [texts(meld) for meld in answer.opponent.melds],
            "laid": _laid_data(answer.opponent.laid),
            "unmatched": texts(answer.opponent.unmatched),
        },
    }


def texts(cards: Iterable[int]) -> list[str]:
    """Cards in our notation, one text each."""
    return [str(Card(card)) for card in cards]


def _partition_data(best: BestMelds) -> dict[str, Any]:
    return {
        "deadwood": best.deadwood,
        "melds": [texts(meld) for meld in best.melds],
        "unmatched": texts(best.unmatched),
    }


def _discard_data(discard: Discard) -> dict[str, Any]:
    return {"card": str(Card(discard.card))} | _partition_data(discard.best)


def _laid_data(laid: Iterable[LaidCard]) -> list[dict[str, Any]]:
    return [{"card": str(Card(card)), "meld": texts(card.meld)} for card in laid]
