"""The page of Gin Rummy and what its form answers, without a browser."""

from urllib.parse import parse_qs, quote, urlsplit

import pytest
from bs4 import BeautifulSoup
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makiaveli.web.pages.ginrummy import EXAMPLES, MOST_TEXT

TEN = "4-6S3-5D2H2CAHAC"
ELEVEN = "4-6S2H5H6H3-6D2C"
GIN = "7SHDC4-6HJ-KC"
HIGH = "2SHD9-JSQHKDAC8S"
UNDERCUT = EXAMPLES["An undercut"].removeprefix("+")
TWO = "4-6H7SDCJ-KC3D/2HDC9-JS7H8HQDAC"


@pytest.fixture
def post(client):
    """What the form answers to this edit, from the state of an address."""

    def send(do, htmx=False, **form):
        headers = {"HX-Request": "true"} if htmx else {}
        return client.post("/ginrummy/edit", data=form | {"do": do}, headers=headers)

    return send


def path(p: str = "", **query: str) -> str:
    return "/ginrummy?" + "&".join(f"{name}={quote(value)}" for name, value in {"p": p, **query}.items())


def query(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def text(tag) -> str:
    return " ".join(tag.get_text().split())


def groups(page: BeautifulSoup, where: str) -> list[tuple[str, list[str]]]:
    """The captions of the melds in a part of the page, each with its cards."""
    return [
        (text(meld.select_one(".cap")), [card["aria-label"] for card in meld.select(".card")])
        for meld in page.select(f"{where} .meld")
    ]


def table(page: BeautifulSoup) -> list[list[str]]:
    return [[text(cell) for cell in row.find_all(["th", "td"])] for row in page.select(".scores tr")]


# ---------------------------------------------------------------- One hand


def test_an_empty_page_says_what_to_do(soup):
    page = soup("/ginrummy")
    assert text(page.select_one(".ginbox")) == (
        "Which cards do you hold? Tap 10 cards or 11, or start from an example."
    )
    keys = page.select(".pad .key[value]:not(.act)")
    assert len(keys) == 52
    assert {key["aria-pressed"] for key in keys} == {"false"}
    assert page.select_one("#part-score")["aria-disabled"] == "true"


def test_ten_cards(soup):
    page = soup(path(TEN))
    assert text(page.select_one(".ginbox .line")) == "May knock6 is left."
    assert groups(page, ".ginbox") == [
        ("Run", ["4 of spades", "5 of spades", "6 of spades"]),
        ("Run", ["3 of diamonds", "4 of diamonds", "5 of diamonds"]),
        ("Left: 6", ["Ace of hearts", "Ace of clubs", "2 of hearts", "2 of clubs"]),
    ]
    assert groups(page, ".answers")[-1][0] == "Left: 1 + 1 + 2 + 2 = 6"
    assert text(page.select_one("#primary")) == "Add the other hand"


def test_eleven_cards_tell_what_to_throw(soup):
    page = soup(path(ELEVEN))
    assert text(page.select_one(".ginbox .line")) == "May knockThrow 6♥, and 9 is left."
    assert text(page.select_one(".ginbox .more")) == "Or throw 5♥, and 10 is left."
    assert groups(page, ".answers .groups")[-1] == ("Throw", ["6 of hearts"])
    assert [text(each) for each in page.select(".discards p")] == ["9 leftthe best", "10 leftthe limit"]


@pytest.mark.parametrize(
    ("p", "line", "headline", "sign"),
    [
        ("7S", "1 of 10 | 10 cards or 11. 9 to go.", "1 card so far.", "open"),
        ("7SHDC4-6HJ-KC", "Gin | Nothing is left.", "Gin.", "yes"),
        ("7SHDC4-6HJ-KC2D", "Gin | Throw 2♦, and nothing is left.", "Gin.", "yes"),
        ("7SHDC4-6HJ-KCTC", "Big gin | All eleven cards are in melds: throw none.", "Big gin.", "yes"),
        ("ASKS3H5H7D9DJC2C4C6S", "Not yet | 57 is left.", "You may not knock yet.", "partly"),
        ("ASKS3H5H7D9DJC2C4C6SQD", "Not yet | Throw K♠, and 57 is left.", "You may not knock yet.", "partly"),
    ],
)
def test_how_a_hand_stands(soup, p, line, headline, sign):
    page = soup(path(p))
    tag, bold = page.select(".ginbox .line > span, .ginbox .line > b")
    assert f"{text(tag)} | {text(bold)}" == line
    assert next(page.select_one("#answer-name").stripped_strings) == headline
    assert sign in page.select_one(".answers .dot")["class"]


def test_other_ways_to_meld_are_folded_away(soup):
    page = soup(path("A-6S9H9D9CKC"))
    assert text(page.select_one("summary")) == "1 other way to meld leaves as little"
    assert [text(each) for each in page.select(".answers details li")] == [
        "9♥ 9♦ 9♣, A♠ 2♠ 3♠, 4♠ 5♠ 6♠, left K♣."
    ]


@pytest.mark.parametrize(
    ("face", "edit", "classes", "pressed", "name"),
    [
        ("4H", "hand", ["hand"], "true", "4 of hearts, in your hand"),
        ("2H", "hand", ["floor"], "false", "2 of hearts, in the other hand"),
        ("2H", "other", ["floor"], "true", "2 of hearts, in the other hand"),
        ("AS", "hand", ["free"], "false", "Ace of spades"),
    ],
)
def test_a_key_shows_where_its_card_is(soup, face, edit, classes, pressed, name):
    key = soup(path(TWO, edit=edit)).find(id=f"key-{face}")
    assert key.select_one("i b")["class"] == classes
    assert (key["aria-pressed"], key["aria-label"]) == (pressed, name)
    assert (key.get("aria-disabled") == "true") == (pressed == "false" and classes != ["free"])


# ---------------------------------------------------------------- Two hands


def test_two_hands_are_scored_card_by_card(soup):
    page = soup(path(TWO, show="score"))
    assert text(page.select_one("#score-name")) == "You win 8 points."
    assert [text(each) for each in page.select(".facts span")] == [
        "You knocked with 3",
        "Other is left with 11",
    ]
    laid = page.select_one(".scored .meld.tray")
    assert text(laid.select_one(".cap")) == "Run, +2 from the other hand"
    assert [card["aria-label"] for card in laid.select(".from-other")] == [
        "7 of hearts, from the other hand",
        "8 of hearts, from the other hand",
    ]
    assert [text(step) for step in page.select(".steps li")] == [
        "7♥ goes after 6♥: 26 − 7 = 19.",
        "8♥ goes after 7♥: 19 − 8 = 11.",
        "Q♦ and A♣ fit nowhere: 11 stays.",
        "11 − 3 = 8 for you.",
    ]
    assert text(page.select_one(".note")) == (
        "7♥ on the sevens would have left 8♥ in the hand: 8 points more."
    )
    assert page.select_one("#primary")["value"] == page.select_one("#write")["value"] == "add"


@pytest.mark.parametrize(
    ("p", "more", "headline", "last"),
    [
        (TWO, {"you": "Anna", "them": "Nikos"}, "Anna wins 8 points.", "11 − 3 = 8 for Anna."),
        (UNDERCUT, {}, "Undercut. Other wins 28.", "9 − 6 + 25 for the undercut = 28 for the other."),
        (UNDERCUT, {"rules": "classic"}, "Undercut. Other wins 13.",
         "9 − 6 + 10 for the undercut = 13 for the other."),
        (f"{GIN}/{HIGH}", {}, "Gin. You win 46: nothing is laid off.", "21 + 25 for gin = 46 for you."),
        (f"{HIGH}/{GIN}", {"knock": "other"}, "Gin. Other wins 46: nothing is laid off.",
         "21 + 25 for gin = 46 for the other."),
    ],
    ids=["names", "undercut", "undercut classic", "gin", "gin of the other"],
)  # fmt: skip
def test_who_wins_what(soup, p, more, headline, last):
    page = soup(path(p, show="score", **more))
    assert text(page.select_one("#score-name")) == headline
    assert text(page.select(".steps li")[-1]) == last


def test_whoever_cannot_knock_scores_nothing(soup):
    page = soup(path("KHKSQSQCJHJDTCTD9H9C/2HDC9-JS7H8HQDAC", show="score", knock="you"))
    assert text(page.select_one("#score-name")) == "You may not knock yet."
    assert page.select_one("#write")["aria-disabled"] == "true"
    assert text(page.select_one("#primary small")) == "A knock needs 10 or less"
    assert page.select(".steps") == []


def test_other_melds_that_leave_less_can_be_chosen(soup, post):
    p = "9STS6-9H6D9DTDTC/6-8STH7D8D6-9C"
    page = soup(path(p, show="score"))
    assert text(page.select_one(".facts")).endswith("Other is left with 15")
    assert text(page.select_one(".otherwise span")) == (
        "Other could lay down with other melds and be left with 12."
    )
    page = soup(post("best", p=p, show="score").headers["location"])
    assert text(page.select_one(".facts")).endswith("Other is left with 12")
    assert text(page.select_one(".otherwise span")) == (
        "Other could lay down with the best melds first and be left with 15."
    )


# ---------------------------------------------------------------- The sheet

ROWS = "y6-27.o0-18.y9-7.y0-31"


def test_the_sheet_is_a_table_with_its_sums(soup):
    page = soup(path(TWO, sheet=ROWS + ".d"))
    assert table(page) == [
        ["Hand", "You", "Other"],
        ["You knocked 27 − 6", "21", ""],
        ["Other, gin 18 + 25", "", "43"],
        ["You were undercut 9 − 7 + 25", "", "27"],
        ["You, gin 31 + 25", "56", ""],
        ["Dead hand nobody knocked", "", ""],
    ]
    assert [bar["value"] for bar in page.select("progress")] == ["77", "70"]
    assert [text(each) for each in page.select(".totals .quiet-text")] == ["23 to go", "30 to go"]


def test_a_finished_match_adds_what_belongs_to_the_game(soup):
    page = soup(path(sheet=ROWS + ".yb-20", rules="modern", you="Anna", show="sheet"))
    assert table(page)[-3:] == [
        ["Hands won 25 each", "75", "50"],
        ["The game", "100", ""],
        ["In all", "303", "120"],
    ]
    assert text(page.select_one(".winner")) == "Anna wins the match, 303 to 120."
    assert text(page.select_one("#primary")) == "New match"
    assert page.select_one("#dead")["aria-disabled"] == "true"


def test_basic_rules_add_nothing_at_the_end(soup):
    page = soup(path(sheet="y0-80", show="sheet"))
    assert text(page.select_one(".winner")) == "You win the match, 105 to 0."
    assert page.select("tfoot") == []


def test_a_shut_out_doubles(soup):
    assert table(soup(path(sheet="y0-80", rules="modern")))[-2:] == [
        ["The game, shut out", "205", ""],
        ["In all", "335", "0"],
    ]


# ---------------------------------------------------------------- The form


def test_without_scripts_an_edit_leads_to_the_next_address(post, soup):
    answer = post("8S", p="7S")
    assert answer.status_code == 303
    assert query(answer.headers["location"]) == {"edit": "hand", "p": "7S8S/-", "log": "1~7S/-/-~7S8S/-/-"}
    page = soup(answer.headers["location"])
    assert page.find(id="undo").get("aria-disabled") is None
    assert page.find(id="redo")["aria-disabled"] == "true"


def test_without_scripts_an_edit_that_does_not_fit_says_why(post, soup):
    page = soup(post("KS", p=ELEVEN).headers["location"])
    assert text(page.select_one(".ginbox .say")) == "11 cards already. Take one back first."
    assert text(page.find(id="misread")) == "11 cards already. Take one back first."


def test_without_scripts_unreadable_text_stays_in_the_field(post, soup):
    page = soup(post("+", p="7S", text="8S XX").headers["location"])
    assert page.find(id="text")["value"] == "8S XX"
    assert text(page.find(id="misread")) == "'XX' is no card. Try 7S or 10♦."
    assert page.find("input", attrs={"name": "p"})["value"] == "7S/-"


def test_names_and_rules_come_with_any_edit(post):
    there = query(post("keep", p="7S", you="Anna", them=" ", by="classic").headers["location"])
    assert (there["you"], there["rules"]) == ("Anna", "classic")
    assert "them" not in there
    assert query(post("+", p="7S", you="Anna").headers["location"])["you"] == "Anna"


def test_htmx_gets_the_form_alone(post):
    answer = post("8S\n9S\nKH", htmx=True, p="7S")
    page = BeautifulSoup(answer.text, "html.parser")
    assert [tag.name for tag in page.find_all(recursive=False)] == ["form"]
    assert query(page.form["data-address"])["p"] == "7S8S9SKH/-"
    assert text(page.find(id="said")).endswith("K♥ added to your hand. 10 cards or 11. 6 to go.")


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_lies_well(post, soup, name):
    page = soup(post(EXAMPLES[name]).headers["location"])
    assert page.find(id="misread").text == ""
    assert len(page.select(".key:not([aria-label*='free']) i .hand")) in (10, 11)


def test_the_address_of_edits_shows_the_page(client):
    answer = client.get("/ginrummy/edit?p=7S")
    assert (answer.status_code, answer.headers["location"]) == (303, "/ginrummy?p=7S")


def test_too_long_an_address_is_refused(client):
    assert client.get(path("7S" * MOST_TEXT)).status_code == 414
    assert client.get(path(sheet="d." * MOST_TEXT)).status_code == 414


FORMS = st.dictionaries(
    st.sampled_from(
        ["p", "edit", "show", "knock", "defence", "written", "rules", "by", "sheet", "log", "text", "do"]
    ),
    st.text(max_size=20)
    | st.sampled_from(
        [TWO, ELEVEN, ROWS, *["other", "score", "best", "modern", "1", "add", "+", "undo", "new", "~", "1~"]]
    ),
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FORMS)
def test_nothing_that_is_sent_breaks_the_page(client, form):
    assert client.get("/ginrummy", params=form).status_code == 200
    sent = client.post("/ginrummy/edit", data=form)
    assert sent.status_code == 303
    assert client.get(sent.headers["location"]).status_code == 200
    assert client.post("/ginrummy/edit", data=form, headers={"HX-Request": "true"}).status_code == 200
