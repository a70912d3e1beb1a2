"""What a server keeps beside its process: the database of games, and the secret that signs cookies."""

import os
import secrets
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from makiaveli.store import Store
from makiaveli.web.settings import Settings, SettingsError


def open_store(settings: Settings) -> Store:
    """The store at the database of the settings. Raises :class:`SettingsError` where there can be none."""
    try:
        return Store(settings.database_url, time.time)
    except (SQLAlchemyError, ImportError) as error:
        shown = make_url(settings.database_url).render_as_string(hide_password=True)
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise SettingsError(f"MAKIAVELI_DATABASE_URL={shown!r} cannot be opened: {why}.") from error


def secret_key(settings: Settings) -> str:
    """The secret of the settings, else the one in the file beside the database, made where there is none.

    Raises :class:`SettingsError` where the database is no file or the secret's file cannot be used.
    """
    if settings.secret is not None:
        return settings.secret.get_secret_value()
    url = make_url(settings.database_url)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise SettingsError(
            "MAKIAVELI_SECRET is not set. Give a long random text: beside this database none can be kept."
        )
    path = Path(url.database).with_suffix(".secret")
    try:
        if not path.exists():
            _make(path)
        secret = path.read_text("ascii").strip()
    except (OSError, ValueError) as error:
        raise SettingsError(
            f"The secret in {str(path)!r} cannot be used: {error}. Set MAKIAVELI_SECRET."
        ) from error
    if not secret:
        raise SettingsError(f"The secret in {str(path)!r} is empty. Delete the file for a new one.")
    return secret


def _make(path: Path) -> None:
    """A new secret at this path, readable by its owner alone; of several processes at once, one makes it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
        # A link appears at once with its content, and only where nothing is.
        with suppress(FileExistsError):
            os.link(name, path)
    finally:
        Path(name).unlink()
