"""What can go wrong, as classes.

MakiaveliError
├── NotationError       (ValueError)  text that cannot be read
├── PositionError       (ValueError)  cards that can be read but not lie like that
├── IllegalTurnError    (ValueError)  a turn that the rules forbid here
├── GameNotFoundError   (LookupError) there is no such game
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


class IllegalTurnError(MakiaveliError, ValueError):
    """A turn that the rules forbid in this state; ``problems`` holds every reason."""


class GameNotFoundError(MakiaveliError, LookupError):
    """There is no game under that name."""


class StaleTurnError(MakiaveliError):
    """The game has moved on since the caller looked at it."""
