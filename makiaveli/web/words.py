"""The English words for what the solver says in codes and values. Pages take them from here alone."""

from collections.abc import Sequence

from makiaveli.solver import Card, Fault, Meld, MeldKind, Rank, Suit
from makiaveli.web.shown import Origin
from makiaveli.words import cards_in_words, counted, number

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


def change(kind: MeldKind, added: Sequence[Card], gone: Sequence[Card]) -> str:
    """What became of a floor meld, as a caption.

    >>> change(MeldKind.RUN, [Card.parse("AC")], []), change(MeldKind.SET, [], [Card.parse("9S")])
    ('Longer by A♣', 'Gave up 9♠')
    """
    if not gone:
        return f"{'Longer by' if kind is MeldKind.RUN else 'Joined by'} {_few(added)}"
    return f"Gave up {_few(gone)}, took {_few(added)}" if added else f"Gave up {_few(gone)}"


def _few(cards: Sequence[Card]) -> str:
    return cards_in_words(cards) if len(cards) <= 3 else counted(len(cards), "card")


def these_change(count: int) -> str:
    """The label of the floor melds that a play changes."""
    return "This meld changes" if count == 1 else f"These {number(count)} change"


def with_your_cards(melds: int, cards: int) -> str:
    """The label of the melds that a play changes or makes, when so many cards of the hand lie in them.

    >>> with_your_cards(1, 3), with_your_cards(5, 1)
    ('One meld, with your cards in it', 'Five melds, with your card among them')
    """
    yours = "your card" if cards == 1 else "your cards"
    where = "in it" if melds == 1 else "among them" if cards == 1 else "in them"
    return f"{number(melds).capitalize()} {'meld' if melds == 1 else 'melds'}, with {yours} {where}"


def these_stay(count: int) -> str:
    """The label of the melds that a play leaves alone."""
    return "1 meld stays as it is" if count == 1 else f"{count} melds stay as they are"


def still_single(single: int, cross: int) -> str:
    """The label of the cross cards that no meld has taken, of so many before."""
    return "Cross, all still single" if single == cross > 1 else "Cross, still single"
