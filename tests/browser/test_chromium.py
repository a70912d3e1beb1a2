"""How a Chromium is found, and what happens where there is none."""

from pathlib import Path

import pytest

from tests.browser import chromium

NOWHERE = Path("/nowhere/chrome")


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A machine without a browser: its PATH is this folder, and what would be run is listed."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "_can_apt", lambda: False)
    commands: list[list[str]] = []
    monkeypatch.setattr(chromium, "_run", lambda say, command: commands.append(command))
    return commands


def browser_at(path: Path) -> Path:
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_variable_comes_first(bare, monkeypatch, tmp_path):
    browser_at(tmp_path / "chromium")
    monkeypatch.setenv("CHROMIUM", "/my/own")
    assert chromium.find(NOWHERE) == Path("/my/own")


@pytest.mark.parametrize("name", chromium.NAMES)
def test_the_usual_names_are_looked_up(bare, tmp_path, name):
    browser = browser_at(tmp_path / name)
    assert chromium.find_or_install(NOWHERE, print) == browser
    assert bare == []


def test_the_browser_of_playwright_comes_last(bare, tmp_path):
    own = browser_at(tmp_path / "own")
    assert chromium.find(own) == own
    browser = browser_at(tmp_path / "chromium")
    assert chromium.find(own) == browser


def test_on_debian_root_installs_the_package(bare, monkeypatch, tmp_path):
    monkeypatch.setattr(chromium, "_can_apt", lambda: True)
    said = []

    def install(say, command):
        say(" ".join(command))
        if "install" in command:
            browser_at(tmp_path / "chromium")

    monkeypatch.setattr(chromium, "_run", install)
    assert chromium.find_or_install(NOWHERE, said.append) == tmp_path / "chromium"
    assert said == [
        "apt-get update",
        "apt-get install -y --no-install-recommends chromium libatomic1",
    ]


def test_a_machine_that_stays_without_fails(bare):
    with pytest.raises(RuntimeError, match="set CHROMIUM"):
        chromium.find_or_install(NOWHERE, print)
    assert [command[1:] for command in bare] == [["-m", "playwright", "install", "chromium"]]


def test_what_is_run_is_said_and_its_failure_is_told():
    said = []
    with pytest.raises(RuntimeError, match="false failed"):
        chromium._run(said.append, ["false"])
    assert said == ["Missing for the browser tests, so now: false"]
