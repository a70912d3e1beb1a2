"""The tables, and how a database gets them: ordered migrations, each applied once.

The tables say what the code reads and writes; the migrations are history and never change once released.
"""

from sqlalchemy import (
    Column,
    Connection,
    Double,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)

from makiaveli.errors import MakiaveliError

METADATA = MetaData()

SCHEMA = Table("schema_version", METADATA, Column("version", Integer, nullable=False))

GAMES = Table(
    "games",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("rules", Text, nullable=False),
    Column("starter", Integer, nullable=False),
    Column("dealt", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False),
    Index("games_by_age", "status", "touched"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("game_id", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("bot", Text),
    Column("player", Text),
    Index("seats_by_player", "player"),
)

TURNS = Table(
    "turns",
    METADATA,
    Column("game_id", Text, ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("turn", Text, nullable=False),
    Column("taken", Double, nullable=False),
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE games (
            id TEXT NOT NULL PRIMARY KEY,
            rules TEXT NOT NULL,
            starter INTEGER NOT NULL,
            dealt TEXT NOT NULL,
            status TEXT NOT NULL,
            ply INTEGER NOT NULL,
            version INTEGER NOT NULL,
            created DOUBLE PRECISION NOT NULL,
            touched DOUBLE PRECISION NOT NULL
        )""",
        "CREATE INDEX games_by_age ON games (status, touched)",
        """CREATE TABLE seats (
            game_id TEXT NOT NULL REFERENCES games (id),
            seat INTEGER NOT NULL,
            name TEXT NOT NULL,
            bot TEXT,
            player TEXT,
            PRIMARY KEY (game_id, seat)
        )""",
        "CREATE INDEX seats_by_player ON seats (player)",
        """CREATE TABLE turns (
            game_id TEXT NOT NULL REFERENCES games (id),
            ply INTEGER NOT NULL,
            turn TEXT NOT NULL,
            taken DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (game_id, ply)
        )""",
    ),
)
"""The statements that lead from one version of the schema to the next; version 0 is an empty database."""

_LOCK = 0x4D414B49
"""The number under which servers that start at once on one PostgreSQL wait for each other."""


def migrate(engine: Engine) -> None:
    """Bring the database to the newest schema; nothing happens where it has it.

    Several processes may do so at once. Raises :class:`MakiaveliError` for a database of a newer program.
    """
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        version = _version(connection)
        if version > len(MIGRATIONS):
            raise MakiaveliError(
                f"The database has schema {version}, this program knows up to {len(MIGRATIONS)}. "
                "Use a newer program."
            )
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                connection.execute(text(statement))
        if version < len(MIGRATIONS):
            connection.execute(update(SCHEMA).values(version=len(MIGRATIONS)))


def _version(connection: Connection) -> int:
    """The version of the schema, which is noted from now on."""
    if not inspect(connection).has_table(SCHEMA.name):
        SCHEMA.create(connection)
        connection.execute(insert(SCHEMA).values(version=0))
    version: int = connection.execute(select(SCHEMA.c.version)).scalar_one()
    return version
