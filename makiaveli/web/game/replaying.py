"""A game looked at turn by turn, with every hand open."""

from dataclasses import dataclass

from makiaveli.game import Record, cross_places
from makiaveli.solver import Card, Meld, Position
from makiaveli.web.game import ending, since, words
from makiaveli.web.game.ending import HeldHand
from makiaveli.web.shown import Dress, ShownMeld


@dataclass(frozen=True, slots=True)
class Scene:
    """The table after so many turns."""

    turn: int
    """How many turns were taken; 0: just dealt."""
    turns: int
    """How many there are."""
    who: str
    deed: str
    """What the last turn was."""
    changed: tuple[ShownMeld, ...]
    """The melds that it made or changed."""
    rest: tuple[ShownMeld, ...]
    cross: tuple[Card | None, ...]
    """The single card at each place, above, right, below, left of the stock; ``None`` where it was used."""
    stock: int
    hands: tuple[HeldHand, ...]
    to_move: int | None
    """Whose turn is next; ``None`` at the end."""
    position: Position | None
    """What the next player sees."""

    @property
    def back(self) -> int:
        """The scene before this one."""
        return max(0, self.turn - 1)

    @property
    def next(self) -> int:
        """The scene after this one."""
        return min(self.turns, self.turn + 1)


def scene(record: Record, turn: int, own: int | None = None) -> Scene:
    """The scene after so many turns, or the nearest one that there is."""
    states = record.states()
    turn = max(0, min(turn, len(record.turns)))
    state = states[turn]
    names = ending.names_of(record, own)
    who, deed = "", words.dealt(names[state.starter])
    changed: tuple[ShownMeld, ...] = ()
    new = set[tuple[Card, ...]]()
    if turn:
        last = record.turns[turn - 1]
        who = names[last.seat]
        deed = words.deed(since.deed_of(states[turn - 1], state, last))
        changed = ending.changed_melds(states[turn - 1], state, last)
        new = {meld for meld in state.floor if meld not in states[turn - 1].floor}
    rest = sorted((Meld(meld) for meld in state.floor if meld not in new), key=lambda meld: meld.place)
    over = turn == len(record.turns)
    return Scene(
        turn=turn,
        turns=len(record.turns),
        who=who,
        deed=deed,
        changed=changed,
        rest=tuple(ShownMeld.of(meld, Dress.QUIET) for meld in rest),
        cross=cross_places(state),
        stock=len(state.stock),
        hands=tuple(ending.held(name, hand) for name, hand in zip(names, state.hands, strict=True)),
        to_move=None if over else state.turn,
        position=None if over else state.position(state.turn),
    )
