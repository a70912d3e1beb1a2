"""The cookie that says who a player is."""

from http.cookies import SimpleCookie

import pytest
from fastapi import FastAPI
from itsdangerous import URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

from makiaveli.web.players import COOKIE, new_key, player_of, remember


@pytest.fixture
def app():
    app = FastAPI()
    app.state.secret = "correct horse battery"  # noqa: S105 - a test's
    return app


def asked(app, cookie: str | None = None, scheme: str = "http") -> Request:
    headers = [(b"cookie", f"{COOKIE}={cookie}".encode())] if cookie is not None else []
    scope = {"type": "http", "scheme": scheme, "server": ("here", 80), "path": "/", "query_string": b""}
    return Request(scope | {"app": app, "headers": headers})


def given(app, key: str, scheme: str = "http") -> SimpleCookie:
    response = Response()
    remember(asked(app, scheme=scheme), response, key)
    return SimpleCookie(response.headers["set-cookie"])


def test_who_was_remembered_is_known_again(app):
    key = new_key()
    assert player_of(asked(app, given(app, key)[COOKIE].value)) == key


def test_keys_are_long_and_never_the_same():
    keys = {new_key() for _ in range(100)}
    assert len(keys) == 100
    assert min(map(len, keys)) >= 32


@pytest.mark.parametrize(("scheme", "secure"), [("http", ""), ("https", True)])
def test_the_cookie_is_for_the_server_alone(app, scheme, secure):
    cookie = given(app, "anna", scheme)[COOKIE]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "lax"
    assert cookie["path"] == "/"
    assert cookie["max-age"] == str(365 * 24 * 3600)
    assert cookie["secure"] == secure


def test_whoever_brings_no_cookie_is_nobody(app):
    assert player_of(asked(app)) is None


def test_any_character_that_is_changed_makes_it_nobodys(app):
    signed = given(app, "anna")[COOKIE].value
    # Two bits of the last one carry nothing.
    for at in range(len(signed) - 1):
        other = "A" if signed[at] != "A" else "E"
        assert player_of(asked(app, signed[:at] + other + signed[at + 1 :])) is None, at


@pytest.mark.parametrize("cookie", ["", "anna", "ImFubmEi", ".", "ImFubmEi.", "é", '"\\351"', "x" * 5000])
def test_what_we_did_not_write_is_nobodys(app, cookie):
    assert player_of(asked(app, cookie)) is None


@pytest.mark.parametrize(
    ("secret", "salt", "value"),
    [
        ("another secret entirely", "player", "anna"),
        ("correct horse battery", "other", "anna"),
        ("correct horse battery", "player", 7),
        ("correct horse battery", "player", None),
    ],
)
def test_what_was_signed_for_something_else_is_nobodys(app, secret, salt, value):
    assert player_of(asked(app, URLSafeSerializer(secret, salt=salt).dumps(value))) is None
