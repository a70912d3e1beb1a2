"""Serve Makiaveli: ``uv run python server.py``, then open http://localhost:8000."""

import sys

from makiaveli.errors import MakiaveliError
from makiaveli.web.serving import serve
from makiaveli.web.settings import Settings

if __name__ == "__main__":
    try:
        serve(Settings.read())
    except MakiaveliError as error:
        sys.exit(str(error))
