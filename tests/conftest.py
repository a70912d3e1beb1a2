"""Settings for all tests."""

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
