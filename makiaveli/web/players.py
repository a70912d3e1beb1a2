"""Who is asking: the key under which a player's seats are found again, in a signed cookie."""

import secrets

from itsdangerous import BadData, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

COOKIE = "player"
REMEMBERED_SECONDS = 365 * 24 * 3600
"""How long a browser keeps the key after the last game that was started."""


def new_key() -> str:
    """A key for a player who has none, not to be guessed."""
    return secrets.token_urlsafe(24)


def player_of(request: Request) -> str | None:
    """The key of the player who asks; ``None`` where the cookie is missing or not as we signed it."""
    signed = request.cookies.get(COOKIE)
    if not signed:
        return None
    try:
        key = _signer(request).loads(signed)
    except BadData:
        return None
    return key if isinstance(key, str) else None


def remember(request: Request, response: Response, key: str) -> None:
    """Have the browser bring this key along from now on."""
    response.set_cookie(
        COOKIE,
        str(_signer(request).dumps(key)),
        REMEMBERED_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def _signer(request: Request) -> URLSafeSerializer:
    return URLSafeSerializer(request.app.state.secret, salt="player")
