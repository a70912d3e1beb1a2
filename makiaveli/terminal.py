"""What the commands of the terminal share: exit codes, and reading standard input."""

import json
import sys
from io import TextIOWrapper
from typing import Any, TextIO

from makiaveli.errors import NotationError

WIN, NO_WIN, BAD_INPUT, NOT_SETTLED, OUR_FAULT = 0, 1, 2, 3, 70
"""Exit codes."""


def standard_input() -> TextIO:
    """Standard input as UTF-8; bytes that are none become a sign that no card has."""
    return TextIOWrapper(sys.stdin.buffer, "utf-8", errors="replace")


def read_object(line: str) -> dict[str, Any]:
    """The JSON object in the line. Raises :class:`NotationError` that quotes a line that is none."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, dict):
        return data
    quoted = line.strip()
    quoted = quoted if len(quoted) <= 60 else f"{quoted[:59]}…"
    raise NotationError(f"{quoted!r} is no JSON object.")
