"""Two hands of Gin Rummy as they are laid in, and how an address writes them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from makiaveli.errors import NotationError
from makiaveli.ginrummy.match import Player
from makiaveli.solver import Card, Position, write_cards
from makiaveli.web.gin.sheet import Sheet

HAND_SIZE = 10
"""Cards of a hand; one more while its player has not thrown yet."""
_NO_SHEET = Sheet()


@dataclass(frozen=True, slots=True)
class Hands:
    """Two hands and the sheet: what undo brings back."""

    cards: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    """Your hand and the other, in the order in which the cards came."""
    sheet: Sheet = _NO_SHEET

    def with_hand(self, player: Player, cards: Iterable[Card]) -> Self:
        """The hands with these cards in one of them instead."""
        one, other = self.cards
        cards = tuple(cards)
        return replace(self, cards=(one, cards) if player else (cards, other))

    @property
    def p(self) -> str:
        """Both hands as an address has them."""
        return "/".join(write_cards(cards) or "-" for cards in self.cards)

    @property
    def eleven(self) -> Player | None:
        """The player who has not thrown yet."""
        sizes = [len(cards) for cards in self.cards]
        return None if max(sizes) <= HAND_SIZE else 1 if sizes[1] > HAND_SIZE else 0

    @property
    def full(self) -> bool:
        """Whether both hands have ten cards or eleven, so that they can be scored."""
        return all(len(cards) >= HAND_SIZE for cards in self.cards)


NO_HANDS = Hands()
"""Nothing laid in, and an empty sheet."""


def read_hands(text: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Your hand and the other from ``hand / other``, or from a link to this page.

    Raises :class:`NotationError` that names every unreadable piece, every card that comes twice, and a hand
    with too many cards.
    """
    # The two hands stand where a position has its hand and its floor, so that all spellings read alike.
    position = Position.parse(text)
    hands = position.hand, tuple(card for meld in position.floor for card in meld)
    problems: list[object] = []
    if position.cross or len(position.floor) > 1:
        problems.append("Gin Rummy has two hands, such as 4-6S 2H / 7SHD.")
    seen = [*hands[0], *hands[1]]
    twice = sorted({card for card in seen if seen.count(card) > 1})
    if twice:
        problems.append(f"{' '.join(card.pretty for card in twice)} more than once: there is one of each.")
    for hand in hands:
        if len(hand) > HAND_SIZE + 1:
            problems.append(f"These are {len(hand)} cards. A hand has 10 or 11.")
    if not problems and min(map(len, hands)) > HAND_SIZE:
        problems.append("Both hands have 11 cards. One player has thrown already.")
    if problems:
        raise NotationError(" ".join(map(str, problems)), problems)
    return hands
