"""Cards and melds as pages show them: values for the macros of ``_cards.html``."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from makiaveli.solver import Card, Meld


class Origin(StrEnum):
    """Where a card lay before the play that is shown. Unmarked cards lay on the floor."""

    HAND = "hand"
    CROSS = "cross"
    OTHER = "other"
    """The other player's hand."""


class Dress(StrEnum):
    """How a meld stands on the page."""

    PLAIN = "plain"
    TRAY = "tray"
    """It changes, or is made."""
    QUIET = "quiet"
    """It stays as it is."""
    BAD = "bad"
    """It is no meld; the caption says why."""


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card, and where it comes from."""

    card: Card
    origin: Origin | None = None
    id: str | None = None
    """A name for this one card, once a page; with it two equal cards can be told apart."""
    key: str | None = None
    """The same name in every picture of it that scripts may move."""


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """Cards that lie together, in the order in which they are shown."""

    cards: tuple[ShownCard, ...]
    dress: Dress = Dress.PLAIN
    caption: str = ""

    @classmethod
    def of(
        cls,
        cards: Meld | Iterable[Card],
        dress: Dress = Dress.PLAIN,
        caption: str = "",
        *,
        hand: Iterable[Card] = (),
        cross: Iterable[Card] = (),
    ) -> "ShownMeld":
        """The cards in the order given; those of ``hand`` and ``cross`` carry their mark, each copy once."""
        cards = cards.cards if isinstance(cards, Meld) else cards
        left = [(card, Origin.HAND) for card in hand] + [(card, Origin.CROSS) for card in cross]
        shown = []
        for card in cards:
            mark = next((mark for mark in left if mark[0] == card), None)
            if mark is not None:
                left.remove(mark)
            shown.append(ShownCard(card, mark[1] if mark else None))
        return cls(tuple(shown), dress, caption)
