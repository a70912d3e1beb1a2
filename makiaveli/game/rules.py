"""The rules a table plays by: how much is dealt to how many."""

from dataclasses import dataclass

from makiaveli.errors import DealError
from makiaveli.game.faults import DealFault, DealFaultCode


@dataclass(frozen=True, order=True, slots=True)
class Rules:
    """Sizes of a game. Only the presets are played; :meth:`problems` reports anything else.

    >>> Rules.named("machiavelli").hand_size
    13
    """

    name: str = "makiaveli"
    """The name of the preset."""
    decks: int = 2
    """Decks of 52 cards, shuffled together."""
    hand_size: int = 5
    """Cards dealt to each hand."""
    cross_size: int = 4
    """Single face-up cards dealt round the stock."""
    fewest_seats: int = 2
    most_seats: int = 6

    @classmethod
    def named(cls, name: str) -> "Rules":
        """The preset of this name, in any case. Raises :class:`DealError` that lists the presets."""
        rules = PRESETS.get(name.strip().lower())
        if rules is None:
            fault = _unsupported(name)
            raise DealError(str(fault), [fault])
        return rules

    def problems(self, seats: int) -> tuple[DealFault, ...]:
        """Everything that keeps this many seats from playing by these rules; empty for a game."""
        faults = []
        if self not in PRESETS.values():
            faults.append(_unsupported(str(self)))
        if not self.fewest_seats <= seats <= self.most_seats:
            allowed = f"{self.fewest_seats} to {self.most_seats}"
            faults.append(DealFault(DealFaultCode.SEATS, str(seats), allowed=allowed))
        return tuple(faults)

    def __str__(self) -> str:
        if self in PRESETS.values():
            return self.name
        return f"{self.name}: decks {self.decks}, hand {self.hand_size}, cross {self.cross_size}"


MAKIAVELI = Rules()
"""The Greek game: five cards each and a cross of four."""
MACHIAVELLI = Rules("machiavelli", hand_size=13, cross_size=0)
"""The Italian game: thirteen cards each, no cross."""
PRESETS = {rules.name: rules for rules in (MAKIAVELI, MACHIAVELLI)}
"""All rules that are played, by name."""


def _unsupported(piece: str) -> DealFault:
    return DealFault(DealFaultCode.RULES, piece, allowed=" and ".join(PRESETS))
