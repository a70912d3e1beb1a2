"""What can go wrong, as classes.

MakiaveliError
├── NotationError       (ValueError)  text that cannot be read
├── PositionError       (ValueError)  cards that can be read but not lie like that
├── DealError           (ValueError)  a game that cannot be dealt
├── IllegalTurnError    (ValueError)  a turn that the rules forbid here
├── GameNotFoundError   (LookupError) there is no such game
├── GameRunningError                  what is asked for is told when the game is over
├── NoSeatError                       who asks has no seat in this game
└── StaleTurnError                    somebody moved first
"""

from collections.abc import Iterable


class MakiaveliError(Exception):
    """Everything this project raises on purpose.

    ``problems`` holds one value for each thing that is wrong; its ``str()`` is an English sentence.
    """

    def __init__(self, message: str, problems: Iterable[object] = ()) -> None:
        super().__init__(message)
        self.problems: tuple[object, ...] = tuple(problems) or (message,)


class NotationError(MakiaveliError, ValueError):
    """Text that cannot be read; ``problems`` names every unreadable piece and what would be right."""


class PositionError(MakiaveliError, ValueError):
    """Cards that cannot lie like that; ``problems`` holds every :class:`~makiaveli.solver.Fault`."""


class DealError(MakiaveliError, ValueError):
    """A game that cannot be dealt; ``problems`` holds every :class:`~makiaveli.game.DealFault`."""


class IllegalTurnError(MakiaveliError, ValueError):
    """A turn that the rules forbid in this state; ``problems`` holds every reason."""


class GameNotFoundError(MakiaveliError, LookupError):
    """There is no game under that name."""


class GameRunningError(MakiaveliError):
    """The game is still being played, and what was asked for would give hands away."""


class NoSeatError(MakiaveliError):
    """Who asks did not show that a seat of this game is theirs."""


class StaleTurnError(MakiaveliError):
    """The game has moved on since the caller looked at it."""
