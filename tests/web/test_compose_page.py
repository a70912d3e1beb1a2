"""The composer's page and what its form answers, without a browser."""

import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from bs4 import BeautifulSoup
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makiaveli.errors import NotationError
from makiaveli.solver import Position
from makiaveli.web.assets import STATIC
from makiaveli.web.examples import EXAMPLES, random_position
from tests.strategies import positions

TWELVE = "AC3S6H8HKS/3SHC.7HDC.9SHDC.JSHC.QSDC.KHDC.4-7S.5H7H8H.A-4D.10-QH.5-8D.2C3C/2S10SKD5C"


@pytest.fixture
def post(client):
    """What the form answers to these edits, from the composition of an address."""

    def send(do, p="", edit="hand", log="", text="", htmx=False):
        headers = {"HX-Request": "true"} if htmx else {}
        form = {"p": p, "edit": edit, "log": log, "text": text, "do": do}
        return client.post("/solver/edit", data=form, headers=headers)

    return send


def query(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def says(page: BeautifulSoup) -> str:
    return " ".join(page.select_one("#target p").get_text(" ").split()).replace(" .", ".")


def address(p: str, edit: str = "") -> str:
    return f"/solver?p={quote(p)}" + (f"&edit={edit}" if edit else "")


def test_an_empty_page_says_what_to_do(soup):
    page = soup("/solver")
    assert "Tap the cards you saw, or start from an example." in says(page)
    assert len(page.select(".pad .key[value]:not(.act)")) == 52
    assert page.select_one(".laid .back")["aria-label"] == "Stock and other hands, 104 unseen"
    assert page.select_one("#solve")["aria-disabled"] == "true"
    assert page.select_one("#solve small").text == "The hand is empty"


@pytest.mark.parametrize(
    ("face", "marks", "name"),
    [
        ("AS", ["free", "free"], "Ace of spades, 2 free"),
        ("3S", ["hand", "floor"], "3 of spades, used in the hand and on the floor, 0 free"),
        ("7H", ["floor", "floor"], "7 of hearts, used on the floor and on the floor, 0 free"),
        ("KD", ["floor", "cross"], "King of diamonds, used on the floor and in the cross, 0 free"),
        ("6H", ["hand", "free"], "6 of hearts, used in the hand, 1 free"),
    ],
)
def test_a_face_shows_where_its_copies_are(soup, face, marks, name):
    key = soup(address(TWELVE, "hand")).find(id=f"key-{face}")
    assert [mark["class"][0] for mark in key.select("i b")] == marks
    assert key["aria-label"] == name
    assert (key.get("aria-disabled") == "true") == ("free" not in marks)


@pytest.mark.parametrize(
    ("meld", "state", "caption"),
    [
        ("7HDC", "valid", ""),
        ("2C", "short", "1 of 3 or more"),
        ("2C3C", "short", "2 of 3 or more"),
        ("5H7H8H", "bad", "6♥ missing"),
        ("5H8H9H", "bad", "6♥ 7♥ missing"),
        ("5H9HTH", "bad", "6♥ to 8♥ missing"),
        ("7S7S7D", "bad", "7♠ twice"),
        ("5H5H6H", "bad", "5♥ twice"),
        ("KSAS2S", "bad", "The ace wraps"),
        ("A-KSAS", "bad", "Two aces in a run"),
        ("7H7D8H", "bad", "Neither set nor run"),
    ],
)
def test_a_meld_says_whether_it_is_one(soup, meld, state, caption):
    pile = soup(address(f"3S/{meld}", "hand")).find(id="meld-1")
    assert state in pile["class"]
    assert pile.select_one(".cap").get_text(strip=False).strip() == caption


def test_the_target_says_in_full_what_is_wrong_with_it(soup):
    assert says(soup(address("3S/5H7H8H", "1"))) == (
        "Adding to a meld 6♥ is missing between 5♥ and 7♥ ."
    ).replace(" .", ".")


def test_the_table_is_counted(soup):
    assert soup(address(TWELVE, "12")).select_one(".lies .quiet-text").text == (
        "12 melds, 1 unfinished, 1 not valid"
    )


@pytest.mark.parametrize(("meld", "next_one"), [("7HD", False), ("7HDC", True), ("5H7H8H", False)])
def test_a_new_meld_is_offered_when_one_is_complete(soup, meld, next_one):
    page = soup(address(f"-/{meld}", "1"))
    assert [("next" in page.find(id=name)["class"]) for name in ("tab-new", "pad-new")] == [next_one] * 2


def test_only_cards_of_the_target_are_taken_back_by_a_tap(soup):
    page = soup(address(TWELVE, "12"))
    taken = {button["value"] for button in page.select("button.take") if button["value"].startswith("-")}
    assert taken == {"-2C", "-3C"}
    assert [pile.select_one("button.cards") is None for pile in page.select(".pile[id]")] == [False] * 11 + [
        True
    ]


def test_a_large_hand_lies_in_a_lane_a_suit(soup):
    page = soup(address("A-7S3-9H2-8D", "hand"))
    assert [len(lane.select(".card")) for lane in page.select(".own .lane")] == [7, 7, 7]


# ---------------------------------------------------------------- The form


def test_without_scripts_an_edit_leads_to_the_next_address(post, client):
    answer = post("4S", p="3S", edit="hand")
    assert answer.status_code == 303
    there = query(answer.headers["location"])
    assert there == {"edit": "hand", "p": "3S4S/-/-", "log": "1~3S/-/-~4Sh"}
    page = BeautifulSoup(client.get(answer.headers["location"]).text, "html.parser")
    assert page.find(id="undo").get("aria-disabled") is None
    assert page.find(id="redo")["aria-disabled"] == "true"


def test_without_scripts_an_edit_that_does_not_fit_says_why(post, client):
    answer = post("7H", p="7H7H", edit="hand")
    page = BeautifulSoup(client.get(answer.headers["location"]).text, "html.parser")
    assert "Both copies of 7♥ are used already." in says(page)
    assert query(page.form["data-address"])["p"] == "7H7H/-/-"


def test_without_scripts_unreadable_text_stays_in_the_field(post, client):
    answer = post("+", p="3S", text="7S XX")
    page = BeautifulSoup(client.get(answer.headers["location"]).text, "html.parser")
    assert page.find(id="text")["value"] == "7S XX"
    assert page.find(id="misread").text.strip() == "'XX' is no card. Try 7S or 10♦."
    assert page.find("input", attrs={"name": "p"})["value"] == "3S/-/-"


def test_without_scripts_text_that_was_not_added_yet_stays(post):
    assert query(post("4S", text="7S").headers["location"])["text"] == "7S"


def test_htmx_gets_the_composer_alone(post):
    answer = post("4S\nnew\n7H", p="3S", htmx=True)
    page = BeautifulSoup(answer.text, "html.parser")
    assert [tag.name for tag in page.find_all(recursive=False)] == ["form"]
    assert query(page.form["data-address"]) == {"edit": "1", "p": "3S4S/7H/-"}
    assert page.find(id="said").text.startswith("4♠ added to the hand. 2 cards.")


def test_the_page_and_the_answer_are_the_same_composer(post, soup):
    page = soup(address("3S4S/7H", "1"))
    answer = BeautifulSoup(post("", p="3S4S/7H", edit="1", htmx=True).text, "html.parser")
    assert page.form == answer.form


@pytest.mark.parametrize("htmx", [False, True])
def test_solve_leads_to_the_answer(post, htmx):
    answer = post("solve", p="3S4S5S/7HDC/2S", edit="cross", htmx=htmx)
    location = answer.headers["hx-redirect" if htmx else "location"]
    assert query(location) == {"p": "3S4S5S/7H7D7C/2S"}
    assert urlsplit(location).path == "/solver"


def test_solve_goes_to_what_is_wrong(post):
    answer = post("solve", p="3S/7HDC.2C3C", edit="hand", htmx=True)
    page = BeautifulSoup(answer.text, "html.parser")
    assert query(page.form["data-address"])["edit"] == "2"
    assert page.find(id="target").has_attr("autofocus")
    assert "2♣ 3♣ is no meld. Two cards so far." in says(page)


def test_several_edits_at_once_are_made_in_order(post):
    answer = post("3S\n+4S 5S\nundo\n6S\n+7X\nnew\n8S", htmx=True)
    page = BeautifulSoup(answer.text, "html.parser")
    assert query(page.form["data-address"])["p"] == "3S6S/8S/-"
    assert page.find(id="text")["value"] == "7X"


def test_the_address_of_the_form_shows_the_composer(client):
    answer = client.get("/solver/edit?p=3S&edit=cross")
    assert (answer.status_code, answer.headers["location"]) == (303, "/solver?p=3S&edit=cross")


# ---------------------------------------------------------------- Shared addresses


def test_a_shared_position_with_faults_opens_the_composer_with_them(soup):
    page = soup(address("3S3S3S/7HDC"))
    assert "3♠ is there 3 times. Two decks hold it twice." in says(page)
    assert page.find(id="solve").small.text == "3♠ more than twice"
    assert len(page.find(id="key-3S").select("b")) == 3


def test_an_unreadable_position_is_not_lost(soup):
    page = soup(address("3S/7HDQ/XX"))
    assert page.find(id="text")["value"] == "3S/7HDQ/XX"
    assert page.find(id="misread").text.split("Try")[0].strip() == "'Q' has no suit."
    assert "That could not be read." in says(page)


def test_of_many_unreadable_pieces_some_are_told(soup):
    assert soup(address("X Y Z V W")).find(id="misread").text.strip().endswith("And 1 more.")


def test_more_cards_than_there_are_are_not_laid(soup):
    page = soup(address("A-KS" * 9))
    assert page.find(id="misread").text.strip() == "These are 117 cards. Two decks have 104."


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(positions(most_melds=5), st.data())
def test_any_garbage_in_an_address_gives_the_composer_with_words(client, position, data):
    """A piece of a good address is replaced by anything; what can still be read is there."""
    text = f"edit=1&p={position}&log=1~{position}~3Sh&do=3S"
    at = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(at, min(len(text), at + 6)))
    mutated = text[:at] + data.draw(st.text(max_size=6)) + text[end:]
    answer = client.get("/solver?" + quote(mutated, safe="=&/~%+", errors="replace"))
    assert answer.status_code == 200
    page = BeautifulSoup(answer.text, "html.parser")
    assert page.h1.text == "Which cards did you see?"
    given_p = query(str(answer.request.url)).get("p", "")
    try:
        readable = Position.parse(given_p)
    except NotationError:
        assert page.find(id="misread").text.strip()
        # A form field holds no line breaks, and browsers read a carriage return as one.
        assert page.find(id="text")["value"].split() == given_p.split()
    else:
        assert page.find("input", attrs={"name": "p"})["value"] == str(readable)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(*[st.text(max_size=20)] * 5)
def test_any_garbage_in_the_form_gives_the_composer(client, p, edit, log, text, do):
    form = {"p": p, "edit": edit, "log": log, "text": text, "do": do}
    form = {name: value.encode(errors="replace").decode() for name, value in form.items()}
    answer = client.post("/solver/edit", data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "hx-redirect" in answer.headers or "<form" in answer.text
    assert client.post("/solver/edit", data=form).status_code == 303


# ---------------------------------------------------------------- Examples


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example_can_be_solved_from_the_composer(soup, example):
    assert example.position.problems() == ()
    links = [link["href"] for link in soup("/solver").select("#examples a")]
    assert {"edit": "hand", "p": str(example.position)} in map(query, links)


@given(st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_a_random_position_is_a_table(rng):
    position = random_position(rng)
    assert position.problems() == ()
    assert 6 <= len(position.floor) <= 15
    assert 4 <= len(position.hand) <= 8


def test_a_random_position_has_an_address(client):
    answer = client.get("/solver/random")
    assert (answer.status_code, answer.headers["cache-control"]) == (303, "no-store")
    there = query(answer.headers["location"])
    assert there["edit"] == "hand"
    assert Position.parse(there["p"]).problems() == ()


# ---------------------------------------------------------------- What is vendored


def test_htmx_is_the_version_that_its_name_says():
    (path,) = (STATIC / "vendor").glob("htmx-*.js")
    version = re.search(r"htmx-([\d.]+)\.esm", path.name)[1]
    assert f'this.version="{version}"' in path.read_text()
    assert "Zero-Clause BSD" in (STATIC / "vendor" / "htmx-LICENSE.txt").read_text()


@pytest.mark.parametrize("fragment", [{}, {"HX-Request": "true"}], ids=["page", "fragment"])
def test_solve_takes_what_stands_in_the_field(client, fragment):
    sent = {"do": "solve", "text": "3s4s5s / 7hdc / 2s"}
    answer = client.post("/solver/edit", data=sent, headers=fragment)
    where = answer.headers["HX-Redirect" if fragment else "Location"]
    assert where.endswith("/solver?p=3S4S5S/7H7D7C/2S")
    wrong = client.post("/solver/edit", data={"do": "solve", "text": "XX"}, headers=fragment)
    assert "HX-Redirect" not in wrong.headers
    page = wrong if fragment else client.get(wrong.headers["Location"])
    assert "&#39;XX&#39; is no card." in page.text
    assert 'value="XX"' in page.text
