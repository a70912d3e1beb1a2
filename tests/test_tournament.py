from dataclasses import replace

import pytest
from click.testing import CliRunner

from makiaveli import cli
from makiaveli.bots import BOTS
from makiaveli.errors import DealError, NotationError
from makiaveli.game import MAKIAVELI, Ending, Outcome, Rules, outcome
from makiaveli.tournament import line_up, play_out, rotations, summarise, tournament, wilson


def test_the_first_bot_takes_the_seats_that_are_left():
    assert line_up(["solver", " Yiayia"], 4) == ("solver", "solver", "solver", "yiayia")
    assert line_up(["beginner"], 2) == ("beginner", "beginner")
    with pytest.raises(NotationError, match="'deep' is no bot"):
        line_up(["deep"], 2)
    with pytest.raises(ValueError, match="3 bots do not fit 2 seats"):
        line_up(["solver"] * 3, 2)


def test_every_deal_is_played_from_every_seat():
    assert rotations(("a", "a", "b")) == [("a", "a", "b"), ("a", "b", "a"), ("b", "a", "a")]
    assert rotations(("a", "a")) == [("a", "a")]
    games = list(tournament(("beginner", "solver"), MAKIAVELI, 2, 1, processes=1))
    assert [game.record.players for game in games] == [("beginner", "solver"), ("solver", "beginner")] * 2
    deals = [game.record.dealt for game in games]
    assert deals[0] == deals[1] != deals[2] == deals[3]
    assert games[0].record.starter == games[1].record.starter
    for game in games:
        assert outcome(game.record.states()[-1]) == game.outcome
        assert [bot for bot, _ in game.seconds] == [
            game.record.players[turn.seat] for turn in game.record.turns
        ]


def test_the_same_seed_gives_the_same_tournament_on_any_number_of_cores():
    one, two = (list(tournament(("beginner", "solver"), MAKIAVELI, 2, 7, processes=n)) for n in (1, 2))
    assert one == two
    assert one != list(tournament(("beginner", "solver"), MAKIAVELI, 2, 8, processes=1))


def test_rules_that_are_no_preset_are_refused():
    with pytest.raises(DealError):
        play_out(("solver", "solver"), Rules(hand_size=6), 1)


def test_a_summary_counts_wins_shares_lengths_and_times():
    played = play_out(("beginner", "solver"), MAKIAVELI, 1)
    seconds = tuple((bot, float(at)) for at, (bot, _) in enumerate(played.seconds))
    won = replace(played, outcome=Outcome(Ending.EMPTIED, (1,)), seconds=seconds)
    shared = replace(played, outcome=Outcome(Ending.BLOCKED, (0, 1)), seconds=())
    summary = summarise([won, won, shared])
    assert (summary.games, summary.blocked) == (3, 1)
    assert summary.length == len(played.record.turns)
    first, second = summary.standings
    assert (first.bot, first.wins, first.games, first.rate) == ("solver", 2.5, 3, 2.5 / 3)
    assert (second.bot, second.wins) == ("beginner", 0.5)
    assert first.interval == wilson(2.5, 3)
    times = sorted([took for bot, took in seconds if bot == "solver"] * 2)
    assert (first.turns, first.longest) == (len(times), times[-1])
    assert sum(took <= first.median for took in times) >= len(times) / 2
    assert sum(took <= first.p95 for took in times) >= len(times) * 0.95
    assert first.median < first.p95 <= first.longest


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (50, 100, 0.404, 0.596), (980, 1000, 0.969, 0.987)],
)
def test_intervals(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.001)


def run(*arguments):
    return CliRunner().invoke(cli.main, ["tournament", *arguments])


def test_the_command_prints_a_table():
    result = run("--bots", "beginner,solver", "--games", "2", "--processes", "1")
    assert result.exit_code == 0
    first, second, empty, head, *rows = result.stdout.splitlines()
    assert first == "beginner, solver: 2 deals, 4 games, rules makiaveli, seed 1"
    assert "turns a game on average" in second
    assert (empty, head.split()) == ("", "wins rate 95 % of rates turn: median p95 max".split())  # noqa: SIM905 - as shown
    assert {row.split()[0] for row in rows} == {"beginner", "solver"}
    assert sum(float(row.split()[1]) for row in rows) == pytest.approx(4)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "deep,solver"], "'deep' is no bot. There are: " + ", ".join(BOTS)),
        (["--bots", "solver,solver,solver", "--seats", "2"], "3 bots do not fit 2 seats."),
        (["--bots", ","], "0 bots do not fit"),
        (["--seats", "7"], "7 is not in the range"),
        (["--rules", "canasta"], "'canasta' is not one of"),
    ],
)
def test_what_cannot_be_played_is_told(arguments, said):
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
