"""The English words for what the solver says in codes and values. Pages take them from here alone."""

from makiaveli.solver import Card, Fault, Meld, MeldKind, Rank, Suit
from makiaveli.web.shown import Origin

RANKS = {Rank.ACE: "ace", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"}
SUITS = {Suit.SPADES: "spades", Suit.HEARTS: "hearts", Suit.DIAMONDS: "diamonds", Suit.CLUBS: "clubs"}
ORIGINS = {Origin.HAND: "from your hand", Origin.CROSS: "from the cross"}


def card_name(card: Card, origin: Origin | None = None) -> str:
    """The card as it is read aloud.

    >>> card_name(Card.parse("7H"), Origin.HAND), card_name(Card.parse("AS"))
    ('7 of hearts, from your hand', 'Ace of spades')
    """
    name = f"{RANKS.get(card.rank, card.rank.label).capitalize()} of {SUITS[card.suit]}"
    return name if origin is None else f"{name}, {ORIGINS[origin]}"


def meld_name(meld: Meld) -> str:
    """What kind of meld it is, with the place of an ace in a run.

    >>> meld_name(Meld.parse("QSKSAS")), meld_name(Meld.parse("7HDC"))
    ('Run, ace high', 'Set')
    """
    if meld.kind is MeldKind.SET:
        return "Set"
    if meld.cards[0].rank is Rank.ACE:
        return "Run, ace low"
    return "Run, ace high" if meld.cards[-1].rank is Rank.ACE else "Run"


def fault(fault: Fault) -> str:
    """The reason why cards cannot lie as they do."""
    return fault.reason
