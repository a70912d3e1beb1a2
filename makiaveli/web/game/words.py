"""The English words of the table."""

from collections.abc import Sequence

from makiaveli.game import Draw, Play, TurnFault, TurnFaultCode
from makiaveli.solver import Card, Meld, MeldKind, Rank, Verdict, is_run, is_set, pretty_cards
from makiaveli.web.game.arranging import Arranging, Pile, Place
from makiaveli.web.game.hand import Spot
from makiaveli.web.game.since import Deed
from makiaveli.web.words import card_name, short_fault
from makiaveli.words import counted, listed

_RANKS = {Rank.ACE: "aces", Rank.JACK: "jacks", Rank.QUEEN: "queens", Rank.KING: "kings"}
_NUMBERS = ("", "", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")
FEW = 2
"""So many cards left are worth a warning."""
_MOST_NAMED = 3
_LONGEST = 45
"""Letters of a reason that fit under a pile in two lines."""


def _meld(meld: Meld) -> str:
    """A meld as a log names it: ``tens``, ``5♦–8♦``."""
    if meld.kind is MeldKind.RUN:
        return f"{meld.cards[0].pretty}–{meld.cards[-1].pretty}"
    rank = meld.cards[0].rank
    return _RANKS.get(rank) or _NUMBERS[rank + 1]


def deed(deed: Deed) -> str:
    """What somebody did, after the name.

    >>> from makiaveli.solver import parse_cards
    >>> play = Play.of(1, parse_cards("TCKD"), [])
    >>> deed(Deed(1, play, (Meld.parse("TSHC"), Meld.parse("KSHD"))))
    'played 10♣ K♦: tens, kings.'
    """
    match deed.turn:
        case Play(cards=cards):
            places = [_meld(meld) for meld in deed.melds]
            if len(places) > _MOST_NAMED:
                places = [*places[: _MOST_NAMED - 1], f"{len(places) - _MOST_NAMED + 1} more"]
            return f"played {pretty_cards(cards)}: {', '.join(places)}."
        case Draw():
            return "drew."
    return "passed."


def last_deed(turn: object) -> str:
    """The last turn of a seat, in a word or two."""
    match turn:
        case Play(cards=cards):
            return f"played {len(cards)}"
        case Draw():
            return "drew"
        case None:
            return "to come"
    return "passed"


def caption(pile: Pile) -> str:
    """What there is to say under a pile that changes."""
    fault = pile.fault
    if fault is not None:
        if pile.unfinished or len(str(fault)) > _LONGEST:
            return short_fault(fault)
        return str(fault).removesuffix(".")
    kind = Meld(pile.cards).kind
    if not pile.base:
        return f"New {kind}"
    added = [piece.card for piece in pile.pieces if piece not in pile.base]
    gone = [piece.card for piece in pile.base if piece not in pile.pieces]
    if len(added) == len(gone) == 1:
        return f"{added[0].pretty} for {gone[0].pretty}"
    counts = [f"+{len(added)}"] * bool(added) + [f"−{len(gone)}"] * bool(gone)
    return f"{str(kind).capitalize()}, {' '.join(counts)}"


def pile_name(cards: Sequence[Card]) -> str:
    """A pile as it is read aloud."""
    kind = "Set" if is_set(cards) else "Run" if is_run(cards) else "Pile"
    return f"{kind}: {', '.join(card_name(card) for card in cards)}"


def spot_name(spot: Spot) -> str:
    """A place in the hand as it is read aloud."""
    if len(spot.pieces) == 1:
        return card_name(spot.face) + (", picked" if spot.picked else "")
    name = f"2 copies of {card_name(spot.face).lower()}"
    return f"{name}, {spot.picked} picked" if spot.picked else name


def picked(arranging: Arranging) -> str:
    """What is picked, and what to do with it.

    Up to three cards are named, and the kind of meld that they would be.
    """
    cards = [piece.card for piece in arranging.picked]
    kind = "a run" if is_run(cards) else "a set" if is_set(cards) else ""
    if len(cards) > _MOST_NAMED:
        return f"{len(cards)} picked: {kind}." if kind else f"{len(cards)} picked. Tap a place."
    if kind:
        return f"{pretty_cards(sorted(cards))} picked: {kind}."
    where = {1: " Tap where it goes.", 2: " Tap a place."}.get(len(cards), "")
    return f"{pretty_cards(cards)} picked.{where}"


ENOUGH = "That is enough moving for one turn. Play it, or reset."


def not_possible(target: Place) -> str:
    """Why picked cards do not go where they should."""
    if target is Place.HAND:
        return "No card of the table goes into the hand. Undo puts it back."
    if target is Place.CROSS:
        return "Only a cross card goes back to its place."
    return "Pick a card first, then a place for it."


def turn_faults(faults: Sequence[TurnFault], faulty: Sequence[Pile]) -> str:
    """Why the turn is not taken, in one sentence."""
    if faulty:
        return invalid(faulty)
    codes = {fault.code for fault in faults}
    if TurnFaultCode.NOTHING_PLAYED in codes:
        return "Lay down at least one card of your hand first."
    return str(faults[0])


def invalid(faulty: Sequence[Pile]) -> str:
    """Which piles are no melds yet."""
    first = caption(faulty[0])
    if len(faulty) == 1:
        return f"One meld is not valid yet: {first}."
    return f"{len(faulty)} melds are not valid yet. The first: {first}."


def arranged(arranging: Arranging, whole: bool) -> str:
    """What a table without a fault in it looks like; ``whole``: no card is left in the hand."""
    down = len(arranging.laid_down)
    if whole:
        return "All your cards are down. Press Play to go out."
    if down:
        return f"{counted(down, 'card')} down, all melds valid."
    return "All melds valid. A play lays down at least one card of your hand."


def your_turn(cards: int, big: bool, floor: bool, stock: int) -> str:
    """What to do when nothing is arranged."""
    if not stock:
        return "Your turn. The stock is empty: play, or pass."
    if not floor:
        return "Your turn. The floor is empty. Pick cards for the first meld, or draw."
    if big:
        return f"Your turn. {cards} cards in your hand. Tap one, then its place."
    return "Your turn. Tap a card, then its place."


def give_up(down: int, waiting: str) -> str:
    """Whether to draw, or pass, although cards lie arranged."""
    verb = "Draw" if waiting == "draw" else "Pass"
    if not down:
        return f"{verb} and put the table back?"
    return f"{verb} and put your {counted(down, 'card') if down > 1 else 'card'} back?"


def hint(verdict: Verdict, degree: int, stock: int) -> str:
    """The hint of this degree: 1 whether anything can be played, 2 which cards, 3 the whole play."""
    size = len(verdict.position.hand)
    if not verdict.at_least:
        if verdict.at_most:
            return "No play was found in time. That there is none is not settled."
        return f"Nothing can be played. {'Draw' if stock else 'Pass'}."
    if degree == 1:
        return "Your whole hand can be played." if verdict.wins else "Something can be played."
    if degree == 2:
        cards = pretty_cards(verdict.played)
        if verdict.at_least == size:
            return f"All of it can: {cards}."
        return f"{'This card' if verdict.at_least == 1 else f'These {verdict.at_least}'} can: {cards}."
    return "Here it is on the table. Press Play to take it."


def moved_on(kept: int) -> str:
    """That somebody, maybe the player in another tab, has taken a turn meanwhile."""
    if not kept:
        return "The table has moved on. Your cards are back in your hand."
    what = "The meld" if kept == 1 else f"{kept} melds"
    return f"The table has moved on. {what} you built {'is' if kept == 1 else 'are'} kept."


def thinking(name: str) -> str:
    """Whose turn it is."""
    return f"{name} is thinking."


def silence(name: str) -> str:
    """What stands for an empty log; ``name`` is who is to move, unless it is the player."""
    return f"{name} is next." if name else "You begin."


def dealt(name: str) -> str:
    """What stands before the first turn."""
    return f"The cards are dealt. {name} {'begin' if name == 'You' else 'begins'}."


def names(seats: Sequence[str]) -> str:
    """The other players."""
    return listed(seats)
