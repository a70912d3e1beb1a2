"""A Chromium for the tests: one that is here, else one that is installed now."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright._impl._driver import compute_driver_executable

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
AS_ROOT = ("--no-sandbox", "--disable-dev-shm-usage")
"""Chromium refuses to sandbox itself for root, and containers have a small /dev/shm."""

Say = Callable[[str], None]


def launch_arguments() -> list[str]:
    """What Chromium is started with."""
    return [*ARGUMENTS, *(AS_ROOT if _is_root() else ())]


def find(own: Path) -> Path | None:
    """``$CHROMIUM``, a usual name on PATH, or ``own``, where Playwright keeps its browser; else ``None``."""
    if named := os.environ.get("CHROMIUM"):
        return Path(named)
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    return own if own.exists() else None


def find_or_install(own: Path, say: Say) -> Path:
    """A Chromium that is there. Raises :class:`RuntimeError` where none is and none can be installed."""
    if found := find(own):
        return found
    if _can_apt():
        _apt_install(say, "chromium", "libatomic1")
    else:
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        _run(say, command)
    if found := find(own):
        return found
    raise RuntimeError("no Chromium after installing one; set CHROMIUM to the path of a browser")


def ensure_driver_runs(say: Say) -> None:
    """Playwright's own Node starts. It needs libatomic1, which small Debian images lack."""
    node, _ = compute_driver_executable()

    def start() -> subprocess.CompletedProcess[str]:
        return subprocess.run([node, "--version"], capture_output=True, text=True)

    started = start()
    if "libatomic" in started.stderr and _can_apt():
        _apt_install(say, "libatomic1")
        started = start()
    if started.returncode:
        raise RuntimeError(f"Playwright's Node does not start: {started.stderr}")


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _can_apt() -> bool:
    return _is_root() and Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def _apt_install(say: Say, *packages: str) -> None:
    _run(say, ["apt-get", "update"])
    _run(say, ["apt-get", "install", "-y", "--no-install-recommends", *packages])


def _run(say: Say, command: list[str]) -> None:
    say(f"Missing for the browser tests, so now: {' '.join(command)}")
    done = subprocess.run(
        command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
