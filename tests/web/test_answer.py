from collections import Counter

import pytest
from bs4 import BeautifulSoup, Tag
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makiaveli.solver import Card, Position, Status, parse_cards, plan, solve, why_not
from makiaveli.web.solving import LONGER, Solving
from makiaveli.words import headline
from tests.solver.positions import read
from tests.strategies import positions

YES = "AC3S6H8HKS/4S5S6S7S.7H7D7C.KHKDKC.2C3C4C5C6C.3S3H3C.9SHDC.JSHC.QSDC.AH2H3H4H.THJHQH.5-8D.9-QD/2STSKD5C"
NO = "ACTSJS2S6D/3S3H3C.KHKDKC.4S5S6S.THJHQH.5D6D7D8D.9S9H9D9C.2C3C4C5C/TCAH7C6C"
JSON = {"Accept": "application/json"}


def ask(client, position: str, **more: str):
    return client.get("/solver", params={"p": position, **more})


def page_of(answer) -> BeautifulSoup:
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "html.parser")


def seen_at_first(page: BeautifulSoup) -> BeautifulSoup:
    """The page without what only steps bring into view."""
    for hidden in page.select(".stepper, .picture, .off"):
        hidden.decompose()
    return page


@pytest.fixture
def show(client):
    return lambda position, **more: seen_at_first(page_of(ask(client, position, **more)))


def face(card: Tag) -> Card:
    return Card.parse(card.find(class_="r").text + card.find(class_="s").text)


def melds(part: Tag, dress: str) -> list[list[Card]]:
    return [[face(card) for card in meld.select(".card")] for meld in part.select(f".meld.{dress}")]


def marked(part: Tag, origin: str) -> list[Card]:
    return sorted(face(card) for card in part.select(f".meld .card.from-{origin}"))


def text_of(tag: Tag) -> str:
    return " ".join(tag.get_text().split())


def texts(tags) -> list[str]:
    return [text_of(tag) for tag in tags]


def test_a_yes_shows_before_after_and_steps(show):
    page = show(YES)
    assert page.h1.text == "Yes. All 5 cards go down."
    assert page.title.text == "Yes. All 5 cards go down · Makiaveli"
    assert page.select_one(".dot.yes use")["href"].endswith("#tick")
    proof, *facts = texts(page.select(".facts span"))
    assert proof.startswith("Proved in ")
    assert [fact for fact in facts if fact] == ["8 melds untouched", "2 added to", "2 taken apart"]
    before, after = page.select_one(".before"), page.select_one(".after")
    assert texts(before.select(".label")) == [
        "These four change",
        "Hand",
        "Cross",
        "8 melds stay as they are",
    ]
    assert texts(after.select(".label")) == [
        "Five melds, with your cards in them",
        "Hand, empty",
        "Cross, all still single",
        "8 melds stay as they are",
    ]
    assert texts(after.select(".cap")) == [
        "Gave up 7♥, took 7♠",
        "Joined by K♠",
        "Gave up 7♠, took 3♠",
        "New run",
        "Longer by A♣",
    ]
    assert marked(after, "hand") == sorted(parse_cards("AC3S6H8HKS"))
    assert before.select(".from-hand") == before.select(".from-cross") == []
    assert texts(page.select(".steps li"))[-1].endswith("The hand is empty.")


def test_a_no_shows_how_to_play_the_most_and_what_is_left(show):
    page = show(NO)
    assert page.h1.text == "No. At most 3 of these 5."
    assert page.select_one(".dot.partly use")["href"].endswith("#bars")
    assert [fact for fact in texts(page.select(".facts span")) if ":" in fact] == [
        "Played: 10♠ J♠ A♣",
        "Left: 2♠ 6♦",
    ]
    assert texts(page.select("h2")) == [
        "How to play three",
        "Step by step",
        "Why not all five",
        "One more card would have done it",
    ]
    assert texts(page.select(".panel .label"))[0] == "Stay in the hand"
    assert [face(card) for card in page.select(".held .card")] == list(parse_cards("2S6D"))
    assert page.select(".tabs") == []


def test_a_draw_shows_the_table_as_it_lies(show):
    page = show("KSAS2S/4-6S.10-QH/9D")
    assert page.h1.text == "No. None of these 3 can go down."
    assert texts(page.select("h2")) == [
        "The table as it lies",
        "The hand",
        "Why not all three",
        "One more card",
    ]
    assert len(melds(page, "quiet")) == 2
    assert page.select(".tray") == page.select(".steps") == []


def test_a_hand_alone_has_no_empty_panel(show):
    page = show("KSAS2S")
    assert texts(page.select("h2")) == ["The hand", "Why not all three", "One more card"]
    assert page.select(".panel") == []


@pytest.fixture
def hasty(monkeypatch) -> list[float]:
    """Every solve stops at once; the seconds that were asked for."""
    asked = []
    whole = Solving.solve

    def limited(self, position, seconds=None, nodes=None, explain=False):
        asked.append(seconds)
        return whole(self, position, seconds, 1, explain)

    monkeypatch.setattr(Solving, "solve", limited)
    return asked


@pytest.mark.parametrize(
    ("name", "sign", "icon", "headline", "headings"),
    [
        (
            "public-0328",
            "open",
            "question",
            "Not settled. At least 4 of 5 go down.",
            ["How to play four", "Step by step"],
        ),
        (
            "public-0145",
            "partly",
            "bars",
            "No, not all 12. At least 9 of 12 go down; more than 11 cannot.",
            ["How to play nine", "Step by step"],
        ),
        (
            "public-0107",
            "partly",
            "bars",
            "No, not all 4. No play was found; more than 3 cannot.",
            ["The table as it lies", "Not placed so far"],
        ),
    ],
    ids=["nothing", "not all", "no play"],
)
def test_what_is_not_settled_tells_what_is_known(show, hasty, name, sign, icon, headline, headings):
    page = show(next(str(row["position"]) for row in read("positions.jsonl") if row["id"] == name))
    assert page.h1.text == headline
    assert page.select_one(f".dot.{sign} use")["href"].endswith(f"#{icon}")
    facts = texts(page.select(".facts span"))
    assert facts[0] == "More was not ruled out in 2 seconds."
    assert "Proved" not in "".join(facts)
    assert "Not placed so far" in texts(page.select("h2, .held .label"))
    assert texts(page.select("h2"))[: len(headings)] == headings


def test_what_is_not_settled_can_be_looked_for_longer_once(client, show, hasty):
    position = next(str(row["position"]) for row in read("positions.jsonl") if row["id"] == "public-0328")
    answer = ask(client, position)
    assert answer.headers["cache-control"] == "no-store"
    (longer,) = [link["href"] for link in page_of(answer).select("a") if link.text == "Keep looking"]
    page = page_of(client.get(longer))
    assert texts(page.select(".facts span"))[0] == "More was not ruled out in 10 seconds."
    assert "Keep looking" not in texts(page.select("a"))
    assert hasty == [2, 2 * LONGER]


@pytest.mark.parametrize(
    ("position", "headline", "headings"),
    [
        ("3S/4S5S6S", "Yes. The card goes down.", ["Before", "After", "Step by step"]),
        ("3S7S/4S5S6S", "Yes. Both cards go down.", ["Before", "After", "Step by step"]),
        ("9D/4S5S6S", "No. This card cannot go down.", ["The table as it lies", "The hand"]),
        ("3SKD/4-6S", "No. At most 1 of these 2.", ["How to play one", "Stays in the hand"]),
        (
            "3S7S9D9D/4S5S6S",
            "No. At most 2 of these 4.",
            ["How to play two", "Stay in the hand"],
        ),
    ],
    ids=["one", "both", "not one", "one of two", "two of four"],
)
def test_numbers_and_nouns_agree(show, position, headline, headings):
    page = show(position)
    assert page.h1.text == headline
    assert texts(page.select("h2, .no .held .label"))[: len(headings)] == headings


@pytest.mark.parametrize(
    ("position", "before", "after"),
    [
        ("3S/4S5S6S", ["This meld changes", "Hand"], ["One meld, with your card in it", "Hand, empty"]),
        (
            "3S7S/4S5S6S.JHDC",
            ["This meld changes", "Hand", "1 meld stays as it is"],
            ["One meld, with your cards in it", "Hand, empty", "1 meld stays as it is"],
        ),
        ("3S4S5S", ["Hand"], ["One meld, with your cards in it", "Hand, empty"]),
        (
            "3S/-/2S4S",
            ["Hand", "Cross"],
            ["One meld, with your card in it", "Hand, empty", "Cross, all taken"],
        ),
        (
            "3S/4S5S6S/KD",
            ["This meld changes", "Hand", "Cross"],
            ["One meld, with your card in it", "Hand, empty", "Cross, still single"],
        ),
        (
            "8S/4-7S.7HDC",
            ["This meld changes", "Hand", "1 meld stays as it is"],
            ["One meld, with your card in it", "Hand, empty", "1 meld stays as it is"],
        ),
        (
            "6H8H/4-7S.7HDC",
            ["These two change", "Hand"],
            ["Three melds, with your cards in them", "Hand, empty"],
        ),
    ],
)
def test_a_label_stands_where_there_is_something(show, position, before, after):
    page = show(position)
    assert texts(page.select(".before .label")) == before
    assert texts(page.select(".after .label")) == after


def test_a_card_of_the_cross_is_marked_and_not_the_one_of_the_hand(show):
    after = show("3S4S/-/2S3S").select_one(".after")
    assert marked(after, "hand") == list(parse_cards("3S4S"))
    assert marked(after, "cross") == list(parse_cards("2S"))
    assert "Cross, still single" in texts(after.select(".label"))


def test_cards_keep_their_ids_from_before_to_after(show):
    page = show(YES)
    ids = [card["id"] for card in page.select(".answer .card")]
    assert len(ids) == len(set(ids))
    before = {name[2:] for name in ids if name.startswith("b-")}
    after = {name[2:] for name in ids if name.startswith("a-")}
    assert before == after
    assert {"3S0", "3S1"} <= before


def test_a_hand_of_seventeen_lies_in_lanes_of_a_suit(show):
    (lanes,) = show("A-9S A-9S A-9H").select(".before .lanes")
    rows = [[face(card) for card in lane.select(".card")] for lane in lanes.select(".meld")]
    assert [len(row) for row in rows] == [9, 9, 9]
    assert all(len({card.suit for card in row}) == 1 for row in rows)


@pytest.mark.parametrize(
    "text",
    [
        "3s 4s 5s / 7hdc / 2s",
        "3♠️ 4♠️ 5♠️/7♥7♦7♣/2♠",
        "https://example.org/solver?p=3S4S5S/7H7D7C/2S",
        "https://example.org/solver?p=3S4S5S%2F7H7D7C%2F2S&x=1",
    ],
)
def test_links_hold_the_position_in_one_spelling(show, text):
    page = show(text)
    copy = page.select_one("a[data-copy]")
    assert copy["href"] == "/solver?p=3S4S5S/7H7D7C/2S"
    assert page.find(id=copy["data-copy"])["role"] == "status"
    (change,) = [link for link in page.select("a") if link.get_text(strip=True) == "Change cards"]
    assert change["href"] == "/solver?edit=hand&p=3S4S5S/7H7D7C/2S"


def test_a_shared_link_tells_its_answer(show):
    page = show("3S4S5S9D/7H7D7C/2S")
    meta = {tag.get("property", tag.get("name")): tag.get("content") for tag in page.find_all("meta")}
    assert meta["og:title"] == "No. At most 3 of these 4."
    asked = (
        "A position of Makiaveli and its answer: 4 cards in the hand, 1 meld on the floor and 1 in the cross."
    )
    assert meta["og:description"] == asked
    assert meta["description"] == f"No. At most 3 of these 4. {asked}"


def test_what_is_settled_may_be_kept_for_a_while(client):
    answer = ask(client, "3S4S5S/7H7D7C/2S")
    assert answer.headers["cache-control"] == "public, max-age=300"
    assert "set-cookie" not in answer.headers


def test_a_head_request_has_the_same_head(client):
    answer = client.head("/solver", params={"p": "3S4S5S"})
    assert (answer.status_code, answer.content) == (200, b"")
    assert client.head("/solver", params={"p": "XX"}, headers=JSON).status_code == 422


@pytest.mark.parametrize(
    ("position", "problems"),
    [
        ("XX/-/-", ["'XX' is no card. Try 7S or 10♦."]),
        ("XX 7S 6Q/YY", ["'XX' is", "'6Q' has", "'YY' is"]),
        ("7S7S7S/-/-", ["7♠ is there 3 times. Two decks hold it twice."]),
        ("2H/KSAS2S/-", ["K♠ A♠ 2♠ is no meld. An ace is low or high, it does not wrap."]),
        ("2H/-/3H4H5H6H7H", ["5 cross cards: 3♥ 4♥ 5♥ 6♥ 7♥. A cross has at most four."]),
        ("-/7H7D7C/-", ["The hand is empty. Give it at least one card."]),
        ("1/2/3/4", ["'1/2/3/4' has too many parts."]),
        ("-/4C5C/A-6H", ["The hand is empty.", "4♣ 5♣ is no meld. Two cards so far.", "6 cross cards"]),
    ],
)
def test_faults_open_the_composer_with_every_one_of_them(client, position, problems):
    page = page_of(ask(client, position))
    told = texts(page.select("#misread li"))
    assert len(told) == len(problems)
    assert all(said.startswith(part) for said, part in zip(told, problems, strict=True))
    read = page.find("input", attrs={"name": "p"})["value"]
    typed = page.find("input", attrs={"name": "text"})
    assert position in (read, typed["value"]) or Position.parse(position) == Position.parse(read)
    assert page.find(id=typed["aria-describedby"]) is not None
    data = client.get("/solver", params={"p": position}, headers=JSON)
    assert data.status_code == 422
    assert [problem["message"] for problem in data.json()["problems"]] == told


@pytest.mark.parametrize("query", ["", "?p=", "?p=%20", "?edit=hand", "?edit=hand&p=3S4S5S/7H7D7C/2S"])
def test_without_a_question_there_is_the_composer(client, query):
    page = page_of(client.get(f"/solver{query}"))
    assert page.h1.text == "Which cards did you see?"
    assert page.select(".faults") == []


def test_an_address_that_is_too_long_is_told(client):
    answer = ask(client, "7S" * 2000)
    assert answer.status_code == 414
    assert "That is 4000 characters. A position has at most 2000." in answer.text
    # The largest position there is, in a wasteful spelling.
    ranks = ["A", *"23456789", "10", *"JQK"]
    everything = ", ".join(f"{rank}{suit}\ufe0f" for rank in ranks * 2 for suit in "♠♥♦♣")
    assert ask(client, everything).status_code == 200


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(text=st.text(max_size=60) | st.text(alphabet="A23456789TJQKSHDC/.-,; ♠♥", max_size=60))
def test_no_text_makes_the_page_fail(client, text):
    assert ask(client, text).status_code in (200, 422)


@pytest.mark.parametrize("raw", ["%ff%fe", "%00", "%ED%A0%80", "3S%", "%F0%9F%82%A1", "+"])
def test_no_encoding_makes_the_page_fail(client, raw):
    assert client.get(f"/solver?p={raw}").status_code in (200, 422)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(position=positions())
def test_the_page_shows_what_the_solver_says(client, position: Position):
    verdict = solve(position)
    made = plan(position, verdict)
    page = seen_at_first(page_of(ask(client, str(position))))
    assert page.h1.text == headline(verdict)
    if verdict.status is Status.DRAW:
        return
    after = page.select_one(".after")
    changed, untouched = melds(after, "tray:not(.void)"), melds(after, "quiet")
    assert all(why_not(meld) is None for meld in changed + untouched)
    finals = [meld.cards for meld in verdict.arrangement.melds]
    assert sorted(map(tuple, changed + untouched)) == sorted(finals)
    assert Counter(map(tuple, untouched)) == Counter(meld.cards for meld in made.untouched)
    assert marked(after, "hand") == list(verdict.played)
    taken = Counter(position.cross) - Counter(verdict.arrangement.cross)
    assert marked(after, "cross") == sorted(taken.elements())
    assert len(page.select(".steps > li")) == len(made.steps)
    assert all(text_of(caption) for caption in after.select(".tray .cap"))
    assert len(after.select(".tray .cap")) == len(changed)


@pytest.mark.parametrize("row", read("positions.jsonl")[::60], ids=lambda row: row["id"])
def test_the_page_agrees_with_proved_positions(client, row):
    said = page_of(ask(client, str(row["position"]))).h1.text
    assert said.startswith("Yes.") == row["can_win"]
    if row["max_play"] and not row["can_win"]:
        assert said == f"No. At most {row['max_play']} of these {len(row['hand'])}."


NO = "ACTSJS2S6D/3SHC.KHDC.4-6S.10-QH.5-8D.9SHDC.2-5C/TCAH7C6C"


def test_a_no_says_why_and_which_card_would_have_done_it(soup):
    page = soup(f"/solver?p={NO}")
    text = " ".join(page.get_text().split())
    assert "Why not all five" in text
    claims = [" ".join(each.get_text().split()) for each in page.select(".why > li p")]
    assert claims == [
        "Cannot go down in any play. 2♠ 3♠ 4♠: 3♠ cannot leave 3♠ 3♥ 3♣.",
        "Cannot go down in any play. 6♠ 6♦ 6♣: 6♠ cannot leave the run 4♠ 5♠ 6♠.",
    ]
    assert "2♠ 2♥ 2♦: 2♥ and 2♦ are not here." in text
    assert [each["aria-label"] for each in page.select(".outs .card")] == [
        "3 of spades",
        "2 of hearts",
        "3 of diamonds",
    ]
    assert "5 of 71 unseen cards win: a chance of 7 % on the next draw." in text
    assert "There are 6 ways to lay the floor." in text


@pytest.mark.parametrize(
    ("p", "said"),
    [
        ("KHKDKSKS", ["Cannot go down together.", "Without K♠ the rest would have gone down."]),
        ("7S", ["Why not", "No single card would have done it."]),
        ("7S9D", ["Why not both"]),
        ("3-7S6H6C", ["Each of them can go down, but no play takes both."]),
    ],
)
def test_explains_groups_and_small_hands(soup, p, said):
    text = " ".join(soup(f"/solver?p={p}").get_text(" ").split())
    for words in said:
        assert words in text


def test_a_yes_needs_no_why(soup):
    page = soup("/solver?p=3S4S5S/7HDC/2S")
    assert not page.select(".why, .outs")
    assert "There are 2 ways to lay the floor." in page.get_text()
