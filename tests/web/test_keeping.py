import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from makiaveli.web.keeping import open_store, secret_key
from makiaveli.web.settings import Settings, SettingsError

from .live import launch


@pytest.fixture
def settings(tmp_path):
    return Settings(database_url=f"sqlite:///{tmp_path}/games.db")


def test_a_secret_is_made_once_and_kept_beside_the_database(settings, tmp_path):
    secret = secret_key(settings)
    assert len(secret) >= 32
    assert secret_key(settings) == secret
    (kept,) = tmp_path.iterdir()
    assert kept.name == "games.secret"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_of_several_that_start_at_once_all_have_the_same_secret(settings, tmp_path):
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: secret_key(settings), range(16)))) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["games.secret"]


def test_a_secret_that_is_given_is_taken_and_not_shown(tmp_path):
    settings = Settings(database_url=f"sqlite:///{tmp_path}/games.db", secret="correct horse battery")  # noqa: S106 - a test's
    assert secret_key(settings) == "correct horse battery"
    assert "correct horse" not in repr(settings)
    assert list(tmp_path.iterdir()) == []


def test_a_secret_that_cannot_be_kept_or_used_is_told(settings, tmp_path):
    with pytest.raises(SettingsError, match="MAKIAVELI_SECRET is not set"):
        secret_key(Settings(database_url="postgresql+psycopg://localhost/games"))
    with pytest.raises(SettingsError, match=r"cannot be used.*Set MAKIAVELI_SECRET"):
        secret_key(Settings(database_url=f"sqlite:///{tmp_path}/nowhere/games.db"))
    (tmp_path / "games.secret").write_text("\n")
    with pytest.raises(SettingsError, match=r"games.secret' is empty"):
        secret_key(settings)


def test_a_database_that_cannot_be_opened_is_told_without_its_password(tmp_path):
    with pytest.raises(SettingsError, match=r"nowhere/games.db' cannot be opened: unable to open"):
        open_store(Settings(database_url=f"sqlite:///{tmp_path}/nowhere/games.db"))
    (tmp_path / "games.db").write_text("no database, but a text of some length " * 20)
    with pytest.raises(SettingsError, match="cannot be opened: file is not a database"):
        open_store(Settings(database_url=f"sqlite:///{tmp_path}/games.db"))
    with pytest.raises(SettingsError, match="cannot be opened") as error:
        open_store(Settings(database_url="nodialect://me:hush@host/games"))
    assert "hush" not in str(error.value)


def test_a_server_without_its_database_ends_with_a_sentence(tmp_path):
    with launch(port="0", database_url=f"sqlite:///{tmp_path}/nowhere/games.db") as server:
        _, said = server.communicate(timeout=60)
    assert server.returncode == 1
    assert "cannot be" in said
    assert len(said.splitlines()) == 1
