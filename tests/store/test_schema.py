import pytest
from sqlalchemy import create_engine, inspect, select, text, update

from makiaveli.errors import MakiaveliError
from makiaveli.store import Store, schema
from makiaveli.store.database import connect


@pytest.fixture
def engine(url):
    reading, writing = connect(url)
    yield writing
    reading.dispose()


def shape(engine):
    """Tables with their columns, keys and indexes, as the database tells them."""
    tables = inspect(engine)
    return {
        name: (
            [
                (column["name"], column["type"].python_type, column["nullable"])
                for column in tables.get_columns(name)
            ],
            tables.get_pk_constraint(name)["constrained_columns"],
            [
                (key["constrained_columns"], key["referred_table"], key["referred_columns"])
                for key in tables.get_foreign_keys(name)
            ],
            sorted((index["name"], index["column_names"]) for index in tables.get_indexes(name)),
        )
        for name in tables.get_table_names()
    }


def version(engine):
    with engine.begin() as connection:
        return connection.execute(select(schema.SCHEMA.c.version)).scalars().all()


def test_migrations_lead_to_the_tables_that_the_code_uses(engine, tmp_path):
    schema.migrate(engine)
    declared = create_engine(f"sqlite:///{tmp_path}/declared.db")
    schema.METADATA.create_all(declared)
    assert shape(engine) == shape(declared)
    declared.dispose()


def test_migrating_again_changes_nothing(engine, store, game):
    schema.migrate(engine)
    schema.migrate(engine)
    assert version(engine) == [len(schema.MIGRATIONS)]
    assert store.load(game.info.id) == game


def test_an_old_database_is_brought_up_to_date_and_keeps_its_games(engine, store, game, monkeypatch):
    added = (*schema.MIGRATIONS, ("ALTER TABLE games ADD COLUMN note TEXT", "UPDATE games SET note = 'old'"))
    monkeypatch.setattr(schema, "MIGRATIONS", added)
    schema.migrate(engine)
    assert version(engine) == [len(added)]
    assert store.load(game.info.id) == game
    with engine.begin() as connection:
        assert connection.execute(text("SELECT note FROM games")).scalars().all() == ["old"]


def test_a_migration_that_fails_leaves_the_database_as_it_was(engine, store, game, monkeypatch):
    before = shape(engine)
    added = (*schema.MIGRATIONS, ("ALTER TABLE games ADD COLUMN note TEXT", "nonsense"))
    monkeypatch.setattr(schema, "MIGRATIONS", added)
    with pytest.raises(Exception, match="nonsense"):
        schema.migrate(engine)
    assert shape(engine) == before
    assert version(engine) == [len(added) - 1]
    assert store.load(game.info.id) == game


def test_a_database_of_a_newer_program_is_refused(engine, url, clock):
    schema.migrate(engine)
    with engine.begin() as connection:
        connection.execute(update(schema.SCHEMA).values(version=99))
    with pytest.raises(MakiaveliError, match=r"schema 99.*newer program"):
        Store(url, clock)


def test_sqlite_is_set_up_for_several_processes(engine):
    schema.migrate(engine)
    with engine.connect() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 1, "busy_timeout": 10_000, "foreign_keys": 1}
