"""A server in a process of its own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


def launch(**settings: str) -> subprocess.Popen[str]:
    """``server.py`` with these settings, its log to be read from ``stderr``."""
    return subprocess.Popen(
        [sys.executable, "server.py"],
        cwd=ROOT,
        env={**os.environ, **{f"MAKIAVELI_{name.upper()}": value for name, value in settings.items()}},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def address_of(server: subprocess.Popen[str]) -> str:
    """Where it listens, as soon as it does."""
    for line in server.stderr:
        if match := re.search(r"http://[\d.:]+", line):
            return match[0]
    raise RuntimeError(f"The server ended with {server.wait()} before it listened.")


@contextmanager
def serving(**settings: str) -> Iterator[str]:
    """The address of a server that runs for as long as the block."""
    with launch(**{"port": "0"} | settings) as server:
        try:
            yield address_of(server)
        finally:
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=30)
