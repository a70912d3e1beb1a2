"""Games kept in SQL: SQLite by default, PostgreSQL by its address."""

from makiaveli.store.games import ABANDONED_AFTER, Game, GameInfo, Seat, Status, Store

__all__ = ["ABANDONED_AFTER", "Game", "GameInfo", "Seat", "Status", "Store"]
