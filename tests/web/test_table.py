"""The page of a running game: what it shows, what a press does, and what no press can do."""

import re

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from makiaveli.game import MACHIAVELLI, MAKIAVELI, Draw, Play
from makiaveli.solver import Card, Position, plan, solve
from makiaveli.web.game.arranging import Arranging, write_edits
from makiaveli.web.table import Table, Tables
from tests.web.tables import PLAYER, Page, Sitting, advance, cookie, sitting, start, wait


@pytest.fixture
def client(app: FastAPI):
    with sitting(app) as client:
        yield client


def sit(
    app: FastAPI, client: TestClient, *bots: str, seed: int = 1, turns: int = 0, **more: object
) -> Sitting:
    table = advance(app, start(app, *(bots or ("beginner",)), seed=seed), turns, **more)
    return Sitting(client, table.info.id)


def table_of(app: FastAPI, here: Sitting) -> Table:
    tables: Tables = app.state.tables
    return tables.look(here.url.rsplit("/", 1)[1])


def best(table: Table) -> Arranging:
    """The largest play as it lies on the table."""
    position = table.view(0).position()
    return Arranging.begin(table.view(0)).lay(plan(position, solve(position)))


# ---------------------------------------------------------------- What it shows


def test_the_table_shows_everything_that_the_player_may_see(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client, "beginner", "solver", turns=12)
    table, page = table_of(app, here), here.page
    seen = table.view(0)
    assert len(seen.floor) > 2
    shown = [f"{each['value'][:2]}" for each in page.soup.select("#hand .card, .floor .card[value]")]
    stacks = [each["value"].split(".")[1][:2] for each in page.soup.select("#hand .card.two")]
    visible = [*seen.hand, *(card for meld in seen.floor for card in meld), *seen.cross]
    assert sorted(shown + stacks) == sorted(map(str, visible))
    assert page.soup.select_one("#stock")["aria-label"] == f"Stock, {seen.stock_size} cards"
    seats = [re.sub(r"\s+", " ", each.get_text()).strip() for each in page.soup.select(".seat")]
    assert [seat.split()[0] for seat in seats] == [str(seen.hand_sizes[at]) for at in (1, 2, 0)]
    assert seats[-1].endswith("your turn")


def test_every_id_is_there_once(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client, "beginner", "solver", turns=14)
    ids = [each["id"] for each in here.page.soup.select("[id]")]
    assert len(ids) == len(set(ids))


def test_what_others_did_is_told_and_marked(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client, "solver", "solver", turns=9)
    table = table_of(app, here)
    turns = table.record.turns[-2:]
    lines = [re.sub(r"\s+", " ", each.get_text()).strip() for each in here.page.soup.select("#log li")]
    assert lines[0].startswith("You drew ")
    assert [line.split()[2] for line in lines[1:]] == [
        "played" if isinstance(turn, Play) else "drew." for turn in turns
    ]
    played = sorted(str(card) for turn in turns if isinstance(turn, Play) for card in turn.cards)
    marked = here.page.soup.select(".floor .card.last")
    assert sorted(each["value"][:2] for each in marked) == played
    assert all("played since your last turn" in each["aria-label"] for each in marked)
    assert [each["aria-label"].endswith(", just drawn") for each in here.page.soup.select("#hand .last")]


def test_a_few_cards_left_are_a_warning(app: FastAPI, client: TestClient) -> None:
    for seed in range(20):
        here = sit(app, client, "solver", "solver", seed=seed, turns=9)
        table = table_of(app, here)
        if table.outcome is None and min(table.state.hand_sizes[1:]) <= 2:
            break
    low = [each.get_text(" ", strip=True) for each in here.page.soup.select(".seat.low")]
    assert [each.split()[-2:] for each in low] == [
        [str(size), "left"] for size in table.state.hand_sizes[1:] if size <= 2
    ]


def test_the_italian_game_has_no_cross(app: FastAPI, client: TestClient) -> None:
    table = start(app, "beginner", rules=MACHIAVELLI)
    page = Sitting(client, table.info.id).page
    assert not page.soup.select(".cross > .at-0")
    assert page.soup.select_one(".cross.bare .back")


# ---------------------------------------------------------------- Arranging


def test_cards_are_picked_and_put_down(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    first, second = here.page.hand[:2]
    here.press(first)
    assert here.page.status.endswith("picked. Tap where it goes.")
    here.press(second)
    here.press("new")
    assert here.page.status == "One meld is not valid yet: 2 of 3 or more."
    assert here.page.trays == [f"{first[:2]} {second[:2]}: 2 of 3 or more"]
    assert here.page.has("undo")
    assert not here.page.has("play")
    here.press("undo")
    assert here.page.trays == []
    assert here.page.has("redo")
    here.press("redo")
    here.press("reset")
    assert here.page.trays == []
    assert here.page.hand[:2] == [first, second]


def test_many_presses_may_come_at_once(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    first, second = here.page.hand[:2]
    page = here.press(first, second, "new", fragment=True)
    assert page.trays == [f"{first[:2]} {second[:2]}: 2 of 3 or more"]
    assert not page.soup.select("html")


def test_the_address_brings_the_arrangement_back(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    page = here.press(*here.page.hand[:2], "new", here.page.hand[2], fragment=True)
    address = page.soup.select_one("#game")["data-address"]
    again = here.look(address)
    assert (again.trays, again.fields, again.status) == (page.trays, page.fields, page.status)


def test_an_invalid_meld_says_why_and_play_says_it_again(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client, turns=8)
    here.press(*here.page.hand[:4], "new")
    (tray,) = here.page.soup.select("#new-melds .meld.bad")
    reason = tray.select_one(".cap").get_text().strip()
    assert here.page.status == f"One meld is not valid yet: {reason}."
    assert here.page.soup.select_one("#do-show")["href"] == f"#{tray['id']}"
    ply = table_of(app, here).state.ply
    here.press("play")
    assert here.page.status == f"One meld is not valid yet: {reason}."
    assert table_of(app, here).state.ply == ply


def test_a_table_card_does_not_enter_the_hand(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client, "solver", turns=10)
    card = here.page.soup.select_one(".meld.rest .card")["value"]
    here.press(card)
    here.press("hand")
    assert here.page.status == "No card of the table goes into the hand. Undo puts it back."


def test_playing_needs_a_card_of_the_hand(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    here.press("play")
    assert here.page.status == "Lay down at least one card of your hand first."


def test_the_room_of_a_meld_is_kept_while_it_is_arranged(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client, "solver", turns=10)
    places = [each["id"] for each in here.page.soup.select(".floor .meld")]
    card = here.page.soup.select(".meld.rest .card")[0]["value"]
    here.press(here.page.hand[0].split(".")[0], card)
    assert [each["id"] for each in here.page.soup.select(".floor .meld:not(#new-melds .meld)")] == places
    assert len(here.page.soup.select(".meld.gap")) == 1


# ---------------------------------------------------------------- Turns


def test_a_play_ends_the_turn_and_the_others_follow_one_by_one(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client, "beginner", "solver", turns=7)
    table = table_of(app, here)
    while not solve(table.view(0).position()).at_least:
        here.press("draw", "rest")
        table = table_of(app, here)
    down = best(table)
    fields = here.page.fields | {"log": write_edits(down.done)}
    here.press("", fields=fields)
    assert here.page.has("play")
    here.press("play")
    ply = table.state.ply
    assert table_of(app, here).state.ply == ply + 1
    assert here.page.status == "Bot 1 is thinking."
    assert here.page.trays == []
    here.press("next")
    assert (table_of(app, here).state.ply, here.page.status) == (ply + 2, "Bot 2 is thinking.")
    here.press("next")
    assert table_of(app, here).state.ply == ply + 3
    assert here.page.status.startswith("Your turn.")


def test_a_draw_is_asked_for_once_more_if_cards_are_arranged(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    here.press(*here.page.hand[:3], "new")
    ply = table_of(app, here).state.ply
    here.press("draw")
    assert here.page.status == "Draw and put your 3 cards back?"
    assert table_of(app, here).state.ply == ply
    here.press("drop")
    assert len(here.page.trays) == 1
    here.press("draw")
    here.press("draw!")
    assert table_of(app, here).record.turns[ply] == Draw(0)


def test_nothing_can_be_done_while_others_think(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    here.press("draw")
    for token in ("play", "draw", here.page.hand[0], "new", "hint", "draw!"):
        fields, ply = here.page.fields, table_of(app, here).state.ply
        here.press(token)
        assert here.page.status == "Bot 1 is thinking.", token
        assert here.page.fields == fields
        assert table_of(app, here).state.ply == ply


def test_passing_when_the_stock_is_empty(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client, *["beginner"] * 5, seed=4, turns=14)
    assert table_of(app, here).state.stock_size == 0
    assert here.page.status == "Your turn. The stock is empty: play, or pass."
    assert here.page.has("pass")
    assert not here.page.has("draw")
    here.press("pass")
    assert here.page.status == "Bot 1 is thinking."


# ---------------------------------------------------------------- Awkward moments


def test_the_same_turn_sent_twice_is_taken_once(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    fields = here.page.fields
    ply = table_of(app, here).state.ply
    for _ in range(3):
        here.press("draw", fields=fields)
        assert table_of(app, here).state.ply == ply + 1
        assert here.page.status == "Bot 1 is thinking."


def test_a_second_tab_takes_the_turn_first(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    there = Sitting(client, here.url.rsplit("/", 1)[1])
    there.press(*there.page.hand[:2], "new")
    here.press("draw")
    here.press("rest")
    there.press("play")
    assert there.page.status == "The table has moved on. The meld you built is kept."
    assert len(there.page.trays) == 1
    assert there.page.fields["ply"] == str(table_of(app, here).state.ply)


def test_a_stale_page_shows_the_true_table_before_anything_is_done(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    there = Sitting(client, here.url.rsplit("/", 1)[1])
    there.press(there.page.hand[0], "new")
    here.press("draw", "rest")
    ply = table_of(app, here).state.ply
    there.press(there.page.hand[0])
    assert there.page.status.startswith("The table has moved on.")
    assert there.page.fields["picked"] == ""
    assert table_of(app, here).state.ply == ply


def test_a_stale_page_without_anything_arranged_just_shows_the_table(
    app: FastAPI, client: TestClient
) -> None:
    here = sit(app, client)
    there = Sitting(client, here.url.rsplit("/", 1)[1])
    here.press("draw", "rest")
    there.press()
    assert there.page.status.startswith("Your turn.")


def test_a_stale_address_keeps_what_can_be_kept(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    page = here.press(*here.page.hand[:2], "new", fragment=True)
    address = page.soup.select_one("#game")["data-address"]
    here.press("draw!", "rest")
    assert here.look(address).status.startswith("The table has moved on.")
    assert len(here.page.trays) == 1


def test_a_turn_that_was_taken_on_a_stale_page_is_not_taken_again(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    fields = here.page.fields
    here.press("draw", "rest")
    ply = table_of(app, here).state.ply
    here.press("draw", fields=fields)
    assert table_of(app, here).state.ply == ply


JUNK = {
    "ply": ["-1", "999", "x", "9" * 50, ""],
    "log": ["7S0", "7S0-n_", "--", "7S0-99_r_x", "~_~", "7S0.7S1.7S0-n"],
    "undone": ["?", "7S0-n"],
    "picked": ["XX", "7S0.7S0", "."],
    "hint": ["9", "x"],
    "do": [
        "",
        "7S0",
        "7S0.8S0.9S0",
        "nonsense",
        "suit-Q",
        "play!",
        "draw!!",
        "0",
        "\n\n",
        "left",
        "right",
        "cross",
    ],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in JUNK.items() for value in values]
)
def test_no_field_can_break_the_table(app: FastAPI, client: TestClient, name: str, value: str) -> None:
    here = sit(app, client, turns=3)
    hand = here.page.hand
    answer = client.post(here.url, data={**here.page.fields, "do": "new", name: value}, follow_redirects=True)
    assert answer.status_code == 200
    assert Page(answer).hand == hand
    query = {**here.page.fields, name: value}
    assert Page(client.get(here.url, params=query)).hand == hand


# ---------------------------------------------------------------- Hints


def test_hints_tell_more_each_time(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client, "solver", seed=3, turns=8)
    table = table_of(app, here)
    while not solve(table.view(0).position()).at_least:
        here.press("draw", "rest")
        table = table_of(app, here)
    verdict = solve(table.view(0).position())
    here.press("hint")
    assert here.page.status in ("Something can be played.", "Your whole hand can be played.")
    here.press("hint")
    for card in verdict.played:
        assert card.pretty in here.page.status
    assert {each["value"][:2] for each in here.page.soup.select(".hinted")} == set(map(str, verdict.played))
    here.press("hint")
    assert here.page.status == "Here it is on the table. Press Play to take it."
    assert here.page.has("play")
    here.press("play")
    assert table_of(app, here).record.turns[-1].cards == verdict.played


def test_a_hint_where_nothing_can_be_played(app: FastAPI, client: TestClient) -> None:
    here = next(
        here
        for seed in range(20)
        for here in [sit(app, client, seed=seed)]
        if solve(table_of(app, here).view(0).position()).at_most == 0
    )
    for _ in range(3):
        here.press("hint")
        assert here.page.status == "Nothing can be played. Draw."
    assert here.page.trays == []


# ---------------------------------------------------------------- The hand's layout


def test_the_hand_is_sorted_and_stays_so(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    cards = [Card.parse(each[:2]) for each in here.page.hand]
    assert cards == sorted(cards)
    here.press("sort")
    by_rank = [each[:2] for each in here.page.hand]
    assert by_rank == [str(c) for c in sorted(cards, key=lambda card: (card.rank, card.suit))]
    here.press("draw", "rest")
    assert here.look(here.url).soup.select_one("#do-sort").get_text().strip() == "Rank"
    here.press("sort")
    here.press(here.page.hand[0])
    moved = [here.page.hand[1], here.page.hand[0], *here.page.hand[2:]]
    here.press("right")
    assert here.page.hand == moved
    here.press("drop")
    assert here.look(here.url).hand == moved


def test_a_large_hand_is_folded_suit_by_suit(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client, turns=14)
    assert here.page.soup.select_one("#hand.lanes.fold-auto")
    here.press("fold")
    assert here.page.soup.select_one("#hand.fold-folded")
    assert not here.page.soup.select("#hand .lane.shown")
    here.press("suit-S")
    assert [each["id"] for each in here.page.soup.select("#hand .lane.shown")] == ["row-S"]
    assert here.page.soup.select_one("#suit-S")["aria-expanded"] == "true"
    here.press("suit-S")
    here.press("unfold")
    assert here.look(here.url).soup.select_one("#hand.fold-open")


# ---------------------------------------------------------------- Who may look


def test_the_table_opens_to_its_player_alone(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    for key in (None, "somebody-else", PLAYER + "x"):
        client.cookies.clear()
        if key:
            client.cookies.set("player", cookie(app, key))
        for answer in (client.get(here.url), client.post(here.url, data={"do": "draw"})):
            assert answer.status_code == 401
            assert "This seat is not yours." in answer.text
    client.cookies.set("player", cookie(app)[:-1] + "_")
    assert client.get(here.url).status_code == 401


def test_there_is_no_such_game(client: TestClient) -> None:
    assert client.get("/game/nothing").status_code == 404
    assert client.post("/game/nothing", data={"do": "draw"}).status_code == 404


def test_no_page_or_fragment_shows_another_hand(app: FastAPI, client: TestClient) -> None:
    """A whole game, in which every card that an answer names is one that the player may see."""
    table = start(app, "beginner", "yiayia-12", seed=12)
    here = Sitting(client, table.info.id)
    answers = 0
    while (table := table_of(app, here)).outcome is None:
        page = here.page
        seen = table.view(0)
        visible = {*map(str, seen.hand), *map(str, seen.cross), *map(str, seen.dealt_cross)}
        visible |= {str(card) for meld in seen.floor for card in meld}
        # The log names what was played, which lies on the floor; a hint names melds that could be.
        named = set(re.findall(r"\b([2-9TJQKA][SHDC])[01]?\b", page.answer.text))
        assert named <= visible
        answers += 1
        if table.state.turn != 0:
            here.press("next", fragment=True)
        else:
            verdict = solve(seen.position(), tidy=False)
            if verdict.at_least > 3:
                fields = page.fields | {"log": write_edits(best(table).done)}
                here.press("play", fragment=True, fields=fields)
            else:
                here.press(str(wait(seen).kind), fragment=True)
    assert answers > 40


def test_a_game_is_played_to_its_end_by_forms(app: FastAPI, client: TestClient) -> None:
    table = start(app, "beginner", "beginner", seed=12)
    here = Sitting(client, table.info.id)
    for _ in range(200):
        table = table_of(app, here)
        if table.outcome is not None:
            break
        if table.state.turn != 0:
            here.press("rest")
            continue
        verdict = solve(table.view(0).position())
        if verdict.at_least < 4 and not verdict.wins:
            here.press(str(wait(table.view(0)).kind))
            continue
        for _ in range(3):
            here.press("hint")
        here.press("play")
    assert table.outcome.winners == (0,)
    assert client.get(here.url).status_code == 200


def test_a_position_of_the_page_is_the_position(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client, turns=5)
    assert Position.parse(str(table_of(app, here).view(0).position())).hand
    assert MAKIAVELI.cross_size == 4


def test_what_was_arranged_waits_while_others_move(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    there = Sitting(client, here.url.rsplit("/", 1)[1])
    there.press(*there.page.hand[:2], "new")
    here.press("draw")
    there.press("undo")
    assert there.page.status == "Bot 1 is thinking."
    there.press("next", fragment=True)
    assert there.page.status == "The table has moved on. The meld you built is kept."
    assert len(there.page.trays) == 1


@pytest.mark.parametrize("token", ["next", "rest", "hint", "new", "draw", "undo"])
def test_more_presses_than_anybody_makes_do_no_harm(app: FastAPI, client: TestClient, token: str) -> None:
    here = sit(app, client)
    ply = table_of(app, here).state.ply
    here.press(*[token] * 2000, fragment=True)
    assert table_of(app, here).state.ply <= ply + 1


def test_the_order_is_kept_for_the_next_game(app: FastAPI, client: TestClient) -> None:
    here = sit(app, client)
    here.press("sort")
    other = sit(app, client, seed=2)
    assert other.page.soup.select_one("#do-sort").get_text().strip() == "Rank"
