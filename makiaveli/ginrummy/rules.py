"""What hands and games are worth: the points on which the schools of Gin Rummy differ."""

from dataclasses import dataclass, fields

from makiaveli.errors import PositionError
from makiaveli.ginrummy.cards import deadwood_value


@dataclass(frozen=True, order=True, kw_only=True)
class Rules:
    """The points and limits to play by. Start from a preset: ``dataclasses.replace(CLASSIC, oklahoma=True)``.

    Raises :class:`~makiaveli.errors.PositionError` for a negative number and a target below 1.
    """

    gin_bonus: int = 25
    """For gin, beside the opponent's deadwood."""
    big_gin_bonus: int = 25
    """For gin with eleven cards, in place of the gin bonus; equal to it where big gin is nothing special."""
    undercut_bonus: int = 25
    """To the opponent of a knocker who has no less deadwood, beside the difference."""
    target: int = 100
    """The score that ends the game."""
    box_bonus: int = 0
    """To each player for each hand won, once the game is over (also called line bonus)."""
    game_bonus: int = 0
    """To the winner of the game."""
    shutout_doubles: bool = False
    """Whether the winner's points from hands count twice when the loser has none."""
    shutout_bonus: int = 0
    """To the winner, beside the game bonus, when the loser has no points."""
    knock_limit: int = 10
    """The most deadwood to knock with; 0 is straight gin."""
    oklahoma: bool = False
    """Whether the first upcard limits the knock too: Oklahoma gin."""

    def __post_init__(self) -> None:
        for field in fields(self):
            least = 1 if field.name == "target" else 0
            if (value := getattr(self, field.name)) < least:
                raise PositionError(f"{field.name}={value!r}: {least} or more is wanted.")

    def limit(self, upcard: int | None = None) -> int:
        """The most deadwood to knock with, as ``can_knock`` and ``knock_discards`` want it.

        In Oklahoma gin it is the value of the hand's first upcard, an ace allowing 1, where that is lower.
        Raises :class:`~makiaveli.errors.PositionError` for an upcard outside 0..51, in Oklahoma gin also
        without one.
        """
        if not self.oklahoma:
            return self.knock_limit
        if upcard is None:
            raise PositionError("In Oklahoma gin the first upcard sets the knock limit, so it must be given.")
        return min(self.knock_limit, deadwood_value(upcard))


BASIC = Rules()
"""The default: 25 for gin, 25 for an undercut, a game to 100 and nothing on top."""

MODERN = Rules(big_gin_bonus=31, box_bonus=25, game_bonus=100, shutout_doubles=True)
"""Common today (Wikipedia, "Gin rummy"): big gin 31, 25 a box, 100 for the game, a shut-out doubles."""

CLASSIC = Rules(gin_bonus=20, big_gin_bonus=20, undercut_bonus=10, box_bonus=20, game_bonus=100)
"""The older school: 20/10, 20 a box, 100 for the game (pagat.com, "Gin Rummy").

Options by ``dataclasses.replace``: ``knock_limit``, ``oklahoma``, and ``shutout_bonus=100``, which makes the
game bonus 200 against a loser with no points.
"""

GIN_BONUS = BASIC.gin_bonus
"""Points for gin in the default rules."""
UNDERCUT_BONUS = BASIC.undercut_bonus
"""Points for an undercut in the default rules."""
HAND_TARGET = BASIC.target
"""The score that ends the game in the default rules."""
