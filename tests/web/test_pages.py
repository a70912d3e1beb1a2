import json
import re

import pytest
from bs4 import BeautifulSoup

from makiaveli.solver import parse_cards, why_not
from makiaveli.web.assets import STATIC

PAGES = [
    "/",
    "/rules",
    "/docs",
    "/solver",
    "/solver?p=3S4S5S/7H7D7C/2S",
    "/solver?p=3S4S5S9D/7H7D7C/2S",
    "/solver?p=KSAS2S",
    "/solver?edit=hand&p=3S4S5S/7H7D7C/2S",
    "/game",
    "/game?seed=abc",
    "/game/finished",
    "/ginrummy",
    "/ginrummy?p=4-6S2H5H6H3-6D2C",
    "/ginrummy?show=score&p=4-6H7SDCJ-KC3D/2HDC9-JS7H8HQDAC",
    "/ginrummy?show=sheet&sheet=y6-27.o0-18",
]
ALL = [*PAGES, "/nowhere"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_answers_get_and_head(client, path):
    got, head = client.get(path), client.head(path)
    assert got.status_code == head.status_code == 200
    assert got.headers["content-type"] == head.headers["content-type"] == "text/html; charset=utf-8"
    assert head.content == b""


@pytest.mark.parametrize("path", ALL)
def test_a_page_has_what_every_page_needs(soup, path):
    page = soup(path)
    assert page.html["lang"] == "en"
    assert page.title.string.endswith(" · Makiaveli")
    assert len(page.find_all("h1")) == len(page.find_all("main")) == 1
    assert page.find("meta", attrs={"name": "description"})["content"]
    skip = page.select_one("body > a")
    assert page.find(id=skip["href"].removeprefix("#")).name == "main"
    ids = [tag["id"] for tag in page.find_all(id=True)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("path", ALL)
def test_a_page_has_nothing_inline_and_nothing_from_elsewhere(soup, path):
    page = soup(path)
    assert page.find_all("style") == page.find_all(style=True) == []
    assert [tag for tag in page.find_all("script") if not tag.get("src") or tag.string] == []
    handlers = [name for tag in page.find_all(True) for name in tag.attrs if name.startswith("on")]
    assert handlers == []
    assert [address for address in addresses(page) if not re.match(r"[/#]", address)] == []


@pytest.mark.parametrize("path", ALL)
def test_every_address_in_a_page_leads_somewhere(client, soup, path):
    page = soup(path)
    found = addresses(page)
    assert len(found) > 8
    for address in found:
        target, _, fragment = address.partition("#")
        answer = client.get(target, follow_redirects=True) if target else None
        assert answer is None or answer.status_code == 200, address
        if fragment:
            there = page if answer is None else BeautifulSoup(answer.text, "html.parser")
            assert there.find(id=fragment) is not None, address


def addresses(page: BeautifulSoup) -> list[str]:
    return [tag[name] for name in ("href", "src", "action") for tag in page.find_all(attrs={name: True})]


@pytest.mark.parametrize(
    ("path", "current"),
    [
        ("/", []),
        ("/rules", ["Rules"]),
        ("/solver", ["Solver"]),
        ("/ginrummy", ["Gin Rummy"]),
        ("/game", ["Play"]),
        ("/game/finished", ["Play"]),
        ("/games", []),
    ],
)
def test_the_header_tells_where_one_is(soup, path, current):
    links = soup(path).select("header nav a")
    assert [link.text for link in links] == ["Solver", "Play", "Gin Rummy", "Rules"]
    assert [link.text for link in links if link.get("aria-current")] == current


def test_the_landing_page_shows_the_worked_example(soup):
    page = soup("/")
    run, sevens = (names(meld) for meld in page.select(".meld"))
    assert run == [
        "2 of spades, from the cross",
        "3 of spades, from your hand",
        "4 of spades, from your hand",
        "5 of spades, from your hand",
    ]
    assert sevens == ["7 of hearts", "7 of diamonds", "7 of clubs"]


def test_the_dedication_ends_the_landing_page(soup):
    assert soup("/").footer.get_text(strip=True, separator=" ") == (
        "For our γιαγιά , who taught us the game and always saw the play that nobody else did."
    )


def names(meld) -> list[str]:
    return [card["aria-label"] for card in meld.select(".card")]


def cards(meld):
    return parse_cards(
        "".join(card.find(class_="r").text + card.find(class_="s").text for card in meld.select(".card"))
    )


def test_the_rules_call_meld_what_the_solver_calls_meld(soup):
    melds = soup("/rules").select("#melds .meld")
    assert {"bad" in meld["class"] for meld in melds} == {True, False}
    for meld in melds:
        fault = why_not(cards(meld))
        assert ("bad" in meld["class"]) == (fault is not None)
        if fault is not None:
            assert meld.find(class_="cap").get_text(strip=False).strip() == fault.reason


def test_every_meld_of_a_turn_in_the_rules_is_valid_and_no_card_is_lost(soup):
    before, after = soup("/rules").select("#turn .change > div")
    hand, *floor = before.select(".meld")
    made = after.select(".meld")
    assert [why_not(cards(meld)) for meld in (*floor, *made)] == [None] * 5
    assert sorted(c for meld in (hand, *floor) for c in cards(meld)) == sorted(
        c for m in made for c in cards(m)
    )
    from_hand = [card for meld in made for card in meld.select(".from-hand")]
    assert len(from_hand) == len(hand.select(".card"))


def test_the_field_keeps_what_was_typed(soup):
    text = '3S"><b>'
    assert soup("/solver?p=3S%22%3E%3Cb%3E").find(id="text")["value"] == text


def test_the_browser_chrome_takes_the_colours_of_the_page(soup):
    (day, night) = re.search(
        r"--lime: light-dark\((\S+), (\S+)\)", (STATIC / "makiaveli.css").read_text()
    ).groups()
    assert [tag["content"] for tag in soup("/").find_all("meta", attrs={"name": "theme-color"})] == [
        day,
        night,
    ]
    manifest = json.loads((STATIC / "manifest.json").read_text())
    assert manifest["background_color"] == manifest["theme_color"] == day
