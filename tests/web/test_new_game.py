"""Starting games on the page, and finding them again."""

from urllib.parse import quote

import pytest
from bs4 import BeautifulSoup
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from makiaveli.bots import BOTS
from makiaveli.game import MAKIAVELI, PRESETS, Draw, Pass, outcome
from makiaveli.web import words
from makiaveli.web.app import create_app
from makiaveli.web.choice import MOST, NAMES, Choice
from makiaveli.web.pages import games
from makiaveli.web.settings import Settings
from makiaveli.web.table import Tables

from .conftest import HTML

FORM = {
    "opponents": "2",
    "bot-1": "beginner",
    "bot-2": "beginner",
    "bot-3": "solver",
    "bot-4": "solver",
    "bot-5": "solver",
    "rules": "makiaveli",
}


@pytest.fixture
def app(tmp_path):
    return create_app(Settings(database_url=f"sqlite:///{tmp_path}/games.db"))


@pytest.fixture
def client(app):
    with TestClient(app, headers=HTML, raise_server_exceptions=False, follow_redirects=False) as client:
        yield client


@pytest.fixture
def other(app, client):
    """Another browser at the same server."""
    return TestClient(app, headers=HTML, raise_server_exceptions=False, follow_redirects=False)


@pytest.fixture
def tables(app, client) -> Tables:
    return app.state.tables


def page(client, path="/game") -> BeautifulSoup:
    answer = client.get(path)
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "html.parser")


def text(tag) -> str:
    return " ".join(tag.get_text().split())


def start(client, **form) -> str:
    """The identifier of a new game."""
    answer = client.post("/game", data=FORM | {key.replace("_", "-"): form[key] for key in form})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/game/")


def listed(page: BeautifulSoup) -> list[str]:
    """The identifiers of the games in a page."""
    return [link["href"].removeprefix("/game/") for link in page.select(".games a")]


def chosen(page: BeautifulSoup) -> dict[str, str]:
    """The form's fields as a browser would send them."""
    fields = {field["name"]: field["value"] for field in page.select("[type=radio][checked], [type=hidden]")}
    return fields | {
        select["name"]: select.select_one("[selected]")["value"] for select in page.find_all("select")
    }


def wait_to_the_end(tables, game_id):
    """The game after its player drew and passed until it was over."""
    table = tables.load(game_id)
    player = table.info.seats[0].player
    while outcome(table.state) is None:
        turn = Draw(0) if table.state.stock else Pass(0)
        table = tables.take(game_id, player, table.state.ply, lambda seat, turn=turn: turn)
    return table


# ---------------------------------------------------------------- The form


def test_a_first_visit_shows_the_form_alone(client):
    first = page(client)
    assert [text(heading) for heading in first.select("main h1, main h2")] == ["A new game", "Who they are"]
    assert chosen(first) == {
        "opponents": "3",
        "bot-1": "beginner",
        "bot-2": "solver",
        "bot-3": "yiayia-16",
        "bot-4": "solver",
        "bot-5": "beginner",
        "rules": "makiaveli",
    }
    assert [radio["value"] for radio in first.select("[name=opponents]")] == ["1", "2", "3", "4", "5"]
    assert [option["value"] for option in first.select("#bot-1 option")] == list(BOTS)
    assert client.get("/game").headers.get("set-cookie") is None


def test_every_field_has_a_name_to_be_read_aloud(client):
    first = page(client)
    for at, name in enumerate(NAMES, 1):
        label = first.find("label", attrs={"for": f"bot-{at}"})
        assert text(label).startswith(f"Opponent {at}, {name}")
    assert [text(legend) for legend in first.find_all("legend")] == ["Opponents", "Rules"]


def test_there_are_words_for_every_bot_and_all_rules():
    assert set(words.BOTS) == set(BOTS)
    assert set(words.RULES) == set(PRESETS)
    for name, (_, about) in words.RULES.items():
        rules = PRESETS[name]
        cross = f"{rules.cross_size} in the cross" if rules.cross_size else "no cross"
        assert about.endswith(f"{rules.hand_size} cards each, {cross}")
        assert (rules.fewest_seats, rules.most_seats - 1) == (2, MOST)
    assert len(NAMES) == MOST


# ---------------------------------------------------------------- Starting


def test_a_game_starts_and_is_found_again(client, tables):
    answer = client.post("/game", data=FORM)
    assert answer.status_code == 303
    address = answer.headers["location"]
    assert client.get(address).status_code == 200
    assert listed(page(client)) == [address.removeprefix("/game/")]
    info = tables.look(address.removeprefix("/game/")).info
    assert [(seat.name, seat.bot) for seat in info.seats] == [
        ("You", None),
        ("Nikos", "beginner"),
        ("Eleni", "beginner"),
    ]
    assert info.rules == MAKIAVELI


@pytest.mark.parametrize("opponents", range(1, 6))
def test_seats_beyond_the_number_stay_empty_whatever_they_say(client, tables, opponents):
    ignored = {f"bot-{at}": "nobody" for at in range(opponents + 1, 6)}
    info = tables.look(start(client, opponents=str(opponents), **ignored)).info
    assert [seat.name for seat in info.seats] == ["You", *NAMES[:opponents]]


def test_whoever_plays_as_yiayia_has_her_name(client, tables):
    game = start(client, opponents="4", bot_1="yiayia-12", bot_3="yiayia", bot_4="YIAYIA-20")
    seats = tables.look(game).info.seats[1:]
    assert [seat.name for seat in seats] == ["Γιαγιά", "Eleni", "Γιαγιά 2", "Γιαγιά 3"]
    assert text(page(client).select_one(".games b")) == "Γιαγιά, Eleni, Γιαγιά 2, Γιαγιά 3"


def test_the_italian_rules_can_be_chosen(client, tables):
    table = tables.look(start(client, rules="machiavelli"))
    assert table.info.rules.name == "machiavelli"


def test_what_is_not_sent_is_as_usual(client, tables):
    answer = client.post("/game")
    assert answer.status_code == 303
    info = tables.look(answer.headers["location"].removeprefix("/game/")).info
    assert [seat.bot for seat in info.seats] == [None, "beginner", "solver", "yiayia-16"]


def test_the_last_choice_is_kept(client):
    sent = FORM | {"opponents": "4", "bot-4": "yiayia", "rules": "machiavelli"}
    assert client.post("/game", data=sent).status_code == 303
    assert chosen(page(client)) == sent


@pytest.mark.parametrize("kept", ["", "x", "opponents=9&rules=poker", "opponents=3&opponents=4&&&=", "é"])
def test_a_kept_choice_that_is_damaged_is_passed_over(client, kept):
    client.cookies.set(games.COOKIE, quote(kept))
    seen = page(client)
    assert chosen(seen)["rules"] == "makiaveli"
    assert seen.select(".wrong") == []


def test_with_a_seed_the_same_cards_are_dealt(client, tables):
    seen = page(client, "/game?seed=123")
    assert chosen(seen)["seed"] == "123"
    assert "Seed 123" in text(seen.form)
    one, two, three = (
        tables.look(start(client, seed=seed)).record.dealt for seed in ("123", " 0123 ", "124")
    )
    assert one == two != three
    assert "seed" not in chosen(page(client))


@pytest.mark.parametrize("seed", ["abc", "-1", "1.5", "1_000", "٣", "9" * 19, "0x1"])
def test_a_bad_seed_is_told(client, seed):
    problem = f"{words.shortened(seed)} is no seed. A seed is a whole number of at most 18 digits"
    seen = page(client, f"/game?seed={quote(seed)}")
    assert text(seen.select_one(".wrong")).startswith(problem)
    assert "seed" not in chosen(seen)
    answer = client.post("/game", data=FORM | {"seed": seed})
    assert answer.status_code == 422
    assert text(BeautifulSoup(answer.text, "html.parser").select_one(".wrong")).startswith(problem)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("opponents", "6", "'6' opponents cannot be. Choose from 1 to 5."),
        ("opponents", "0", "'0' opponents cannot be. Choose from 1 to 5."),
        ("opponents", "", "'' opponents cannot be. Choose from 1 to 5."),
        ("bot-2", "<b>", "'<b>' is no bot. There are: beginner,"),
        ("rules", "poker", "The rules 'poker' are not supported. There are makiaveli and machiavelli."),
    ],
)
def test_a_value_that_cannot_be_is_told_and_the_rest_kept(client, tables, field, value, said):
    sent = FORM | {"opponents": "4", "bot-3": "yiayia", "rules": "machiavelli", "seed": "5"}
    answer = client.post("/game", data=sent | {field: value})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers
    seen = BeautifulSoup(answer.text, "html.parser")
    (problem,) = seen.select(".wrong li")
    assert text(problem).startswith(said)
    usual = Choice().fields[field]
    assert chosen(seen) == sent | {field: usual}


def test_everything_that_is_wrong_is_told_at_once(client):
    answer = client.post(
        "/game", data=FORM | {"opponents": "x" * 999, "bot-1": "x", "rules": "y", "seed": "z"}
    )
    assert answer.status_code == 422
    assert len(BeautifulSoup(answer.text, "html.parser").select(".wrong li")) == 4
    assert "x" * 50 not in answer.text


fields = st.dictionaries(
    st.sampled_from([*FORM, "seed", "more"]), st.text(max_size=30) | st.sampled_from([*BOTS, "1", "5"])
)


@given(fields)
def test_any_form_is_read_as_a_choice_that_can_be_played(form):
    choice, problems = Choice.read(form)
    assert Choice.read(choice.fields) == (Choice(choice.opponents, choice.bots, choice.rules), ())
    assert len(choice.names) == len(set(choice.names)) == choice.opponents
    assert all(problem.endswith(".") for problem in problems)


def test_files_and_other_bodies_do_no_harm(client):
    answer = client.post("/game", files={"opponents": ("a.txt", b"3")}, data={"rules": "makiaveli"})
    assert answer.status_code == 303
    answer = client.post("/game", content=b"--", headers={"Content-Type": "multipart/form-data"})
    assert answer.status_code == 422


def test_another_site_cannot_start_games(client):
    assert client.post("/game", data=FORM, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


# ---------------------------------------------------------------- Finding games again


def test_a_running_game_tells_how_it_stands(client, tables):
    game = start(client, seed="1")
    table = tables.look(game)
    first = page(client)
    assert text(first.select_one(".goon h2")) == "Go on playing"
    assert text(first.select_one(".goon .row span")) == "1 game"
    held = len(table.view(0).hand)
    assert text(first.select_one(".games .quiet-text")) == (
        f"Turn {table.state.ply + 1}, you hold {held} cards, just now"
    )
    assert [link["href"] for link in first.select(".goon .links a")] == ["/game/finished", "/replay"]


def test_to_look_at_the_list_moves_no_bot(client, tables):
    game = start(client, seed="1")
    before = tables.version(game)
    page(client)
    page(client, "/game/finished")
    assert tables.version(game) == before


def test_games_of_others_are_never_listed(client, other):
    # Without a seed a bot may go out before the player ever moves.
    mine, theirs = start(client, seed="1"), start(other, seed="1")
    assert mine != theirs
    assert listed(page(client)) == [mine]
    assert listed(page(other)) == [theirs]


def test_one_browser_keeps_its_player(client, tables):
    first, second = (tables.look(start(client)).info.seats[0].player for _ in range(2))
    assert first == second
    assert len(listed(page(client))) == 2


def test_a_tampered_cookie_is_nobodys_and_gets_a_new_player(client, other):
    mine = start(client)
    signed = client.cookies["player"]
    other.cookies.set("player", signed[:-2] + ("aa" if signed[-2:] != "aa" else "bb"))
    assert listed(page(other)) == []
    del other.cookies["player"]
    theirs = start(other)
    assert listed(page(other)) == [theirs]
    assert listed(page(client)) == [mine]


def test_at_most_ten_running_games_are_shown_at_once(client, tables):
    started = [start(client) for _ in range(12)]
    seen = page(client)
    assert text(seen.select_one(".goon .row span")) == "12 games"
    assert len(seen.select(".goon > .games a")) == games.MOST_GAMES
    assert text(seen.select_one(".goon summary")) == "and 2 more"
    folded = seen.select("details .games .quiet-text")
    assert [text(each).startswith("Turn ") for each in folded] == [True, True]
    assert set(listed(seen)) == set(started)


@pytest.mark.parametrize(("winners", "word"), [((0,), "Won"), ((0, 1), "Shared"), ((1, 2), "Lost")])
def test_a_finished_game_tells_how_it_ended(client, tables, monkeypatch, winners, word):
    game = start(client, seed="3")
    table = wait_to_the_end(tables, game)
    end = table.outcome
    monkeypatch.setattr(type(table), "outcome", property(lambda self: type(end)(end.ending, winners)))
    again = page(client)
    assert listed(again) == []
    assert text(again.select_one(".goon h2")) == "Earlier games"
    seen = page(client, "/game/finished")
    assert listed(seen) == [game]
    assert text(seen.select_one(".games .tag")) == word
    assert text(seen.select_one(".games .quiet-text")) == f"{table.state.ply} turns, just now"


def test_finished_games_come_a_few_at_a_time(client, tables, monkeypatch):
    monkeypatch.setattr(games, "MOST_GAMES", 1)
    started = [start(client, opponents="1") for _ in range(2)]
    for game in started:
        wait_to_the_end(tables, game)
    first, second = page(client, "/game/finished"), page(client, "/game/finished?page=2")
    assert [*listed(first), *listed(second)] == started[::-1]
    assert [text(link) for link in first.select("main .go a")] == ["Older games", "A new game"]
    assert [text(link) for link in second.select("main .go a")] == ["Newer games", "A new game"]
    assert "no older games" in text(page(client, "/game/finished?page=3").main)


def test_without_games_the_finished_page_says_so(client):
    assert "No games yet." in text(page(client, "/game/finished").main)
    assert client.get("/game/finished?page=x").status_code == 422


def test_an_abandoned_game_can_be_gone_on_with(client, tables):
    game = start(client)
    tables._store.abandon_idle(seconds=-1)
    assert listed(page(client)) == [game]
