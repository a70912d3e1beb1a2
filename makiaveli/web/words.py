"""The English words for what the solver says in codes and values. Pages take them from here alone."""

from collections.abc import Sequence

from makiaveli.solver import Card, Fault, FaultCode, Meld, MeldKind, Rank, Suit, pretty_cards, why_not
from makiaveli.solver.position import CROSS_SIZE
from makiaveli.web.compose import Draft, Note, NoteCode, Place, Target
from makiaveli.web.shown import Origin
from makiaveli.words import cards_in_words, counted, number

RANKS = {Rank.ACE: "ace", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"}
SUITS = {Suit.SPADES: "spades", Suit.HEARTS: "hearts", Suit.DIAMONDS: "diamonds", Suit.CLUBS: "clubs"}
ORIGINS = {
    Origin.HAND: "from your hand",
    Origin.CROSS: "from the cross",
    Origin.OTHER: "from the other hand",
}


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
    if not single:
        return "Cross, all taken"
    return "Cross, all still single" if single == cross > 1 else "Cross, still single"


PLACES = {Place.HAND: "the hand", Place.CROSS: "the cross", Place.NEW: "a new meld"}
SHORT = {
    FaultCode.MIXED: "Neither set nor run",
    FaultCode.TWICE_IN_SET: "{0} twice",
    FaultCode.TWICE_IN_RUN: "{0} twice",
    FaultCode.ACE_WRAPS: "The ace wraps",
    FaultCode.ACE_TWICE: "Two aces in a run",
    FaultCode.GAP: "{1} missing",
    FaultCode.EMPTY_HAND: "The hand is empty",
    FaultCode.CROSS: "More than 4 in the cross",
    FaultCode.COPIES: "{0} more than twice",
}


def short_fault(fault: Fault) -> str:
    """The reason in the few words that fit under a meld.

    >>> from makiaveli.solver import parse_cards
    >>> short_fault(why_not(parse_cards("5H8H9H"))), short_fault(why_not(parse_cards("5H6H")))
    ('6♥ 7♥ missing', '2 of 3 or more')
    """
    if fault.code is FaultCode.TOO_SHORT:
        return f"{len(fault.cards)} of 3 or more"
    if fault.code is FaultCode.GAP and len(fault.cards) == 4:
        return f"{pretty_cards(fault.cards[1:3])} missing"
    if fault.code is FaultCode.GAP and len(fault.cards) > 4:
        return f"{fault.cards[1].pretty} to {fault.cards[-2].pretty} missing"
    return SHORT[fault.code].format(*(card.pretty for card in fault.cards))


def place(target: Target) -> str:
    """Where cards go: ``the hand``, ``a meld``."""
    return PLACES[target] if isinstance(target, Place) else "a meld"


def holding(draft: Draft) -> str:
    """What the target holds, and what to do there."""
    count = len(draft.cards)
    match draft.target:
        case Place.HAND if not draft.position.cards():
            return "Tap the cards you saw, or start from an example."
        case Place.HAND if not count:
            return "No card yet. Tap what you held."
        case Place.HAND:
            return f"{counted(count, 'card')}. Tap one to take it back."
        case Place.CROSS:
            return f"{count} of {CROSS_SIZE} places taken."
        case Place.NEW:
            return "Empty so far. Tap its first card."
    fault = why_not(draft.cards)
    return f"{meld_name(Meld(draft.cards))}. Valid." if fault is None else fault.reason


def note(note: Note, draft: Draft) -> str:
    """What became of an edit. Card names are for the eye; they read aloud as well as in words."""
    cards = cards_in_words(note.cards)
    match note.code:
        case NoteCode.ADDED:
            return f"{cards} added to {place(note.target)}. {holding(draft)}"
        case NoteCode.TAKEN:
            return f"{cards} taken back from {place(note.target)}. {holding(draft)}"
        case NoteCode.AIMED:
            return f"Adding to {place(note.target)}. {holding(draft)}"
        case NoteCode.UNDONE | NoteCode.REDONE:
            return f"{note.code.capitalize()}. Adding to {place(note.target)}. {holding(draft)}"
        case NoteCode.CLEARED:
            return "Everything is cleared. Undo brings it back."
        case NoteCode.LAID:
            return f"A position of {counted(len(note.cards), 'card')} lies here now."
        case NoteCode.USED_UP:
            return f"Both copies of {cards} are used already."
        case NoteCode.NOT_THERE:
            return f"{cards} is not in {'the meld' if isinstance(note.target, int) else place(note.target)}."
        case NoteCode.MISREAD:
            return " ".join(map(str, note.problems))
        case NoteCode.UNKNOWN:
            return f"{shortened(note.text)} is no edit. Tap a card, or type one such as 7S."
        case NoteCode.FAULTY:
            return str(note.problems[0])
    return _NOTES[note.code]


_NOTES = {
    NoteCode.READY: "All is valid.",
    NoteCode.NO_UNDO: "There is nothing to undo.",
    NoteCode.NO_REDO: "There is nothing to redo.",
    NoteCode.CROSS_FULL: f"The cross has {CROSS_SIZE} places.",
    NoteCode.NO_TEXT: "Type cards such as 7S or 2-6C, or paste a whole position.",
}


def shortened(text: str) -> str:
    """The text in quotes, a long one cut."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


BOTS = {
    "beginner": "Beginner",
    "solver": "Solver",
    "yiayia-12": "Γιαγιά, up to 12 cards",
    "yiayia-16": "Γιαγιά, up to 16 cards",
    "yiayia-20": "Γιαγιά, up to 20 cards",
    "yiayia": "Γιαγιά, no limit",
}
"""Every bot as one chooses it."""
RULES = {
    "makiaveli": ("Makiaveli", "5 cards each, 4 in the cross"),
    "machiavelli": ("Machiavelli", "Italian: 13 cards each, no cross"),
}
"""Every preset: its name, and what is dealt."""

_MINUTE, _HOUR, _DAY = 60, 3600, 24 * 3600


def ago(seconds: float) -> str:
    """How long ago something was, as one says it.

    >>> ago(5), ago(60), ago(20 * 60), ago(30 * 3600), ago(9 * 24 * 3600)
    ('just now', '1 minute ago', '20 minutes ago', 'yesterday', '9 days ago')
    """
    if seconds < _MINUTE:
        return "just now"
    if seconds < _HOUR:
        return f"{counted(seconds // _MINUTE, 'minute')} ago"
    if seconds < _DAY:
        return f"{counted(seconds // _HOUR, 'hour')} ago"
    return "yesterday" if seconds < 2 * _DAY else f"{counted(seconds // _DAY, 'day')} ago"
