"""A game of several hands, played until somebody reaches the target."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from makiaveli.errors import IllegalTurnError, PositionError
from makiaveli.ginrummy.rules import BASIC, Rules

Player = Literal[0, 1]
"""One of the two players."""

Points = tuple[int, int]
"""Points of player 0 and player 1."""


@dataclass(frozen=True, order=True)
class Match:
    """The score sheet of players 0 and 1. It never changes: recording a hand gives a new sheet.

    Raises :class:`~makiaveli.errors.PositionError` for points that no hand can have, and
    :class:`~makiaveli.errors.IllegalTurnError` for a hand after the end.

    >>> from makiaveli.ginrummy import MODERN
    >>> match = Match(MODERN).record((60, 0)).record((30, 0), knocker=1).dead_hand().record((45, 0))
    >>> match.scores, match.boxes, match.winner, match.final()
    ((105, 30), (2, 1), 0, (255, 55))
    """

    rules: Rules = BASIC
    hands: tuple[Points, ...] = ()
    """The points of each hand so far; a dead hand is ``(0, 0)``."""

    def __post_init__(self) -> None:
        for number, (first, second) in enumerate(self.hands, start=1):
            if min(first, second) < 0 or (first and second):
                raise PositionError(
                    f"Hand {number} is {first} to {second}: one player scores, the other has 0."
                )
        before_last = _sums(self.hands[:-1])
        if max(before_last) >= self.rules.target:
            raise IllegalTurnError(
                f"The game to {self.rules.target} ended at {before_last[0]} to {before_last[1]}."
            )

    def record(self, result: Points, *, knocker: Player = 0) -> "Match":
        """The sheet with one more hand.

        ``result`` holds the points of the knocker and of the opponent, as :func:`~makiaveli.ginrummy.score`
        gives them, and ``knocker`` says which player knocked.
        Raises :class:`~makiaveli.errors.PositionError` unless exactly one of the two has points, and
        :class:`~makiaveli.errors.IllegalTurnError` after the end.
        """
        knocker_points, opponent_points = result
        if knocker_points == opponent_points == 0:
            raise PositionError("Nobody scored: that is a dead hand, recorded by dead_hand().")
        if knocker not in (0, 1):
            raise PositionError(f"Player {knocker!r} is not at the table: the players are 0 and 1.")
        hand = (opponent_points, knocker_points) if knocker else (knocker_points, opponent_points)
        return replace(self, hands=(*self.hands, hand))

    def dead_hand(self) -> "Match":
        """The sheet with a hand that nobody won, as when the stock runs out.

        Raises :class:`~makiaveli.errors.IllegalTurnError` after the end.
        """
        return replace(self, hands=(*self.hands, (0, 0)))

    @property
    def scores(self) -> Points:
        """The points from hands so far, without the bonuses of the end."""
        return _sums(self.hands)

    @property
    def boxes(self) -> Points:
        """How many hands each player has won; an undercut is a hand won by the opponent of the knocker."""
        return _sums((int(first > 0), int(second > 0)) for first, second in self.hands)

    @property
    def winner(self) -> Player | None:
        """The player whose score has reached the target; ``None`` while the game goes on."""
        first, second = self.scores
        if max(first, second) < self.rules.target:
            return None
        return 0 if first > second else 1

    def final(self) -> Points:
        """The totals of a finished game, bonuses included.

        Game and shut-out bonus go to the winner of the game, the box bonus to each player for each hand
        won. Where a shut-out doubles, it doubles the winner's points from hands, before any bonus (Wikipedia,
        "Gin rummy"). Raises :class:`~makiaveli.errors.IllegalTurnError` while the game goes on.
        """
        winner, scores, rules = self.winner, self.scores, self.rules
        if winner is None:
            raise IllegalTurnError(f"The game to {rules.target} is not over at {scores[0]} to {scores[1]}.")
        bonus = rules.game_bonus
        if scores[1 - winner] == 0:
            bonus += rules.shutout_bonus + rules.shutout_doubles * scores[winner]
        first, second = (score + rules.box_bonus * won for score, won in zip(scores, self.boxes, strict=True))
        return (first, second + bonus) if winner else (first + bonus, second)


def _sums(pairs: Iterable[Points]) -> Points:
    pairs = list(pairs)
    return sum(first for first, _ in pairs), sum(second for _, second in pairs)
