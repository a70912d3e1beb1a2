"""What is chosen for a new game: how many opponents, which bots they are, and the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from makiaveli.bots import bot_named
from makiaveli.errors import MakiaveliError
from makiaveli.game import MAKIAVELI, Rules
from makiaveli.store import Seat
from makiaveli.web.words import shortened

NAMES = ("Nikos", "Eleni", "Maria", "Kostas", "Sofia")
"""The opponents by seat."""
YIAYIA = "Γιαγιά"
"""The name of whoever plays as she does."""
FEWEST, MOST = MAKIAVELI.fewest_seats - 1, MAKIAVELI.most_seats - 1
"""How many opponents there can be."""
MOST_DIGITS = 18
"""Of a seed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be played, and against whom.

    >>> Choice(opponents=2, bots=("yiayia", "yiayia-12", "solver", "solver", "solver")).names
    ('Γιαγιά', 'Γιαγιά 2')
    """

    opponents: int = 3
    bots: tuple[str, ...] = ("beginner", "solver", "yiayia-16", "solver", "beginner")
    """The bot of every seat, also of those that stay empty."""
    rules: str = MAKIAVELI.name
    """The name of the preset."""
    seed: int | None = None
    """What the deal is drawn from; ``None``: chance."""

    @property
    def names(self) -> tuple[str, ...]:
        """The opponents' names; each further one who plays as Γιαγιά has a number."""
        names: list[str] = []
        grandmothers = 0
        for name, bot in zip(NAMES, self.bots[: self.opponents], strict=False):
            if is_yiayia(bot):
                grandmothers += 1
                name = YIAYIA if grandmothers == 1 else f"{YIAYIA} {grandmothers}"
            names.append(name)
        return tuple(names)

    def seats(self, player: str) -> tuple[Seat, ...]:
        """Who sits at the table: the player with this key, then the opponents."""
        opponents = (Seat(name, bot=bot) for name, bot in zip(self.names, self.bots, strict=False))
        return (Seat("You", player=player), *opponents)

    @classmethod
    def read(cls, form: Mapping[str, str]) -> tuple[Self, tuple[str, ...]]:
        """The choice in the fields of a form, and a sentence for each that cannot be used.

        What is missing or cannot be used is as it is by default. The bots of seats that stay empty are not
        complained of.
        """
        usual = cls()
        problems: list[str] = []
        opponents, rules, seed = usual.opponents, usual.rules, None

        if (sent := form.get("opponents")) is not None:
            if sent in map(str, range(FEWEST, MOST + 1)):
                opponents = int(sent)
            else:
                problems.append(f"{shortened(sent)} opponents cannot be. Choose from {FEWEST} to {MOST}.")
        bots = []
        for at, bot in enumerate(usual.bots):
            sent = form.get(f"bot-{at + 1}", bot)
            try:
                bot_named(sent)
                bot = sent.strip().lower()
            except MakiaveliError as error:
                if at < opponents:
                    problems.append(str(error))
            bots.append(bot)
        if (sent := form.get("rules")) is not None:
            try:
                rules = Rules.named(sent).name
            except MakiaveliError as error:
                problems.append(str(error))
        if sent := form.get("seed", "").strip():
            if sent.isascii() and sent.isdigit() and len(sent) <= MOST_DIGITS:
                seed = int(sent)
            else:
                problems.append(
                    f"{shortened(sent)} is no seed. A seed is a whole number of at most {MOST_DIGITS} "
                    "digits; without one the cards fall by chance."
                )
        return cls(opponents, tuple(bots), rules, seed), tuple(problems)

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the form that :meth:`read` makes this choice of, the seed aside."""
        bots = {f"bot-{at}": bot for at, bot in enumerate(self.bots, 1)}
        return {"opponents": str(self.opponents), "rules": self.rules, **bots}


def is_yiayia(bot: str) -> bool:
    """Whether the bot of this name plays as Γιαγιά does."""
    return bot.startswith("yiayia")
