"""English sentences for the answers about Gin Rummy, for the terminal and the pages."""

from collections.abc import Iterable

from makiaveli.gin_answer import Ending, HandAnswer, ScoreAnswer, Standing
from makiaveli.ginrummy import LaidCard, deadwood_value
from makiaveli.solver import Card
from makiaveli.words import cards_in_words

_STANDINGS = {
    Standing.BIG_GIN: "Big gin",
    Standing.GIN: "Gin",
    Standing.KNOCK: "May knock",
    Standing.NOT_YET: "Not yet",
}


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
        return [*said, "All eleven cards are in melds: throw none."]
    if best := answer.best_discard:
        said.append(_throw("Throw", best.card, best.best.deadwood))
        said += (_throw("Or throw", each.card, each.best.deadwood) for each in answer.knock_discards[1:])
    else:
        said.append(f"{answer.best.deadwood or 'Nothing'} left.")
    if answer.standing is Standing.NOT_YET:
        said.append(f"You may knock with {answer.limit}.")
    return said


def _throw(how: str, card: int, left: int) -> str:
    return f"{how} {pretty(card)}, and {left or 'nothing'} is left."


def say_score(answer: ScoreAnswer) -> str:
    """Who wins what, in a sentence or two."""
    won, lost = answer.points
    match answer.ending:
        case Ending.GIN:
            return f"Gin. You win {won}: nothing is laid off."
        case Ending.BIG_GIN:
            return f"Big gin. You win {won}: nothing is laid off."
        case Ending.UNDERCUT:
            return f"Undercut. Other wins {lost}."
        case Ending.KNOCK:
            return f"You win {won} {'point' if won == 1 else 'points'}."


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


def say_sum(answer: ScoreAnswer) -> str:
    """How the points come about."""
    mine, theirs, bonus = answer.knocker.deadwood, answer.opponent.remaining, answer.bonus
    match answer.ending:
        case Ending.KNOCK:
            return f"{theirs} − {mine} = {theirs - mine} for you."
        case Ending.UNDERCUT:
            return f"{mine} − {theirs} + {bonus} for the undercut = {mine - theirs + bonus} for the other."
        case Ending.GIN | Ending.BIG_GIN:
            return f"{theirs} + {bonus} for {say_ending(answer.ending)} = {theirs + bonus} for you."


def say_ending(ending: Ending) -> str:
    """The name of how the hand ended, inside a sentence."""
    return ending.value.replace("_", " ")
