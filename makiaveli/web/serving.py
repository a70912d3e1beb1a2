"""Running the site under uvicorn."""

import uvicorn

from makiaveli.web.app import create_app
from makiaveli.web.keeping import open_store, secret_key
from makiaveli.web.settings import Settings

GRACE_SECONDS = 2
"""How long open requests may take to end when the server is told to stop."""


def create_server(settings: Settings) -> uvicorn.Server:
    """The server for these settings, not yet running."""
    return uvicorn.Server(
        uvicorn.Config(
            create_app(settings),
            host=settings.host,
            port=settings.port,
            timeout_graceful_shutdown=GRACE_SECONDS,
            server_header=False,
            ws="none",
        )
    )


def serve(settings: Settings) -> None:
    """Serve the site until the process is told to stop.

    Raises :class:`~makiaveli.web.settings.SettingsError` where the settings cannot be used after all.
    """
    # What fails while the server starts would be a traceback in its log.
    secret_key(settings)
    open_store(settings).close()
    create_server(settings).run()
