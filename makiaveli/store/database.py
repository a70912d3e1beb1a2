"""The connection to the database, set up so that processes that write at once lose nothing."""

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection

BUSY_SECONDS = 10.0
"""How long a writer waits for another one before it gives up."""


def connect(url: str) -> tuple[Engine, Engine]:
    """Two faces of one pool of connections: the first for reading, the second for writing.

    SQLite gets a write-ahead log, so that readers and the writer do not wait for each other. A writer takes
    the write lock when it begins: two that first read and then want to write would block each other for good.
    """
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)
    return engine, engine.execution_options(sqlite_begin="BEGIN IMMEDIATE")


def _set_up(connection: DBAPIConnection, record: Any) -> None:
    # The driver's own idea of when a transaction begins is in the way of BEGIN IMMEDIATE.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
    cursor.execute("PRAGMA journal_mode = WAL")
    # With the log, NORMAL survives the death of the process; only a power cut may cost the last turns.
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("sqlite_begin", "BEGIN"))
