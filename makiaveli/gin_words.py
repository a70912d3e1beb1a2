"""English sentences for the answers about Gin Rummy, for the terminal and the pages."""

from collections.abc import Iterable

from makiaveli.gin_answer import Discard, Ending, HandAnswer, ScoreAnswer, Standing
from makiaveli.ginrummy import LaidCard, deadwood_value
from makiaveli.solver import Card
from makiaveli.words import cards_in_words

_STANDINGS = {
    Standing.BIG_GIN: "Big gin",
    Standing.GIN: "Gin",
    Standing.KNOCK: "May knock",
    Standing.NOT_YET: "Not yet",
}


YOU, OTHER = "You", "Other"
"""What the players are called unless they have names."""


THROW_NONE = "All eleven cards are in melds: throw none."


def wins(name: str) -> str:
    """The player and the verb, ``You win`` or ``Anna wins``."""
    return f"{name} {'win' if name == YOU else 'wins'}"


def within(name: str) -> str:
    """The player inside a sentence, ``you``, ``the other`` or ``Anna``."""
    return {YOU: "you", OTHER: "the other"}.get(name, name)


def pretty(card: int) -> str:
    """The card as people read it, ``10♦``."""
    return Card(card).pretty


def named(cards: Iterable[int]) -> str:
    """Cards as a sentence lists them, ``7♠ and 8♥``."""
    return cards_in_words(map(Card, cards))


def say_standing(answer: HandAnswer) -> str:
    """What the hand may do, in two or three words.

    >>> from makiaveli.gin_answer import answer_hand
    >>> say_standing(answer_hand([0, 1, 2, 16, 17]))
    'May knock'
    """
    return _STANDINGS[answer.standing]


def say_hand(answer: HandAnswer) -> list[str]:
    """What the hand may do, what to throw, what is left, as sentences.

    >>> from makiaveli.gin_answer import answer_hand
    >>> say_hand(answer_hand([3, 4, 5, 14, 17, 18, 28, 29, 30, 31, 40]))
    ['May knock.', 'Throw 6♥, and 9 is left.', 'Or throw 5♥, and 10 is left.']
    """
    said = [f"{say_standing(answer)}."]
    if answer.standing is Standing.BIG_GIN:
        return [*said, THROW_NONE]
    if best := answer.best_discard:
        said.append(say_throw("Throw", best))
        said += (say_throw("Or throw", each) for each in answer.knock_discards[1:])
    else:
        said.append(f"{answer.best.deadwood or 'Nothing'} left.")
    if answer.standing is Standing.NOT_YET:
        said.append(f"You may knock with {answer.limit}.")
    return said


def say_throw(how: str, discard: Discard) -> str:
    """The discard and what it leaves: ``Throw 6♥, and 9 is left.``."""
    return f"{how} {pretty(discard.card)}, and {discard.best.deadwood or 'nothing'} is left."


def say_score(answer: ScoreAnswer, knocker: str = YOU, opponent: str = OTHER) -> str:
    """Who wins what, in a sentence or two, with the players called so."""
    won, lost = answer.points
    match answer.ending:
        case Ending.GIN:
            return f"Gin. {wins(knocker)} {won}: nothing is laid off."
        case Ending.BIG_GIN:
            return f"Big gin. {wins(knocker)} {won}: nothing is laid off."
        case Ending.UNDERCUT:
            return f"Undercut. {wins(opponent)} {lost}."
        case Ending.KNOCK:
            return f"{wins(knocker)} {won} {'point' if won == 1 else 'points'}."


def say_lay_off(answer: ScoreAnswer) -> list[str]:
    """How the opponent's deadwood goes down, card by card, and what stays."""
    said = []
    left = answer.opponent_before
    for card in _in_order(answer.opponent.laid):
        points = deadwood_value(card)
        said.append(f"{pretty(card)} goes {_where(card)}: {left} − {points} = {left - points}.")
        left -= points
    stays = answer.opponent.unmatched
    if not stays:
        return [*said, "Nothing stays."]
    if answer.ending in (Ending.GIN, Ending.BIG_GIN):
        return [f"{named(stays)} {'stays' if len(stays) == 1 else 'stay'}: {left}."]
    return [*said, f"{named(stays)} {'fits' if len(stays) == 1 else 'fit'} nowhere: {left} stays."]


def _in_order(laid: Iterable[LaidCard]) -> list[LaidCard]:
    """Laid cards as they can be laid one after another: outwards along the runs, then onto the sets."""

    def place(card: LaidCard) -> tuple[bool, int, int]:
        low, high = card.meld[0], card.meld[-1]
        return _onto_set(card), low, low - card if card < low else card - high

    return sorted(laid, key=place)


def _where(card: LaidCard) -> str:
    if _onto_set(card):
        return f"onto {' '.join(map(pretty, card.meld))}"
    if card < card.meld[0]:
        return f"before {pretty(card + 1)}"
    return f"after {pretty(card - 1)}"


def _onto_set(card: LaidCard) -> bool:
    return card.meld[0] % 13 == card.meld[1] % 13


def say_sum(answer: ScoreAnswer, knocker: str = YOU, opponent: str = OTHER) -> str:
    """How the points come about, with the players called so."""
    winner = within(opponent if answer.ending is Ending.UNDERCUT else knocker)
    mine, theirs, bonus = answer.knocker.deadwood, answer.opponent.remaining, answer.bonus
    match answer.ending:
        case Ending.KNOCK:
            return f"{theirs} − {mine} = {theirs - mine} for {winner}."
        case Ending.UNDERCUT:
            return f"{mine} − {theirs} + {bonus} for the undercut = {mine - theirs + bonus} for {winner}."
        case Ending.GIN | Ending.BIG_GIN:
            return f"{theirs} + {bonus} for {say_ending(answer.ending)} = {theirs + bonus} for {winner}."


def say_ending(ending: Ending) -> str:
    """The name of how the hand ended, inside a sentence."""
    return ending.value.replace("_", " ")
