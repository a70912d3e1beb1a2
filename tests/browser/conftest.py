import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, Playwright

from makiaveli.web.serving import create_server
from makiaveli.web.settings import Settings
from tests.browser import chromium
from tests.browser.looking import PHONE, WATCH_SHIFTS, Watch

HERE = Path(__file__).parent
SCREENSHOTS = HERE.parents[1] / "docs" / "screenshots"

Visit = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def say(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Says a line on the terminal, past the capturing of output."""
    return request.config.pluginmanager.getplugin("terminalreporter").write_line


@pytest.fixture(scope="session", autouse=True)
def driver(say: Callable[[str], None]) -> None:
    """Before Playwright starts: its Node does."""
    chromium.ensure_driver_runs(say)


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict, playwright: Playwright, say: Callable[[str], None]
) -> dict:
    path = chromium.find_or_install(Path(playwright.chromium.executable_path), say)
    return {**browser_type_launch_args, "executable_path": path, "args": chromium.launch_arguments()}


@pytest.fixture(scope="session")
def served() -> Iterator[tuple[str, FastAPI]]:
    """The site, served from a thread on a free port: its address, and the application."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        # From here on connections wait in line, so that nobody has to wait for the server to be up.
        listening.listen()
        server = create_server(Settings())
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        host, port = listening.getsockname()
        yield f"http://{host}:{port}", server.config.app
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="session")
def live_server(served: tuple[str, FastAPI]) -> str:
    """The address of the site."""
    return served[0]


@pytest.fixture(scope="session")
def live_app(served: tuple[str, FastAPI]) -> FastAPI:
    """The application that is served, to prepare games at."""
    url, app = served
    httpx.get(url).raise_for_status()
    return app


@pytest.fixture(scope="session")
def base_url(live_server: str) -> str:
    """What pytest-playwright takes paths relative to; its own fixture of this name warns under pytest 9."""
    return live_server


@pytest.fixture
def visit(new_context, live_server: str) -> Iterator[Visit]:
    """``visit(path, size=PHONE, theme="light", scripts=True, expect=(), **context)`` opens a page.

    Afterwards the test fails if any page spoke on the console, raised, had a request fail or asked anyone but
    the server; ``expect`` names parts of messages that belong to what is tested.
    """
    watches: list[Watch] = []

    def open_page(
        path: str,
        size: dict[str, int] = PHONE,
        theme: str = "light",
        scripts: bool = True,
        expect: tuple[str, ...] = (),
        **context: object,
    ) -> Page:
        page = new_context(
            viewport=size, color_scheme=theme, java_script_enabled=scripts, **context
        ).new_page()
        page.add_init_script(WATCH_SHIFTS)
        watch = Watch(page, live_server)
        for part in expect:
            watch.expect(part)
        watches.append(watch)
        page.goto(path)
        return page

    yield open_page
    assert [problem for watch in watches for problem in watch.problems] == []


@pytest.fixture
def screenshots(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where pictures go: to the README's with ``--update-screenshots``, else nowhere that stays."""
    if not request.config.getoption("--update-screenshots"):
        return tmp_path
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    return SCREENSHOTS
