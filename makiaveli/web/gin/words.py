"""The English words of the page of Gin Rummy, beside the sentences of :mod:`makiaveli.gin_words`."""

from collections.abc import Iterable, Sequence

from makiaveli.gin_answer import Discard, Ending, HandAnswer, Standing
from makiaveli.gin_words import OTHER, THROW_NONE, YOU, named, pretty, say_standing, say_throw, within
from makiaveli.ginrummy import BestMelds, deadwood_value
from makiaveli.ginrummy.match import Player
from makiaveli.ginrummy.melds import Meld, is_set
from makiaveli.solver import Card
from makiaveli.web.gin.hands import HAND_SIZE
from makiaveli.web.gin.notes import Note, NoteCode
from makiaveli.web.gin.sheet import Row
from makiaveli.web.gin.state import Gin
from makiaveli.web.words import RANKS, shortened
from makiaveli.words import counted, listed, pile_name

PRESETS = {"basic": "Basic", "modern": "Modern", "classic": "Classic"}
ABOUT_PRESETS = {
    "basic": "Gin 25, undercut 25",
    "modern": "Gin 25, big gin 31, undercut 25; then 25 a hand won and 100 for the game",
    "classic": "Gin 20, undercut 10; then 20 a hand won and 100 for the game",
}
MOST_NAMED = 3
"""Discards that a line names one by one."""


def name_of(gin: Gin, player: Player) -> str:
    """What this player is called."""
    return gin.names[player] or (OTHER if player else YOU)


def has(name: str) -> str:
    """``You have``, ``Anna has``."""
    return f"{name} {'have' if name == YOU else 'has'}"


def be_left(name: str) -> str:
    """``You are left``, ``Anna is left``."""
    return f"{name} {'are' if name == YOU else 'is'} left"


def owned(name: str) -> str:
    """Whose, at the beginning of a phrase."""
    return {YOU: "Your", OTHER: "The other’s"}.get(name, f"{name}’s")


def meld_kind(meld: Meld) -> str:
    """Set or run."""
    return "Set" if is_set(meld) else "Run"


def left(cards: Sequence[int], *, as_sum: bool = False) -> str:
    """The caption of deadwood.

    >>> left([14, 40, 17]), left([14, 40, 17], as_sum=True)
    ('Left: 9', 'Left: 2 + 2 + 5 = 9')
    """
    points = [deadwood_value(card) for card in cards]
    if as_sum and 1 < len(points) <= 4:
        return f"Left: {' + '.join(map(str, points))} = {sum(points)}"
    return f"Left: {sum(points)}"


def partition(best: BestMelds) -> str:
    """A way to meld in a line: runs as ranges, sets card by card, then what is left."""
    melds = [pile_name([Card(card) for card in meld]) for meld in best.melds]
    return ", ".join([*melds, *([f"left {named(best.unmatched)}"] if best.unmatched else [])]) + "."


def other_ways(count: int) -> str:
    """The label of other ways to meld that leave as little."""
    return f"{counted(count, 'other way')} to meld {'leaves' if count == 1 else 'leave'} as little"


def tag(answer: HandAnswer, size: int) -> str:
    """The state of a hand in a word or two; empty for no cards."""
    if not size:
        return ""
    if size < HAND_SIZE:
        return f"{size} of {HAND_SIZE}"
    return say_standing(answer)


def headline(answer: HandAnswer, size: int, name: str) -> str:
    """The state of a hand in a sentence."""
    if not size:
        return f"Which cards {'do' if name == YOU else 'does'} {within(name)} hold?"
    if size < HAND_SIZE:
        return f"{counted(size, 'card')} so far."
    match answer.standing:
        case Standing.BIG_GIN:
            return "Big gin."
        case Standing.GIN:
            return "Gin."
        case Standing.KNOCK:
            return f"{name} may knock."
        case Standing.NOT_YET:
            return f"{name} may not knock yet."


def line(answer: HandAnswer, size: int) -> str:
    """What to do with the hand, or how many cards it lacks."""
    if not size:
        return "Tap 10 cards or 11, or start from an example."
    if size < HAND_SIZE:
        return f"10 cards or 11. {HAND_SIZE - size} to go."
    if answer.standing is Standing.BIG_GIN:
        return THROW_NONE
    if answer.best_discard:
        return say_throw("Throw", answer.best_discard)
    return f"{answer.best.deadwood or 'Nothing'} is left."


def more(answer: HandAnswer, size: int, name: str) -> str:
    """One more sentence: the other discards, or what is lacking."""
    if size < HAND_SIZE or answer.standing is Standing.BIG_GIN:
        return ""
    if answer.standing is Standing.NOT_YET:
        return f"{name} may knock with {answer.limit}."
    others = answer.knock_discards[1:]
    if len(others) == 1:
        return say_throw("Or throw", others[0])
    if others:
        shown = [f"{pretty(each.card)} ({each.best.deadwood})" for each in others[:MOST_NAMED]]
        if len(others) > MOST_NAMED:
            shown.append(f"{len(others) - MOST_NAMED} more")
        return f"Or throw {listed(shown).replace(' and ', ' or ')}."
    if answer.best_discard:
        return "Any other discard leaves too much."
    return ""


def about_discard(answer: HandAnswer, discard: Discard) -> str:
    """How a discard compares."""
    points = discard.best.deadwood
    if answer.best_discard and points == answer.best_discard.best.deadwood:
        return "the best" if discard == answer.best_discard else "as good"
    return "the limit" if points == answer.limit else f"{points - answer.settled.deadwood} more"


def knocked(name: str, ending: Ending, deadwood: int) -> tuple[str, str]:
    """How whoever knocked stands, the number apart."""
    if ending in (Ending.GIN, Ending.BIG_GIN):
        return f"{has(name)} {ending.value.replace('_', ' ')}", ""
    return f"{name} knocked with", str(deadwood)


def row(knock: Row, names: tuple[str, str], bonus: int) -> tuple[str, str]:
    """A hand on the sheet: how it ended, and the sum.

    >>> row(Row(0, 9, 7), ("You", "Other"), 25)
    ('You were undercut', '9 − 7 + 25')
    """
    name = names[knock.knocker]
    match knock.ending:
        case None:
            return "Dead hand", "nobody knocked"
        case Ending.GIN:
            return f"{name}, gin", f"{knock.left} + {bonus}"
        case Ending.BIG_GIN:
            return f"{name}, big gin", f"{knock.left} + {bonus}"
        case Ending.KNOCK:
            return f"{name} knocked", f"{knock.left} − {knock.own}"
        case Ending.UNDERCUT:
            was = "were" if name == YOU else "was"
            return f"{name} {was} undercut", f"{knock.own} − {knock.left} + {bonus}"


def on_the_set(cards: Iterable[int]) -> str:
    """The sets that these cards would have gone onto: ``the sevens``."""
    ranks = [Card(card).rank for card in cards]
    return listed([f"the {_PLURALS.get(rank.label) or RANKS[rank] + 's'}" for rank in ranks])


_PLURALS = dict(
    zip(
        ("2", "3", "4", "5", "6", "7", "8", "9", "10"),
        ("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"),
        strict=True,
    )
)


def note(note: Note, gin: Gin) -> str:
    """What became of an edit."""
    cards = named(note.cards)
    name = name_of(gin, note.player)
    hand = "your hand" if note.player == 0 else "the other hand"
    size = len(gin.cards)
    match note.code:
        case NoteCode.ADDED | NoteCode.TAKEN:
            what = "added to" if note.code is NoteCode.ADDED else "taken back from"
            answer = gin.answer(gin.target)
            state = headline(answer, size, name_of(gin, gin.target)) if size >= HAND_SIZE else ""
            return " ".join(filter(None, (f"{cards} {what} {hand}.", state, line(answer, size))))
        case NoteCode.AIMED:
            return f"Adding to {hand}. {counted(size, 'card')}."
        case NoteCode.UNDONE | NoteCode.REDONE:
            return f"{note.code.capitalize()}."
        case NoteCode.KNOCKED:
            return f"{name} knocked."
        case NoteCode.ELSEWHERE:
            return f"{cards} {'is' if len(note.cards) == 1 else 'are'} in {hand}."
        case NoteCode.ELEVEN:
            return (
                "11 cards already. Take one back first."
                if size > HAND_SIZE
                else f"{counted(size + len(note.cards), 'card')} are too many. A hand has 10 or 11."
            )
        case NoteCode.ONE_ELEVEN:
            return f"{hand.capitalize()} has 11 cards, so this one has 10."
        case NoteCode.NOT_THERE:
            return f"{cards} is not in {hand}."
        case NoteCode.MISREAD | NoteCode.RULES:
            return " ".join(map(str, note.problems))
        case NoteCode.UNKNOWN:
            return f"{shortened(note.text)} is no edit. Tap a card, or type one such as 7S."
        case NoteCode.NO_KNOCK:
            return f"{name} cannot knock: a knock needs {gin.hands.sheet.rules.knock_limit} or less."
    return _NOTES[note.code]


_NOTES = {
    NoteCode.CLEARED: "Both hands are empty. Undo brings them back.",
    NoteCode.LAID: "Both hands lie here now.",
    NoteCode.SHOWN: "",
    NoteCode.WRITTEN: "Added to the sheet.",
    NoteCode.TOOK_BACK: "The last hand is off the sheet.",
    NoteCode.NEW_MATCH: "A new match. Undo brings the old one back.",
    NoteCode.KEPT: "",
    NoteCode.NO_UNDO: "There is nothing to undo.",
    NoteCode.NO_REDO: "There is nothing to redo.",
    NoteCode.NO_TEXT: "Type cards such as 7S or 4-6S.",
    NoteCode.TOO_FEW: "Both hands need 10 cards or 11 first.",
    NoteCode.ONE_KNOCKS: "The hand of 11 cards is the one that knocks.",
    NoteCode.WRITTEN_ALREADY: "This hand is on the sheet already.",
    NoteCode.MATCH_OVER: "The match is over. Begin a new one.",
    NoteCode.EMPTY_SHEET: "There is no hand on the sheet.",
}
