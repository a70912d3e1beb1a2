"""What can be configured, read once from the environment."""

from typing import Self

from pydantic import Field, PositiveFloat, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

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
