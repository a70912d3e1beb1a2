import pytest

from makiaveli.web.middleware import SECURITY_HEADERS


@pytest.fixture
def posting(app, client):
    """A client for an application that takes a post at ``/api/take`` and fails at ``/fail``."""

    @app.post("/api/take")
    def take():
        return {"taken": True}

    @app.get("/fail")
    def fail():
        raise ZeroDivisionError

    return client


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/rules", 200),
        ("GET", "/static/x/makiaveli.css", 200),
        ("GET", "/static/x/nothing.css", 404),
        ("GET", "/nowhere", 404),
        ("GET", "/api/nowhere", 404),
        ("POST", "/", 405),
        ("POST", "/api/take", 200),
        ("GET", "/rules/", 307),
        ("GET", "/fail", 500),
    ],
)
def test_every_answer_carries_the_security_headers(posting, method, path, status):
    answer = posting.request(method, path)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere():
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    directives = dict(directive.split(" ", 1) for directive in policy.split("; "))
    assert directives["default-src"] == directives["base-uri"] == directives["frame-ancestors"] == "'none'"
    assert set(directives.values()) == {"'none'", "'self'", "'self' data:"}
    assert directives["script-src"] == directives["style-src"] == "'self'"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"}, 403),
        ({"Origin": "http://testserver"}, 200),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "http://testserver:81"}, 403),
        ({"Origin": "null"}, 403),
    ],
    ids=str,
)
def test_posts_from_other_sites_are_refused(posting, headers, status):
    assert posting.post("/api/take", headers=headers).status_code == status


def test_pages_may_be_linked_from_other_sites(client):
    assert client.get("/rules", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200
