"""The rules in motion: deal, which turns are open, take a turn, who has won.

The one source of the rules is the project's rules text; what a meld is, :mod:`makiaveli.solver` decides.
"""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from makiaveli.errors import DealError, IllegalTurnError
from makiaveli.game.faults import DealFault, DealFaultCode, TurnFault, TurnFaultCode
from makiaveli.game.rules import Rules
from makiaveli.game.state import State, View
from makiaveli.game.turns import Draw, Pass, Play, Turn, TurnKind
from makiaveli.solver import FACES, Card, table_order, why_not


def deal(rules: Rules, rng: random.Random, seats: int) -> State:
    """The first state of a game: shuffled, dealt, and the seat that begins drawn by lot.

    Raises :class:`DealError` for rules that are no preset and for too many or too few seats.
    """
    if faults := rules.problems(seats):
        raise DealError(" ".join(map(str, faults)), faults)
    cards = list(FACES * rules.decks)
    rng.shuffle(cards)
    return lay_out(rules, cards, seats, rng.randrange(seats))


def lay_out(rules: Rules, dealt: Iterable[Card], seats: int, starter: int) -> State:
    """The first state of a game whose cards come in this order: hands by seat, cross, stock from the top.

    Raises :class:`DealError` with everything that is wrong.
    """
    dealt = tuple(dealt)
    faults = list(rules.problems(seats))
    if not 0 <= starter < seats:
        faults.append(DealFault(DealFaultCode.STARTER, str(starter), allowed=f"0 to {seats - 1}"))
    decks, counts = Counter(FACES * rules.decks), Counter(dealt)
    for code, wrong in ((DealFaultCode.MISSING, decks - counts), (DealFaultCode.SURPLUS, counts - decks)):
        if wrong:
            faults.append(DealFault(code, cards=_each(wrong)))
    if faults:
        raise DealError(" ".join(map(str, faults)), faults)
    size = rules.hand_size
    hands = tuple(tuple(sorted(dealt[seat * size : (seat + 1) * size])) for seat in range(seats))
    rest = dealt[seats * size :]
    cross, stock = rest[: rules.cross_size], rest[rules.cross_size :]
    return State(rules, hands, (), cross, cross, stock, starter, starter)


class Ending(StrEnum):
    """How a game ends."""

    EMPTIED = "emptied"
    """A player has no cards left."""
    BLOCKED = "blocked"
    """The stock is empty and everybody passed in a row."""


@dataclass(frozen=True, order=True, slots=True)
class Outcome:
    """How a game ended and who won it."""

    ending: Ending
    winners: tuple[int, ...]
    """The seats that win, ascending: one, or in a blocked game all with the fewest cards."""


def outcome(table: State | View) -> Outcome | None:
    """How the game ended; ``None`` while it goes on."""
    sizes = table.hand_sizes
    lowest = min(sizes)
    winners = tuple(seat for seat, size in enumerate(sizes) if size == lowest)
    if lowest == 0:
        return Outcome(Ending.EMPTIED, winners)
    if table.passes >= len(sizes):
        return Outcome(Ending.BLOCKED, winners)
    return None


def open_turns(table: State | View) -> tuple[TurnKind, ...]:
    """What the seat to move may do: play, and draw or, with an empty stock, pass; nothing after the end.

    Whether there is anything to play is a question for the solver.
    """
    if outcome(table) is not None:
        return ()
    return (TurnKind.PLAY, TurnKind.DRAW if table.stock_size else TurnKind.PASS)


def problems(state: State, turn: Turn) -> tuple[TurnFault, ...]:
    """Every reason why the turn is illegal in this state; empty for a legal one."""
    faults = []
    if not 0 <= turn.seat < len(state.hands):
        faults.append(TurnFault(TurnFaultCode.NO_SEAT, seat=turn.seat))
    if outcome(state) is not None:
        faults.append(TurnFault(TurnFaultCode.GAME_OVER))
    elif turn.seat != state.turn:
        faults.append(TurnFault(TurnFaultCode.NOT_YOUR_TURN, seat=state.turn))
    match turn:
        case Draw() if not state.stock:
            faults.append(TurnFault(TurnFaultCode.EMPTY_STOCK))
        case Pass() if state.stock:
            faults.append(TurnFault(TurnFaultCode.STOCK_LEFT))
        case Play():
            faults += _play_problems(state, turn)
    return tuple(faults)


def _play_problems(state: State, play: Play) -> list[TurnFault]:
    hand = Counter(state.hands[play.seat]) if 0 <= play.seat < len(state.hands) else Counter()
    played = Counter(play.cards)
    before, after = _changed_cards(state, play)
    # A played card that is not in the hand is one mistake. It neither has to lie on the new floor nor comes
    # from nowhere there, so that it is told once.
    missing = before + (played & hand) - after
    surplus = after - before - played - Counter(state.cross)
    # Of a face that was both on the floor and played, the floor's copy counts as the missing one.
    floor_missing = missing & before
    wrong = (
        (TurnFaultCode.NOT_IN_HAND, played - hand),
        (TurnFaultCode.NOT_LAID, missing - floor_missing),
        (TurnFaultCode.FLOOR_MISSING, floor_missing),
        (TurnFaultCode.FROM_NOWHERE, surplus),
    )
    faults = [] if played else [TurnFault(TurnFaultCode.NOTHING_PLAYED)]
    faults += [TurnFault(code, _each(cards)) for code, cards in wrong if cards]
    known = set(state.floor)
    for place, meld in enumerate(play.floor):
        # What lay there before is a meld; testing the rest alone makes replaying a long game cheap.
        if meld not in known and (why := why_not(meld)) is not None:
            faults.append(TurnFault(TurnFaultCode.NO_MELD, meld, place=place, why=why.about(meld)))
    return faults


def apply(state: State, turn: Turn) -> State:
    """The state after the turn. Raises :class:`IllegalTurnError` with every :class:`TurnFault`."""
    if faults := problems(state, turn):
        raise IllegalTurnError(" ".join(map(str, faults)), faults)
    seats = len(state.hands)
    after = replace(state, turn=(state.turn + 1) % seats, ply=state.ply + 1, passes=0)
    match turn:
        case Draw():
            hands = _with_hand(state, (*state.hands[turn.seat], state.stock[0]))
            return replace(after, hands=hands, stock=state.stock[1:])
        case Pass():
            return replace(after, passes=state.passes + 1)
    before, laid = _changed_cards(state, turn)
    taken = laid - before - Counter(turn.cards)
    known = set(state.floor)
    return replace(
        after,
        hands=_with_hand(state, (Counter(state.hands[turn.seat]) - Counter(turn.cards)).elements()),
        floor=tuple(meld if meld in known else table_order(meld) for meld in turn.floor),
        cross=_without(state.cross, taken),
    )


def _with_hand(state: State, cards: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    return (*state.hands[: state.turn], tuple(sorted(cards)), *state.hands[state.turn + 1 :])


def _without(cards: tuple[Card, ...], taken: Counter[Card]) -> tuple[Card, ...]:
    """The cards in their order, without the first copies of those that are taken."""
    if not taken:
        return cards
    left = taken.copy()
    kept = []
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
        else:
            kept.append(card)
    return tuple(kept)


def _changed_cards(state: State, play: Play) -> tuple[Counter[Card], Counter[Card]]:
    """The cards of the melds that are gone, and of those that are new. Melds that stay cancel out."""
    before, after = Counter(state.floor), Counter(play.floor)
    gone, new = (before - after).elements(), (after - before).elements()
    return Counter(chain.from_iterable(gone)), Counter(chain.from_iterable(new))


def _each(counts: Counter[Card]) -> tuple[Card, ...]:
    return tuple(sorted(counts.elements()))
