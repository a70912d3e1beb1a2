from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from fastapi import FastAPI
from fastapi.testclient import TestClient

from makiaveli.web.app import create_app
from makiaveli.web.settings import Settings

HTML = {"Accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def app() -> FastAPI:
    return create_app(Settings())


@pytest.fixture
def client(app: FastAPI) -> TestClient:
    """Asks as a browser does, and gets a 500 as an answer instead of the exception."""
    return TestClient(app, headers=HTML, raise_server_exceptions=False, follow_redirects=False)


@pytest.fixture
def soup(client: TestClient) -> Callable[[str], BeautifulSoup]:
    """The page at this path, parsed."""

    def fetch(path: str) -> BeautifulSoup:
        return BeautifulSoup(client.get(path).text, "html.parser")

    return fetch
