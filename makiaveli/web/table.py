"""Playing at kept games: start one, look at it, take a turn. The API and the pages do it through here.

No game is kept in memory: each call loads the record, replays it, and saves what is new with the ply that it
expects. So any number of processes may serve one database.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from makiaveli.bots import bot_named
from makiaveli.errors import DealError, GameRunningError, NoSeatError, StaleTurnError
from makiaveli.game import Outcome, Play, Record, Rules, State, Turn, View, apply, deal, outcome, view
from makiaveli.solver import Limit, write_cards
from makiaveli.store import Game, GameInfo, Seat, Store

BOT_SECONDS = 1.0
"""How long a bot may ask the solver in one turn."""


@dataclass(frozen=True)
class Table:
    """A kept game as its last turn left it."""

    info: GameInfo
    record: Record
    states: tuple[State, ...]
    """Every state of the game, from the deal on."""

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        return outcome(self.state)

    def seat_of(self, player: str | None) -> int:
        """The seat of the player with this key. Raises :class:`NoSeatError` where there is none."""
        # An empty key is nobody's: the seats of bots have none.
        for at, seat in enumerate(self.info.seats):
            if player and seat.player == player:
                return at
        raise NoSeatError(f"No seat of the game {self.info.id} is yours.")

    def view(self, seat: int) -> View:
        """What this seat may see now."""
        return view(self.state, seat)

    def view_at(self, seat: int, ply: int) -> View:
        """What this seat saw after so many turns."""
        return view(self.states[ply], seat)

    def final_record(self) -> Record:
        """The record, which names every hand. Raises :class:`GameRunningError` before the end."""
        if self.outcome is None:
            raise GameRunningError("The record names every hand. It can be had when the game is over.")
        return self.record

    def took(self, ply: int, turn: Turn) -> bool:
        """Whether this is the turn that was taken at this ply, however its cards are ordered."""
        taken = self.record.turns[ply : ply + 1]
        return [_sorted(each) for each in taken] == [_sorted(turn)]


class Tables:
    """The games of a store, and the bots that play at them."""

    def __init__(self, store: Store, bot_limit: Limit | None = None) -> None:
        self._store = store
        self._bot_limit = bot_limit or Limit(seconds=BOT_SECONDS, clock=time.perf_counter)

    def start(self, rules: Rules, seats: Sequence[Seat], seed: int | None = None) -> Table:
        """A new game, the bots before the first person having moved.

        Raises :class:`DealError` for seats that cannot play, :class:`NotationError` for an unknown bot.
        """
        seats = [seat if seat.bot is None else replace(seat, bot=seat.bot.strip().lower()) for seat in seats]
        for seat in seats:
            if seat.bot is not None:
                bot_named(seat.bot)
        people = sum(seat.bot is None for seat in seats)
        if not people:
            raise DealError("Only bots sit there. Leave one seat for a person.")
        if seed is not None and people > 1:
            raise DealError("Who knows the seed knows every card. It can be chosen for one person and bots.")
        rng = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - asked for
        game = self._store.create(deal(rules, rng, len(seats)), seats)
        return self._advanced(_table(game))

    def load(self, game_id: str, bots: int | None = None) -> Table:
        """The game, with a person to move or at its end. Raises :class:`GameNotFoundError`.

        ``bots``: at most so many turns of bots that are due are taken; ``None`` takes them all.
        """
        return self._advanced(_table(self._store.load(game_id)), bots)

    def take(
        self,
        game_id: str,
        player: str | None,
        ply: int,
        turn_at: Callable[[int], Turn],
        bots: int | None = None,
    ) -> Table:
        """The game after the player's turn at this ply and, as in :meth:`load`, those of bots that follow.

        ``turn_at`` makes the turn for the player's seat. A turn that was taken at this ply already is not
        taken again, and is no error. Raises :class:`GameNotFoundError`, :class:`NoSeatError`,
        :class:`IllegalTurnError`, and :class:`StaleTurnError` where the game is at another ply.
        """
        table = self.load(game_id, bots)
        turn = turn_at(table.seat_of(player))
        if table.took(ply, turn):
            return table
        if ply != table.state.ply:
            raise StaleTurnError(f"The game {game_id} is at ply {table.state.ply}, not at {ply}.")
        try:
            return self._save(table, turn, bots=bots)
        except StaleTurnError:
            # Somebody was faster: maybe this very turn, sent twice at once.
            table = self.load(game_id, bots)
            if table.took(ply, turn):
                return table
            raise

    def look(self, game_id: str) -> Table:
        """The game as it is kept: no bot moves for it. Raises :class:`GameNotFoundError`."""
        return _table(self._store.load(game_id))

    def games_of(self, player: str) -> tuple[GameInfo, ...]:
        """All games in which the player with this key has a seat, the last one touched first."""
        return self._store.games_of(player)

    def version(self, game_id: str) -> int:
        """Goes up with every change of the game. Raises :class:`GameNotFoundError`."""
        return self._store.version(game_id)

    def _advanced(self, table: Table, bots: int | None = None) -> Table:
        """The game after the turns of bots that are due: at the start, or where nobody waited for them."""
        due = table.outcome is None and table.info.seats[table.state.turn].bot is not None
        if not due or bots == 0:
            return table
        try:
            return self._save(table, bots=bots)
        except StaleTurnError:
            return _table(self._store.load(table.info.id))

    def _save(self, table: Table, *turns: Turn, bots: int | None = None) -> Table:
        """The game after these turns and those of the bots that follow. All of them are kept or none."""
        states, record = list(table.states), table.record
        for turn in turns:
            states.append(apply(states[-1], turn))
            record = record.and_then(turn)
        most = len(states) + bots if bots is not None else None
        while (
            outcome(states[-1]) is None
            and (bot := table.info.seats[states[-1].turn].bot)
            and (most is None or len(states) < most)
        ):
            state = states[-1]
            rng = random.Random(_bot_seed(record, state.ply))  # noqa: S311 - no secret hangs on it
            turn = bot_named(bot)(view(state, state.turn), rng, self._bot_limit)
            states.append(apply(state, turn))
            record = record.and_then(turn)
        over = outcome(states[-1]) is not None
        ply = table.state.ply
        self._store.save(table.info.id, ply, record.turns[ply:], finished=over)
        game = self._store.load(table.info.id)
        # Replaying costs more than all the rest; only where somebody has moved since is it needed again.
        return Table(game.info, record, tuple(states)) if game.record == record else _table(game)


def _table(game: Game) -> Table:
    return Table(game.info, game.record, game.record.states())


def _bot_seed(record: Record, ply: int) -> bytes:
    """The same for the same game and ply, and not to be foreseen from what is on the table."""
    return sha256(f"{write_cards(record.dealt)} {ply}".encode()).digest()


def _sorted(turn: Turn) -> Turn:
    if not isinstance(turn, Play):
        return turn
    floor = sorted(tuple(sorted(meld)) for meld in turn.floor)
    return Play(turn.seat, tuple(sorted(turn.cards)), tuple(floor))
