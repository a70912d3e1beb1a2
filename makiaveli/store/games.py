"""Games kept in a database, which a restart, a second process and a stale page cannot hurt."""

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, RowMapping, Select, insert, select, update

from makiaveli.errors import GameNotFoundError, StaleTurnError
from makiaveli.game import Record, Rules, State, Turn, parse_turn
from makiaveli.solver import parse_cards, write_cards
from makiaveli.store.database import connect
from makiaveli.store.schema import GAMES, SEATS, TURNS, migrate

ABANDONED_AFTER = 30 * 24 * 3600.0
"""Seconds without a turn after which a game counts as abandoned."""

_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 14
_ID = re.compile(f"[{_ID_LETTERS}]{{{_ID_LENGTH}}}")


class Status(StrEnum):
    """Where a game stands."""

    RUNNING = "running"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    """Nobody took a turn for long. The next turn makes it run again."""


@dataclass(frozen=True, order=True, slots=True)
class Seat:
    """Who sits at a seat."""

    name: str
    """As the others see it."""
    bot: str | None = None
    """The name of the bot that plays here; ``None`` for a person."""
    player: str | None = None
    """The key under which a person finds the game again."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a kept game without its cards."""

    id: str
    """Short, and not to be guessed."""
    rules: Rules
    seats: tuple[Seat, ...]
    status: Status
    ply: int
    """Turns taken so far."""
    version: int
    """Goes up by one with every change of the game."""
    created: float
    """When it was dealt, in seconds of the store's clock."""
    touched: float
    """When the last turn was taken, in seconds of the store's clock."""


@dataclass(frozen=True, slots=True)
class Game:
    """A kept game."""

    info: GameInfo
    record: Record


class Store:
    """Games in the database at this address, which is created and brought up to date where need be.

    ``clock`` gives seconds, such as :func:`time.time`. Any number of processes and threads may share a
    database. Raises :class:`MakiaveliError` for a database that a newer program has written.
    """

    def __init__(self, url: str, clock: Callable[[], float]) -> None:
        self._reading, self._writing = connect(url)
        self._clock = clock
        try:
            migrate(self._writing)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self._reading.dispose()

    def create(self, start: State, seats: Sequence[Seat]) -> Game:
        """The new game, just dealt, with one player a seat. Raises :class:`ValueError` for another number."""
        if len(seats) != len(start.hands):
            raise ValueError(f"{len(seats)} players for {len(start.hands)} seats.")
        record = Record.of(start, (seat.name for seat in seats))
        seats = tuple(
            Seat(name, seat.bot, seat.player) for name, seat in zip(record.players, seats, strict=True)
        )
        game_id = "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))
        now = self._clock()
        info = GameInfo(game_id, record.rules, seats, Status.RUNNING, 0, 1, now, now)
        with self._writing.begin() as connection:
            connection.execute(
                insert(GAMES).values(
                    id=info.id,
                    rules=info.rules.name,
                    starter=record.starter,
                    dealt=write_cards(record.dealt),
                    status=info.status.value,
                    ply=info.ply,
                    version=info.version,
                    created=info.created,
                    touched=info.touched,
                )
            )
            connection.execute(
                insert(SEATS),
                [
                    {
                        "game_id": info.id,
                        "seat": at,
                        "name": seat.name,
                        "bot": seat.bot,
                        "player": seat.player,
                    }
                    for at, seat in enumerate(seats)
                ],
            )
        return Game(info, record)

    def load(self, game_id: str) -> Game:
        """The game as its last turn left it. Raises :class:`GameNotFoundError`."""
        with self._reading.begin() as connection:
            row = _row(connection, game_id)
            info = _info(connection, row)
            turns = connection.execute(
                select(TURNS.c.turn)
                # Where a reader sees what others commit meanwhile, the game's row says how far it reads.
                .where(TURNS.c.game_id == game_id, TURNS.c.ply < info.ply)
                .order_by(TURNS.c.ply)
            ).scalars()
            record = Record(
                rules=info.rules,
                players=tuple(seat.name for seat in info.seats),
                starter=row["starter"],
                dealt=parse_cards(row["dealt"]),
                turns=tuple(map(parse_turn, turns)),
            )
        return Game(info, record)

    def version(self, game_id: str) -> int:
        """The version of the game, to see cheaply whether it changed. Raises :class:`GameNotFoundError`."""
        with self._reading.begin() as connection:
            version: int = _row(connection, game_id)["version"]
            return version

    def games_of(self, player: str) -> tuple[GameInfo, ...]:
        """All games in which the player has a seat, the last one touched first."""
        with self._reading.begin() as connection:
            rows = connection.execute(
                select(GAMES)
                .where(GAMES.c.id.in_(select(SEATS.c.game_id).where(SEATS.c.player == player)))
                .order_by(GAMES.c.touched.desc(), GAMES.c.id)
            ).mappings()
            return tuple(_info(connection, row) for row in rows.all())

    def save(self, game_id: str, expected_ply: int, turns: Sequence[Turn], *, finished: bool = False) -> int:
        """Add turns to a game that stands at ``expected_ply``; its new version comes back.

        All of the turns are kept or none. They are not judged: the caller has applied them. Raises
        :class:`GameNotFoundError`, and :class:`StaleTurnError` where the game stands elsewhere or is over.
        """
        if not turns:
            raise ValueError("There is no turn to save.")
        with self._writing.begin() as connection:
            row = _row(connection, game_id, lock=True)
            if row["status"] == Status.FINISHED:
                raise StaleTurnError(f"The game {game_id} is over.")
            if row["ply"] != expected_ply:
                raise StaleTurnError(f"The game {game_id} is at ply {row['ply']}, not at {expected_ply}.")
            now = self._clock()
            status = Status.FINISHED if finished else Status.RUNNING
            version: int = row["version"] + 1
            changed = connection.execute(
                update(GAMES)
                .where(GAMES.c.id == game_id, GAMES.c.version == row["version"])
                .values(
                    status=status.value,
                    ply=expected_ply + len(turns),
                    version=version,
                    touched=now,
                )
            )
            if changed.rowcount != 1:
                raise StaleTurnError(f"The game {game_id} was changed by somebody else.")
            connection.execute(
                insert(TURNS),
                [
                    {"game_id": game_id, "ply": ply, "turn": str(turn), "taken": now}
                    for ply, turn in enumerate(turns, expected_ply)
                ],
            )
        return version

    def abandon_idle(self, seconds: float = ABANDONED_AFTER) -> int:
        """Mark the running games abandoned that nobody touched for so long; how many there were."""
        with self._writing.begin() as connection:
            changed = connection.execute(
                update(GAMES)
                .where(GAMES.c.status == Status.RUNNING.value, GAMES.c.touched < self._clock() - seconds)
                .values(status=Status.ABANDONED.value, version=GAMES.c.version + 1)
            )
            return changed.rowcount


def _row(connection: Connection, game_id: str, *, lock: bool = False) -> RowMapping:
    """The game's row, held against other writers if wanted. Raises :class:`GameNotFoundError`."""
    query: Select[object] = select(GAMES).where(GAMES.c.id == game_id)
    if lock:
        query = query.with_for_update()
    # What cannot be an id is not asked for: a database may refuse the text itself.
    row = connection.execute(query).mappings().one_or_none() if _ID.fullmatch(game_id) else None
    if row is None:
        shown = game_id if len(game_id) <= 40 else game_id[:39] + "…"
        raise GameNotFoundError(f"There is no game {shown!r}.")
    return row


def _info(connection: Connection, row: RowMapping) -> GameInfo:
    """The game of this row, with its seats."""
    seats = connection.execute(
        select(SEATS.c.name, SEATS.c.bot, SEATS.c.player)
        .where(SEATS.c.game_id == row["id"])
        .order_by(SEATS.c.seat)
    )
    return GameInfo(
        id=row["id"],
        rules=Rules.named(row["rules"]),
        seats=tuple(Seat(*seat) for seat in seats),
        status=Status(row["status"]),
        ply=row["ply"],
        version=row["version"],
        created=row["created"],
        touched=row["touched"],
    )
