"""What can be configured, read once from the environment."""

from typing import Self

from pydantic import Field, PositiveFloat, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from makiaveli.errors import MakiaveliError

PREFIX = "MAKIAVELI_"


class SettingsError(MakiaveliError, ValueError):
    """A setting that cannot be used; ``problems`` names every one and what would be right."""


class Settings(BaseSettings):
    """The settings; each is read from the environment under its name in capitals after ``MAKIAVELI_``."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True)

    host: str = "127.0.0.1"
    """Address to listen on; ``0.0.0.0`` lets other machines in."""
    port: int = Field(default=8000, ge=0, le=65535)
    """Port to listen on; 0 takes any that is free."""
    solve_seconds: PositiveFloat = 2.0
    """Longest time that one solve from a page may take, in seconds."""

    database_url: str = "sqlite:///makiaveli.db"
    """Where games are kept, as SQLAlchemy writes it: a SQLite file, made if need be, or PostgreSQL."""
    secret: SecretStr | None = Field(default=None, min_length=16)
    """What signs cookies; ``None``: made once and kept in a file beside the database."""

    @field_validator("database_url")
    @classmethod
    def _can_keep_games(cls, value: str) -> str:
        try:
            url = make_url(value)
        except ArgumentError:
            raise ValueError("it should be like sqlite:///makiaveli.db") from None
        if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
            raise ValueError("it should name a file, like sqlite:///makiaveli.db")
        return value

    @classmethod
    def read(cls) -> Self:
        """The settings of this environment. Raises :class:`SettingsError` that names every unusable one."""
        try:
            return cls()
        except ValidationError as error:
            problems = [
                f"{PREFIX}{str(fault['loc'][0]).upper()}={fault['input']!r} cannot be used: {fault['msg']}."
                for fault in error.errors()
            ]
            raise SettingsError(" ".join(problems), problems) from None
