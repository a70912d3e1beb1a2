"""The pad of 52 faces as ``_pad.html`` shows it."""

from collections.abc import Callable
from dataclasses import dataclass

from makiaveli.solver import FACES, Card


@dataclass(frozen=True, slots=True)
class Key:
    """A face of the pad, with a mark for each copy of it."""

    face: Card
    marks: tuple[str, ...]
    """Where each copy is, as a class of the stylesheet; ``free`` for one that is nowhere yet."""
    name: str
    """The key as it is read aloud."""
    pressed: bool | None = None
    """Whether the face is chosen, where a second press takes it back; ``None`` where it does not."""

    @property
    def used(self) -> bool:
        """Whether pressing the key cannot do anything: no copy is left, and none is taken back."""
        return "free" not in self.marks and not self.pressed


def rows_of_keys(key: Callable[[Card], Key]) -> tuple[tuple[Key, ...], ...]:
    """The keys that the function makes of the 52 faces, one row a suit."""
    keys = tuple(map(key, FACES))
    return tuple(keys[at : at + 13] for at in range(0, 52, 13))
