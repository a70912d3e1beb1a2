"""Settings for all tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# A test may be slow on a busy machine; speed is measured in benchmarks/.
settings.register_profile("makiaveli", deadline=None)
settings.load_profile("makiaveli")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-screenshots",
        action="store_true",
        help="write the README's screenshots into docs/screenshots/",
    )


@pytest.fixture(scope="session", autouse=True)
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The database of every server that a test starts without naming one: none lies about in the checkout."""
    path = tmp_path_factory.mktemp("games") / "games.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MAKIAVELI_DATABASE_URL", f"sqlite:///{path}")
        yield path
