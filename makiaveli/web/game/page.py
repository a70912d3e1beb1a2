"""What the table's template is given, and what the status line says."""

from dataclasses import dataclass

from makiaveli.game import TurnKind
from makiaveli.solver import Card
from makiaveli.web.game import shown, words
from makiaveli.web.game.arranging import Arranging, Place, write_edits
from makiaveli.web.game.hand import Fold, Habits, HandShown, Order, Spot, lay_out_hand
from makiaveli.web.game.layout import lay_out
from makiaveli.web.game.shown import Said, ShownFloor, ShownSeat
from makiaveli.web.game.since import deeds, drawn, first_ply, traces
from makiaveli.web.solving import Solved
from makiaveli.web.table import Table


@dataclass(frozen=True)
class Moment:
    """A table, and what its player is about to do there."""

    table: Table
    seat: int
    arranging: Arranging
    habits: Habits
    seen: int
    """The ply of the table that the player saw."""
    hint: int = 0
    """The degree of the hint that is given; 0: none."""
    solved: Solved | None = None
    """What the hint says."""
    refused: str = ""
    """Why the last edit was not made."""
    asks: bool = False
    """Whether the player is asked if what is arranged may be given up."""
    stale: Arranging | None = None
    """What was arranged on a table that has moved on since."""
    moved: int | None = None
    """Whether that has to be told, and how many melds could be kept."""
    was: str = ""
    """What waits for the own turn to be laid again: the ply and the edits of a table that has moved on."""

    @property
    def mine(self) -> bool:
        """Whether it is this player's turn."""
        return self.table.outcome is None and self.table.state.turn == self.seat


@dataclass(frozen=True, slots=True)
class Status:
    """The status line."""

    text: str
    kind: str = "info"
    """``info``, ``bad``, ``picked`` or ``ask``."""
    show: int | None = None
    """The pile that it is about."""


@dataclass(frozen=True)
class TablePage:
    """What ``game/table.html`` and ``game/_table.html`` show."""

    moment: Moment
    address: str
    waiting: TurnKind
    """What ends the turn without a play: draw or pass."""
    playable: bool
    status: Status
    seats: tuple[ShownSeat, ...]
    log: tuple[Said, ...]
    floor: ShownFloor
    hand: HandShown
    drawn: Card | None
    """The card that was drawn in the last own turn."""

    @property
    def id(self) -> str:
        """The game."""
        return self.moment.table.info.id

    @property
    def ply(self) -> int:
        """The ply of the table that is shown."""
        return self.moment.table.state.ply

    @property
    def mine(self) -> bool:
        """Whether it is this player's turn."""
        return self.moment.mine

    @property
    def arranging(self) -> Arranging:
        """What the player has done so far."""
        return self.moment.arranging

    @property
    def fields(self) -> dict[str, str]:
        """What the form carries."""
        arranging = self.arranging
        return {
            "ply": str(self.ply),
            "log": write_edits(arranging.done),
            "undone": write_edits(arranging.undone),
            "picked": ".".join(map(str, arranging.picked)),
            "hint": str(self.moment.hint or ""),
            "was": self.moment.was,
        }

    @property
    def opponents(self) -> str:
        """The other players, as the page's title names them."""
        return words.names([seat.name for seat in self.seats[:-1]])

    @property
    def silence(self) -> str:
        """What stands for an empty log."""
        return words.silence(
            "" if self.mine else self.moment.table.info.seats[self.moment.table.state.turn].name
        )

    @property
    def picks(self) -> int:
        """How many cards are picked."""
        return len(self.arranging.picked)

    @property
    def returnable(self) -> bool:
        """Whether a picked card could go back to the hand."""
        arranging = self.arranging
        return any(piece in arranging.laid_down for piece in arranging.picked)

    @property
    def movable(self) -> bool:
        """Whether picked cards of the hand can be put elsewhere in it."""
        arranging = self.arranging
        picked = arranging.picked
        return (
            self.moment.habits.order is Order.OWN
            and bool(picked)
            and all(arranging.place_of(piece) is Place.HAND for piece in picked)
        )

    @property
    def down(self) -> int:
        """Cards of the hand that are laid down."""
        return len(self.arranging.laid_down)

    @property
    def order(self) -> Order:
        """How the hand is sorted."""
        return self.moment.habits.order

    @property
    def fold(self) -> Fold:
        """Whether lanes are folded."""
        return self.moment.habits.fold

    @property
    def open_suit(self) -> str:
        """The suit that stays open while lanes are folded."""
        suit = self.moment.habits.suit
        return "" if suit is None else suit.letter

    @property
    def hinted(self) -> frozenset[Card]:
        """The cards of a hint."""
        solved = self.moment.solved
        if solved is None or self.moment.hint != 2:
            return frozenset()
        return frozenset(solved.verdict.played)

    @property
    def position(self) -> str:
        """What the solver would be asked."""
        return str(self.arranging.setting.view.position())

    def spot_name(self, spot: Spot) -> str:
        """A place of the hand as it is read aloud."""
        name = words.spot_name(spot) + (", just drawn" if spot.face == self.drawn else "")
        return f"{name}, can be played" if spot.face in self.hinted else name


def page_of(moment: Moment, address: str, waiting: TurnKind, playable: bool) -> TablePage:
    """The page for this moment."""
    table, seat = moment.table, moment.seat
    names = [each.name for each in table.info.seats]
    hand = lay_out_hand(moment.arranging, moment.habits)
    return TablePage(
        moment=moment,
        address=address,
        waiting=waiting,
        playable=playable,
        status=_status(moment, hand, waiting),
        seats=shown.seats(table, seat),
        log=shown.log(deeds(table, seat), names, drawn(table, seat)),
        floor=shown.floor(
            moment.arranging, lay_out(table.states[first_ply(table, seat) :]), traces(table, seat), names
        ),
        hand=hand,
        drawn=drawn(table, seat),
    )


def _status(moment: Moment, hand: HandShown, waiting: TurnKind) -> Status:
    """The one thing that is worth saying now."""
    arranging, table = moment.arranging, moment.table
    faulty = arranging.faulty
    show = faulty[0].number if faulty else None
    if moment.refused:
        return Status(moment.refused, "bad", show)
    if not moment.mine:
        return Status(words.thinking(table.info.seats[table.state.turn].name))
    if moment.asks:
        return Status(words.give_up(len(arranging.laid_down), waiting), "ask")
    if moment.hint and moment.solved is not None:
        return Status(words.hint(moment.solved.verdict, moment.hint, len(table.state.stock)))
    if moment.moved is not None:
        return Status(words.moved_on(moment.moved), "bad")
    if arranging.picked:
        return Status(words.picked(arranging), "picked")
    if faulty:
        return Status(
            words.invalid(faulty), "bad" if any(not each.unfinished for each in faulty) else "info", show
        )
    if arranging.arranged:
        return Status(words.arranged(arranging, whole=not hand.size))
    view = arranging.setting.view
    return Status(words.your_turn(hand.size, hand.big, bool(view.floor), view.stock_size))
