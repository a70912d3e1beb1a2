"""What happened since the player's last turn: who did what, and where it can be seen on the floor."""

from collections import Counter
from dataclasses import dataclass

from makiaveli.game import Draw, Play, State, Turn
from makiaveli.solver import Card, Meld
from makiaveli.web.table import Table


@dataclass(frozen=True, slots=True)
class Deed:
    """A turn that another player took."""

    seat: int
    turn: Turn
    melds: tuple[Meld, ...]
    """The melds in which its cards lie now, of a play."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Where a meld shows what others did."""

    seat: int
    """Who changed it last."""
    cards: tuple[Card, ...]
    """Its cards that were played since."""


def deeds(table: Table, seat: int) -> tuple[Deed, ...]:
    """What the others did since this seat's last turn, the first one first."""
    plies = range(first_ply(table, seat), len(table.record.turns))
    return tuple(deed_of(table.states[ply], table.states[ply + 1], table.record.turns[ply]) for ply in plies)


def deed_of(before: State, after: State, turn: Turn) -> Deed:
    """The turn between these states, with the melds in which its cards lie."""
    melds: list[Meld] = []
    if isinstance(turn, Play):
        played = Counter(turn.cards)
        for cards in (Counter(after.floor) - Counter(before.floor)).elements():
            if (taken := Counter(cards) & played).total():
                played -= taken
                melds.append(Meld(cards))
    return Deed(turn.seat, turn, tuple(melds))


def traces(table: Table, seat: int) -> dict[int, Trace]:
    """The melds of the floor that others changed since this seat's last turn, by their number."""
    first = first_ply(table, seat)
    before = Counter(table.states[first].floor)
    changed: dict[tuple[Card, ...], int] = {}
    played: Counter[Card] = Counter()
    for ply in range(first, len(table.record.turns)):
        turn = table.record.turns[ply]
        if isinstance(turn, Play):
            played += Counter(turn.cards)
            for cards in Counter(table.states[ply + 1].floor) - Counter(table.states[ply].floor):
                changed[cards] = turn.seat
    found = {}
    for number, cards in enumerate(table.state.floor):
        if before[cards] > 0:
            before[cards] -= 1
        elif cards in changed:
            marked = tuple((Counter(cards) & played).elements())
            played -= Counter(marked)
            found[number] = Trace(changed[cards], marked)
    return found


def drawn(table: Table, seat: int) -> Card | None:
    """The card that the seat drew in its last turn, if that was a draw."""
    ply = first_ply(table, seat) - 1
    if ply < 0 or not isinstance(table.record.turns[ply], Draw):
        return None
    before, after = table.states[ply].hands[seat], table.states[ply + 1].hands[seat]
    return next(iter((Counter(after) - Counter(before)).elements()))


def first_ply(table: Table, seat: int) -> int:
    """The ply after the seat's last turn: from then on the others have moved."""
    turns = table.record.turns
    return next((ply + 1 for ply in reversed(range(len(turns))) if turns[ply].seat == seat), 0)
