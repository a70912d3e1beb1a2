import logging

import pytest
from bs4 import BeautifulSoup

from makiaveli.errors import (
    GameNotFoundError,
    IllegalTurnError,
    MakiaveliError,
    PositionError,
    StaleTurnError,
)
from makiaveli.solver import Meld, parse_cards
from makiaveli.web.errors import STATUS

JSON = {"Accept": "application/json"}


@pytest.fixture
def client_raising(app, client):
    """A client for an application in which ``/raise`` and ``/api/raise`` raise this exception."""

    def arrange(error):
        def fail():
            raise error

        app.get("/raise")(fail)
        app.get("/api/raise")(fail)
        app.get("/number/{n}")(number)
        return client

    def number(n: int):
        return n

    return arrange


def misreading() -> MakiaveliError:
    with pytest.raises(MakiaveliError) as caught:
        parse_cards("7S XX 12H")
    return caught.value


def no_meld() -> MakiaveliError:
    with pytest.raises(PositionError) as caught:
        Meld.parse("KSAS2S")
    return caught.value


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (misreading(), 422),
        (no_meld(), 422),
        (IllegalTurnError("No."), 422),
        (GameNotFoundError("None."), 404),
        (StaleTurnError("Late."), 409),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_exception_of_ours_becomes_its_status(client_raising, error, status):
    client = client_raising(error)
    page, data = client.get("/raise"), client.get("/api/raise")
    assert page.status_code == data.status_code == status
    told = BeautifulSoup(page.text, "html.parser").find("ul", class_="lead").find_all("li")
    assert [item.text for item in told] == [str(problem) for problem in error.problems]
    assert [problem["message"] for problem in data.json()["problems"]] == [str(p) for p in error.problems]


def test_every_exception_of_ours_has_a_status():
    def below(base):
        return {base}.union(
            *(below(each) for each in base.__subclasses__() if each.__module__ == base.__module__)
        )

    assert set(STATUS) == below(MakiaveliError) - {MakiaveliError}


def test_json_names_the_code_of_each_problem(client_raising):
    answer = client_raising(no_meld()).get("/api/raise").json()
    assert answer == {
        "status": 422,
        "error": "What was sent cannot be used.",
        "problems": [
            {
                "message": "K♠ A♠ 2♠ is no meld. An ace is low or high, it does not wrap.",
                "code": "ace_wraps",
                "cards": ["AS"],
            }
        ],
    }


@pytest.mark.parametrize(
    ("method", "path", "status", "headline"),
    [
        ("GET", "/nowhere", 404, "There is no such page."),
        ("GET", "/static/x/nothing.css", 404, "There is no such page."),
        ("POST", "/rules", 405, "This page cannot do that."),
        ("DELETE", "/", 405, "This page cannot do that."),
    ],
)
def test_an_error_is_told_as_a_page_or_as_json(client, method, path, status, headline):
    page, data = client.request(method, path), client.request(method, path, headers=JSON)
    assert page.status_code == data.status_code == status
    assert BeautifulSoup(page.text, "html.parser").h1.text == headline
    assert data.json() == {"status": status, "error": headline, "problems": []}
    assert page.headers.get("allow") == data.headers.get("allow")


def test_below_api_every_caller_gets_json(client):
    assert client.get("/api/nowhere").json()["status"] == 404


def test_a_405_says_what_is_allowed(client):
    assert set(client.post("/rules").headers["allow"].split(", ")) == {"GET", "HEAD"}


def test_a_request_of_the_wrong_form_says_which_field(client_raising):
    answer = client_raising(ValueError()).get("/number/many", headers=JSON)
    assert answer.status_code == 422
    (problem,) = answer.json()["problems"]
    assert problem["message"].startswith("n: ")


def test_a_fault_of_ours_is_told_without_its_details_and_logged_with_them(client_raising, caplog):
    client = client_raising(ZeroDivisionError("secret detail"))
    with caplog.at_level(logging.ERROR):
        page = client.get("/raise")
    assert page.status_code == 500
    assert "secret detail" not in page.text
    words = BeautifulSoup(page.text, "html.parser").main
    assert words.h1.text == "Something went wrong here, not with you."
    reference = words.find("b").text
    assert f"GET /raise failed, reference {reference}" in caplog.text


def test_a_fault_of_ours_carries_the_reference_into_the_traceback(client_raising):
    error = ZeroDivisionError()
    answer = client_raising(error).get("/api/raise")
    assert answer.json()["reference"] in error.__notes__[0]


def test_an_unforeseen_status_has_words_too(client_raising):
    from starlette.exceptions import HTTPException

    client = client_raising(HTTPException(418))
    assert BeautifulSoup(client.get("/raise").text, "html.parser").h1.text == "That did not work."
    assert client.get("/api/raise").json()["status"] == 418
