import pytest
from pydantic import ValidationError

from makiaveli.web.settings import Settings, SettingsError


def test_defaults(monkeypatch):
    monkeypatch.delenv("MAKIAVELI_DATABASE_URL")
    settings = Settings.read()
    assert (settings.database_url, settings.secret) == ("sqlite:///makiaveli.db", None)
    assert (settings.host, settings.port, settings.solve_seconds) == ("127.0.0.1", 8000, 2.0)


def test_the_environment_is_read(monkeypatch):
    monkeypatch.setenv("MAKIAVELI_PORT", "8123")
    monkeypatch.setenv("MAKIAVELI_SOLVE_SECONDS", "0.5")
    assert (Settings.read().port, Settings.read().solve_seconds) == (8123, 0.5)


def test_settings_do_not_change():
    with pytest.raises(ValidationError):
        Settings().port = 1


def test_every_unusable_setting_is_named(monkeypatch):
    monkeypatch.setenv("MAKIAVELI_PORT", "eighty")
    monkeypatch.setenv("MAKIAVELI_SOLVE_SECONDS", "0")
    with pytest.raises(SettingsError) as caught:
        Settings.read()
    port, seconds = map(str, caught.value.problems)
    assert port.startswith("MAKIAVELI_PORT='eighty' cannot be used: ")
    assert seconds.startswith("MAKIAVELI_SOLVE_SECONDS='0' cannot be used: ")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DATABASE_URL", "games", "it should be like sqlite:///makiaveli.db"),
        ("DATABASE_URL", "sqlite://", "it should name a file"),
        ("DATABASE_URL", "sqlite:///:memory:", "it should name a file"),
        ("SECRET", "short", "at least 16"),
    ],
)
def test_where_games_cannot_be_kept_is_told(monkeypatch, name, value, said):
    monkeypatch.setenv(f"MAKIAVELI_{name}", value)
    with pytest.raises(SettingsError, match=f"MAKIAVELI_{name}=.*{said}"):
        Settings.read()
