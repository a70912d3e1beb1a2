"""The end of a game as its page tells it: who won, the last play, every hand, every turn judged."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from makiaveli.game import Ending, Outcome, Play, Record, State, Turn
from makiaveli.solver import Card, Meld, Position, Suit, pretty_cards
from makiaveli.web.game.review import Judged, Judgement
from makiaveli.web.shown import Dress, Origin, ShownMeld
from makiaveli.web.table import Table
from makiaveli.web.words import change
from makiaveli.words import counted, listed

YOU = "You"
"""The name of the player who looks."""
IN_ONE_LINE = 12
"""A hand of more cards lies in lines by suit."""
MOST_CHANGED = 4
"""Melds of the last play that are all shown at once; of more, those with cards of the hand."""

_SIGNS = {
    Judgement.WENT_OUT: ("yes", "tick"),
    Judgement.BEST: ("yes", "tick"),
    Judgement.NOTHING: ("yes", "tick"),
    Judgement.MORE: ("partly", "bars"),
    Judgement.MISSED_WIN: ("no", "warn"),
    Judgement.OPEN: ("open", "question"),
}


@dataclass(frozen=True, slots=True)
class HeldHand:
    """What somebody held at the end."""

    name: str
    count: str
    lines: tuple[ShownMeld, ...]
    """The cards, in one line or one a suit."""


@dataclass(frozen=True, slots=True)
class TurnTold:
    """A turn in the list of all of them."""

    number: int
    """Counted from 1 over all players."""
    who: str
    did: str
    position: Position
    """What the player saw."""
    dress: str = ""
    icon: str = ""
    judgement: str = ""


def headline(outcome: Outcome, names: Sequence[str], own: int | None) -> str:
    """How the game ended, in a sentence."""
    winners = ["you" if seat == own else names[seat] for seat in outcome.winners]
    subject = listed(winners)
    subject = subject[0].upper() + subject[1:]
    if outcome.ending is Ending.EMPTIED:
        return f"{subject} went out first."
    if len(winners) > 1:
        return f"{subject} share the win."
    return f"{subject} {'hold' if own in outcome.winners else 'holds'} the fewest cards."


def tag(outcome: Outcome, names: Sequence[str], own: int | None) -> str:
    """The outcome in two or three words."""
    if own in outcome.winners:
        return "You won" if len(outcome.winners) == 1 else "Shared win"
    return f"{names[outcome.winners[0]]} won" if len(outcome.winners) == 1 else "Shared win"


def summary(table: Table, outcome: Outcome) -> str:
    """How long it took, and what ended it."""
    minutes = round((table.info.touched - table.info.created) / 60)
    took = counted(len(table.record.turns), "turn") + (f", {counted(minutes, 'minute')}" if minutes else "")
    if outcome.ending is Ending.BLOCKED:
        return f"{took}. The stock was empty, and everybody passed."
    last = table.record.turns[-1]
    cards = len(last.cards) if isinstance(last, Play) else 0
    melds = len(list((Counter(table.states[-2].floor) - Counter(table.states[-1].floor)).elements()))
    opened = f" and changed {counted(melds, 'meld')}" if melds else ""
    return f"{took}. The last play put down {counted(cards, 'card')}{opened}."


def changed_melds(before: State, after: State, turn: Turn) -> tuple[ShownMeld, ...]:
    """The melds that a play made or changed, with marks on the cards of the hand and of the cross."""
    if not isinstance(turn, Play):
        return ()
    gone = [list(meld) for meld in (Counter(before.floor) - Counter(after.floor)).elements()]
    new = sorted(
        map(Meld, (Counter(after.floor) - Counter(before.floor)).elements()), key=lambda meld: meld.place
    )
    hand = Counter(turn.cards)
    cross = Counter(before.cross) - Counter(after.cross)
    shown = []
    for meld in new:
        base = max(gone, key=lambda old: len(set(old) & set(meld.cards)), default=[])
        kept = set(base) & set(meld.cards)
        if len(kept) > 1:
            gone.remove(base)
            lost = [card for card in base if card not in kept]
            caption = change(meld.kind, [card for card in meld.cards if card not in kept], lost)
        else:
            base, kept, caption = [], set[Card](), f"New {meld.kind}"
        came = [card for card in meld.cards if card not in kept]
        from_hand = list((Counter(came) & hand).elements())
        hand -= Counter(from_hand)
        from_cross = list(((Counter(came) - Counter(from_hand)) & cross).elements())
        cross -= Counter(from_cross)
        shown.append(ShownMeld.of(meld, Dress.TRAY, caption, hand=from_hand, cross=from_cross))
    return tuple(shown)


def last_play(table: Table) -> tuple[tuple[ShownMeld, ...], tuple[ShownMeld, ...]]:
    """The melds that the last play changed: those to show at once, and the rest."""
    changed = changed_melds(table.states[-2], table.state, table.record.turns[-1])
    if len(changed) <= MOST_CHANGED:
        return changed, ()
    first: list[ShownMeld] = []
    rest: list[ShownMeld] = []
    for meld in changed:
        own = any(laid.origin is Origin.HAND for laid in meld.cards)
        (first if own else rest).append(meld)
    return tuple(first), tuple(rest)


def held(name: str, cards: Sequence[Card]) -> HeldHand:
    """A hand as it is shown at the end."""
    if len(cards) <= IN_ONE_LINE:
        lines = [ShownMeld.of(sorted(cards))] if cards else []
    else:
        suits = ([card for card in sorted(cards) if card.suit is suit] for suit in Suit)
        lines = [ShownMeld.of(of_suit) for of_suit in suits if of_suit]
    return HeldHand(name, counted(len(cards), "card"), tuple(lines))


def did(turn: Turn) -> str:
    """What a turn was.

    >>> from makiaveli.game import parse_turn
    >>> did(parse_turn("0 play 7S8S/7S8S9S")), did(parse_turn("1 draw")), did(parse_turn("1 pass"))
    ('Played 7♠ 8♠', 'Drew', 'Passed')
    """
    if isinstance(turn, Play):
        return f"Played {pretty_cards(turn.cards)}"
    return {"draw": "Drew", "pass": "Passed"}[turn.kind]


def told(judged: Judged, who: str) -> TurnTold:
    """A judged turn for the list."""
    sign, icon = _SIGNS[judged.judgement]
    return TurnTold(judged.ply + 1, who, did(judged.turn), judged.position, sign, icon, _judgement(judged))


def _judgement(judged: Judged) -> str:
    match judged.judgement:
        case Judgement.WENT_OUT:
            return "Best: went out"
        case Judgement.NOTHING:
            return "Best: nothing to play"
        case Judgement.MORE:
            return f"{judged.most} could go down"
        case Judgement.MISSED_WIN:
            return "Missed a win"
        case Judgement.OPEN:
            return "Not settled"
    return "Best"


def share(judged: Sequence[Judged]) -> str:
    """How many of the turns were the best play there was."""
    if not judged:
        return "No turn was taken"
    best = sum(each.best for each in judged)
    return f"{best} of {len(judged)} were the best play"


def names_of(record: Record, own: int | None) -> list[str]:
    """The players as the page names them: whoever looks is "you", and nobody else is."""
    return [
        YOU if seat == own else f"Player {seat + 1}" if name == YOU else name
        for seat, name in enumerate(record.players)
    ]
