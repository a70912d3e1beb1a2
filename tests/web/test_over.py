"""The end of a game: its page, its review, its record, its replay, and the same table once more."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup
from fastapi import FastAPI
from fastapi.testclient import TestClient

from makiaveli.game import (
    Draw,
    Ending,
    Outcome,
    Play,
    Record,
    TurnKind,
    apply,
    open_turns,
    outcome,
    parse_turn,
    view,
)
from makiaveli.solver import Limit, Position, solve
from makiaveli.web.game import ending
from makiaveli.web.game import review as reviewing
from makiaveli.web.game.review import Judged, Judgement, judge, review
from makiaveli.web.table import Table, Tables
from tests.solver.positions import read
from tests.web.tables import PLAYER, advance, cookie, play_of, sitting, start, wait


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with sitting(app) as client:
        yield client


def finish(app: FastAPI, table: Table, least: int) -> Table:
    """Played to its end by somebody who lays down so many cards at once, or the last ones."""
    tables: Tables = app.state.tables
    while table.outcome is None:
        seen = table.view(0)
        verdict = solve(seen.position(), tidy=False)
        turn = play_of(seen, verdict) if verdict.at_least >= least or verdict.wins else wait(seen)
        table = tables.take(table.info.id, PLAYER, table.state.ply, lambda seat, turn=turn: turn)
    return table


@pytest.fixture
def won(app: FastAPI, client: TestClient) -> Table:
    return finish(app, start(app, "beginner", "beginner", seed=12), 4)


@pytest.fixture
def blocked(app: FastAPI, client: TestClient) -> Table:
    return finish(app, start(app, *["beginner"] * 5, seed=4), 99)


def page(client: TestClient, path: str) -> BeautifulSoup:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return BeautifulSoup(answer.text, "html.parser")


def text(tag: object) -> str:
    return re.sub(r"\s+", " ", tag.get_text()).strip()


def faces(soup: BeautifulSoup, where: str) -> list[str]:
    return [each["aria-label"] for each in soup.select(f"{where} .card")]


# ---------------------------------------------------------------- The page


def test_a_win(client: TestClient, won: Table) -> None:
    soup = page(client, f"/game/{won.info.id}")
    assert text(soup.h1) == "You went out first."
    assert text(soup.select_one(".result .tag")) == "You won"
    last = won.record.turns[-1]
    marked = [label for label in faces(soup, ".result .tray") if "from your hand" in label]
    assert len(marked) == len(last.cards)
    assert [text(each.b) for each in soup.select(".holdings > li")] == ["Bot 1", "Bot 2"]
    shown = len(faces(soup, ".holdings"))
    assert shown == sum(map(len, won.state.hands[1:]))


def test_a_shared_win_of_a_blocked_game(client: TestClient, blocked: Table) -> None:
    soup = page(client, f"/game/{blocked.info.id}")
    assert text(soup.h1) == "Bot 2 and Bot 3 share the win."
    assert "The stock was empty, and everybody passed." in text(soup.select_one(".result"))
    assert not soup.select(".result .tray")
    assert "What everybody held" in [text(each) for each in soup.select("h2")]
    assert len(faces(soup, ".holdings")) == sum(map(len, blocked.state.hands))
    mine = soup.select(".holdings > li")[0]
    assert [text(mine.b), len(mine.select(".meld"))] == ["You", 4]


def test_every_own_turn_is_judged_and_leads_to_the_solver(client: TestClient, won: Table) -> None:
    soup = page(client, f"/game/{won.info.id}")
    rows = soup.select(".turns li")
    plies = [ply for ply, turn in enumerate(won.record.turns) if turn.seat == 0]
    assert [int(text(row.select_one(".n"))) - 1 for row in rows] == plies[::-1]
    for row, ply in zip(rows, plies[::-1], strict=True):
        position = won.states[ply].position(0)
        link = row.select_one(".to")["href"]
        assert Position.parse(link.split("p=")[1].replace("%20", " ")) == position
    assert client.get(rows[0].select_one(".to")["href"]).status_code == 200
    assert text(rows[0].select_one(".tag")) == "Best: went out"
    assert text(soup.select_one(".judged .topline .quiet-text")).endswith(
        f"of {len(plies)} were the best play"
    )


def test_everyone_by_a_switch(client: TestClient, won: Table) -> None:
    soup = page(client, f"/game/{won.info.id}?turns=everyone")
    assert len(soup.select(".turns li")) == len(won.record.turns)
    assert {text(each) for each in soup.select(".turns .who")} == {"You", "Bot 1", "Bot 2"}


def test_somebody_else_may_look_at_the_end(client: TestClient, app: FastAPI, won: Table) -> None:
    client.cookies.clear()
    soup = page(client, f"/game/{won.info.id}")
    assert text(soup.h1) == "Player 1 went out first."
    assert len(soup.select(".turns li")) == len(won.record.turns)
    assert "You" not in {text(each) for each in soup.select(".turns .who")}
    assert not soup.select("form[action$=again]")


# ---------------------------------------------------------------- The review


def test_the_review_agrees_with_the_solver(won: Table) -> None:
    for seat in range(3):
        for each in review(won.record, seat):
            verdict = solve(won.states[each.ply].position(seat))
            laid = len(each.turn.cards) if isinstance(each.turn, Play) else 0
            assert each.judgement is not Judgement.OPEN
            assert each.most == verdict.at_least
            assert each.best == (laid == verdict.at_least)
            assert (each.judgement is Judgement.MISSED_WIN) == (bool(verdict.wins) and not each.best)


@pytest.mark.parametrize(
    ("judgement", "words"),
    [
        (Judgement.WENT_OUT, "Best: went out"),
        (Judgement.BEST, "Best"),
        (Judgement.NOTHING, "Best: nothing to play"),
        (Judgement.MORE, "2 could go down"),
        (Judgement.MISSED_WIN, "Missed a win"),
        (Judgement.OPEN, "Not settled"),
    ],
)
def test_the_words_of_a_judgement(judgement: Judgement, words: str) -> None:
    judged = Judged(3, Draw(0), Position.parse("7S"), judgement, 2)
    told = ending.told(judged, "You")
    assert (told.number, told.who, told.did, told.judgement) == (4, "You", "Drew", words)


def test_what_the_limit_leaves_open_is_not_judged() -> None:
    hard = next(row["position"] for row in read("positions.jsonl") if row["id"] == "public-0354")
    judged = judge(0, Draw(0), hard, Limit(nodes=0))
    assert judged.judgement is Judgement.OPEN
    assert not judged.best
    assert judge(0, Draw(0), hard, Limit()).judgement is not Judgement.OPEN


def test_a_hand_of_45_cards(app: FastAPI, client: TestClient) -> None:
    table = advance(app, start(app, "beginner", seed=3), 200)
    assert table.outcome is not None
    assert len(table.state.hands[0]) > 40
    soup = page(client, f"/game/{table.info.id}")
    assert len(soup.select(".turns li")) == sum(turn.seat == 0 for turn in table.record.turns)
    lines = soup.select(".holdings > li")[0].select(".meld")
    suits = [{label.split(" of ")[1] for label in faces(line, "")} for line in lines]
    assert suits == [{"spades"}, {"hearts"}, {"diamonds"}, {"clubs"}]
    assert sum(len(line.select(".card")) for line in lines) == len(table.state.hands[0])


# ---------------------------------------------------------------- Record, replay, again


def test_the_record_is_the_game(client: TestClient, won: Table) -> None:
    answer = client.get(f"/game/{won.info.id}.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert Record.parse(answer.text) == won.record


def test_a_loser_sees_the_own_hand_too(client: TestClient, app: FastAPI) -> None:
    table = advance(app, start(app, "solver", "solver", "solver", seed=3), 200)
    assert table.outcome == Outcome(Ending.EMPTIED, (3,))
    soup = page(client, f"/game/{table.info.id}")
    assert text(soup.h1) == "Bot 3 went out first."
    assert [text(each.b) for each in soup.select(".holdings > li")] == ["You", "Bot 1", "Bot 2"]
    assert len(faces(soup, ".holdings")) == sum(map(len, table.state.hands))


def test_of_a_great_rebuilding_the_played_cards_come_first(client: TestClient, won: Table) -> None:
    soup = page(client, f"/game/{won.info.id}")
    shown, folded = soup.select(".result > .melds .tray"), soup.select(".result .fold .tray")
    changed = ending.changed_melds(won.states[-2], won.state, won.record.turns[-1])
    assert len(changed) == len(shown) + len(folded) > ending.MOST_CHANGED
    assert all(tray.select(".from-hand") for tray in shown)
    assert not any(tray.select(".from-hand") for tray in folded)


def test_what_was_left_open_is_looked_at_again(won: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    # The same game under another name, so that nothing of it is kept yet.
    record = replace(won.record, headers=(("Event", "a busy evening"),))
    with monkeypatch.context() as busy:
        busy.setattr(reviewing, "judge", lambda *what: replace(judge(*what), judgement=Judgement.OPEN))
        assert Judgement.OPEN in {each.judgement for each in review(record, 0)}
    settled = review(record, 0)
    assert Judgement.OPEN not in {each.judgement for each in settled}
    assert review(record, 0) is settled


def test_the_same_table_once_more_tells_nothing_of_a_running_one(app: FastAPI, client: TestClient) -> None:
    table = advance(app, start(app, "solver"), 3)
    answer = client.post(f"/game/{table.info.id}/again")
    assert (answer.status_code, answer.content) == (303, b"")
    client.cookies.clear()
    stranger = client.get(f"/game/{table.info.id}?turns=everyone")
    assert stranger.status_code == 401
    assert not BeautifulSoup(stranger.text, "html.parser").select("main [role=img]")


@pytest.mark.parametrize("path", [".txt", "/replay", "/replay?turn=3"])
def test_nothing_is_told_before_the_end(app: FastAPI, client: TestClient, path: str) -> None:
    table = advance(app, start(app, "solver"), 3)
    answer = client.get(f"/game/{table.info.id}{path}")
    assert answer.status_code == 409
    assert "The game is still being played." in answer.text
    main = BeautifulSoup(answer.text, "html.parser").main
    main.select_one(".scene").decompose()
    # No card at all, in whatever way it is written; the row of spades is decoration.
    assert not main.select(".card")
    assert not re.search(r"\b(10|[2-9TJQKA])[SHDC♠♥♦♣]", str(main))


@pytest.mark.parametrize("path", ["nothing.txt", "nothing/replay", "nothing"])
def test_there_is_no_such_game(client: TestClient, path: str) -> None:
    assert client.get(f"/game/{path}").status_code == 404


def test_the_replay_shows_every_state(client: TestClient, won: Table) -> None:
    for turn in (0, 1, 17, 40, len(won.record.turns)):
        soup = page(client, f"/game/{won.info.id}/replay?turn={turn}")
        state = won.states[turn]
        assert len(faces(soup, ".holdings")) == sum(map(len, state.hands))
        assert len(faces(soup, ".floors")) == sum(map(len, state.floor))
        assert soup.select_one(".back")["aria-label"] == f"Stock, {len(state.stock)} cards"
        links = {each["id"]: each.get("href") for each in soup.select(".seek a")}
        assert (links["go-back"] is None) == (turn == 0)
        assert (links["go-next"] is None) == (turn == len(won.record.turns))
        if turn:
            played = won.record.turns[turn - 1]
            marked = [label for label in faces(soup, ".tray") if "from your hand" in label]
            assert len(marked) == (len(played.cards) if isinstance(played, Play) else 0)


@pytest.mark.parametrize("turn", ["-1", "x", "99999", "999999999", ""])
def test_any_turn_leads_somewhere(client: TestClient, won: Table, turn: str) -> None:
    assert page(client, f"/game/{won.info.id}/replay?turn={turn}").h1


def bring(client: TestClient, record: str, turn: str = "0") -> tuple[int, BeautifulSoup]:
    answer = client.post("/replay", data={"record": record, "turn": turn})
    return answer.status_code, BeautifulSoup(answer.text, "html.parser")


def test_a_replay_from_a_text(client: TestClient, won: Table) -> None:
    assert page(client, "/replay").select_one("textarea[name=record]")
    record = str(won.record)
    status, soup = bring(client, record, "20")
    assert (status, text(soup.h1)) == (200, f"Turn 20 of {len(won.record.turns)}")
    assert Record.parse(soup.textarea.get_text().lstrip("\n")) == won.record
    assert [each["value"] for each in soup.select(".seek button")] == ["0", "19", "21", "61"]


def test_a_damaged_text_is_shown_up_to_the_damage(client: TestClient, won: Table) -> None:
    lines = str(won.record).splitlines()
    at = next(at for at, line in enumerate(lines) if not line) + 11
    damaged = "\n".join([*lines[:at], "0 paly 7S", *lines[at + 1 :]])
    status, soup = bring(client, damaged)
    assert (status, text(soup.h1)) == (200, "The deal")
    assert text(soup.select_one(".problems")).startswith(f"Line {at + 1}: '0 paly 7S' cannot be read.")
    assert "0 paly 7S" in soup.textarea.get_text()


@pytest.mark.parametrize("record", ["", "nonsense", "Rules: makiaveli\nDeal: 7S", "\x00", "<b>x</b>"])
def test_what_is_no_game_is_told(client: TestClient, record: str) -> None:
    status, soup = bring(client, record)
    assert status == 422
    assert soup.select(".problems li")
    assert not soup.select("b b, .seek")


def test_the_same_table_once_more(app: FastAPI, client: TestClient, won: Table) -> None:
    answer = client.post(f"/game/{won.info.id}/again")
    assert answer.status_code == 303
    tables: Tables = app.state.tables
    again = tables.load(answer.headers["location"].rsplit("/", 1)[1])
    assert again.info.id != won.info.id
    assert (again.info.seats, again.info.rules) == (won.info.seats, won.info.rules)
    assert again.record.dealt != won.record.dealt
    client.cookies.set("player", cookie(app, "somebody-else"))
    assert client.post(f"/game/{won.info.id}/again").status_code == 401


def test_turns_in_words() -> None:
    assert ending.did(parse_turn("0 play 7S8S/7S8S9S")) == "Played 7♠ 8♠"
    assert ending.did(parse_turn("0 draw")) == "Drew"
    assert ending.did(parse_turn("0 pass")) == "Passed"


def test_the_last_state_has_no_open_turn(won: Table) -> None:
    seen = view(won.state, 0)
    assert open_turns(seen) == ()
    assert TurnKind.PLAY not in open_turns(seen)
    assert outcome(apply(won.states[-2], won.record.turns[-1])) == won.outcome
