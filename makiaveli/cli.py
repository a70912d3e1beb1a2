"""The command line: ``makiaveli solve``, ``gin``, ``tournament`` and ``serve``."""

import json
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NoReturn

import click

from makiaveli.bots import BOTS
from makiaveli.errors import MakiaveliError, PositionError
from makiaveli.game import MAKIAVELI, PRESETS, Rules
from makiaveli.gin_cli import gin_command
from makiaveli.solver import (
    Limit,
    Outs,
    Plan,
    Position,
    Status,
    Verdict,
    WhyNot,
    count_arrangements,
    outs,
    plan,
    pretty_cards,
    solve,
    why_not_win,
)
from makiaveli.terminal import BAD_INPUT, NO_WIN, NOT_SETTLED, OUR_FAULT, WIN, read_object, standard_input
from makiaveli.tournament import Summary, line_up, rotations, summarise, tournament
from makiaveli.wire import answer_data, floors_data, outs_data, read_position, verdict_data, why_data
from makiaveli.words import (
    counted,
    duration,
    facts,
    headline,
    say_conflict,
    say_count,
    say_outs,
    say_reasons,
    say_steps,
    say_without,
    unsettled,
)

_MOST_FLOORS = 10_000


@dataclass(frozen=True)
class _More:
    """What was found beside the verdict, where it was asked for."""

    outs: Outs | None
    why: WhyNot | None
    count: int | None


@dataclass(frozen=True)
class _Asked:
    """What is asked beside the verdict."""

    outs: bool
    why: bool
    count: bool

    def find(self, verdict: Verdict, limit: Limit) -> _More:
        """The answers; a win has no outs and no reasons."""
        position = verdict.position
        return _More(
            outs(position, limit) if self.outs and not verdict.wins else None,
            why_not_win(position, limit) if self.why and not verdict.wins else None,
            count_arrangements(position, _MOST_FLOORS, limit) if self.count else None,
        )

    def data(self, verdict: Verdict, found: _More) -> dict[str, object]:
        """The answers as JSON."""
        told: dict[str, object] = {}
        if self.outs:
            told["outs"] = outs_data(found.outs) if found.outs else None
        if self.why:
            told["why"] = why_data(verdict.position, found.why) if found.why else None
        if self.count:
            told["arrangements"] = floors_data(found.count, _MOST_FLOORS)
        return told


class _Commands(click.Group):
    """Commands whose failures are told in a sentence, never by a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except MakiaveliError as error:
            _fail(error)
        except (click.ClickException, click.Abort, click.exceptions.Exit, BrokenPipeError):
            raise
        except Exception as error:  # every fault of ours ends in the same plain words
            click.echo(f"Something went wrong here, not with your input: {error!r}", err=True)
            click.echo("Please report it, with the position.", err=True)
            sys.exit(OUR_FAULT)


def _fail(error: MakiaveliError) -> NoReturn:
    for problem in error.problems:
        click.echo(str(problem), err=True)
    sys.exit(BAD_INPUT)


@click.group(cls=_Commands)
@click.version_option(package_name="makiaveli")
def main() -> None:
    """Solve positions of Makiaveli, exactly, judge hands of Gin Rummy, and serve the site."""


main.add_command(gin_command)


# A position may begin with a dash: "-/7H7D7C/-" is one with an empty hand, which the solver refuses in words.
@main.command("solve", context_settings={"ignore_unknown_options": True})
@click.argument("position", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print the verdict and the steps as one JSON object.")
@click.option(
    "--jsonl", is_flag=True, help="Read one JSON object a line from standard input, write one a line."
)
@click.option(
    "--steps/--no-steps",
    default=None,
    help="Tell how to play it, step by step (the default but for --jsonl).",
)
@click.option("--outs", "with_outs", is_flag=True, help="Tell which one more card would have won.")
@click.option("--why", "with_why", is_flag=True, help="Tell why the hand cannot be emptied.")
@click.option("--count", "with_count", is_flag=True, help="Tell how many ways there are to lay the floor.")
@click.option("--limit-nodes", type=click.IntRange(min=0), help="Give up after so many nodes of the search.")
@click.option("--limit-seconds", type=click.FloatRange(min=0), help="Give up after so many seconds.")
def solve_command(
    position: tuple[str, ...],
    as_json: bool,
    jsonl: bool,
    steps: bool | None,
    with_outs: bool,
    with_why: bool,
    with_count: bool,
    limit_nodes: int | None,
    limit_seconds: float | None,
) -> None:
    """Tell whether the hand of POSITION can be emptied now, and if not, the largest play.

    POSITION is hand / floor / cross, as in '3S4S5S/7H7D7C/2S'. Melds of the floor are split by a full stop; a
    lone - reads the position from standard input.

    Exit code 0: the hand can be emptied. 1: it is proved that it cannot. 2: the input cannot be used. 3: the
    limit ran out before this was settled.

    With --jsonl, each line is an object with "hand", "floor" and "cross", or with "position"; an "id" comes
    back with the answer. Steps are told if --steps is given. Exit code 0: all answered. 2: some line could
    not be used. 3: some not settled.
    """
    if mistyped := next((part for part in position if part.startswith("--")), None):
        raise click.NoSuchOption(mistyped)
    limit = Limit(limit_nodes, limit_seconds, time.perf_counter)
    asked = _Asked(with_outs, with_why, with_count)
    if jsonl:
        if position:
            raise click.UsageError("--jsonl reads standard input and takes no position.")
        sys.exit(_solve_lines(standard_input(), limit, asked, bool(steps)))
    if not position:
        raise click.UsageError("There is no position. Give one such as '3S4S5S/7H7D7C/2S', or - to read it.")
    text = standard_input().read() if position == ("-",) else " ".join(position)
    verdict = solve(Position.parse(text), limit)
    made = plan(verdict.position, verdict)
    more = asked.find(verdict, limit)
    if as_json:
        click.echo(json.dumps(answer_data(verdict, made, **asked.data(verdict, more)), ensure_ascii=False))
    else:
        parts = [_report(verdict, made, limit)]
        if steps is not False and verdict.played:
            parts.append(_numbered(say_steps(verdict.position, verdict, made.steps)))
        if more.why:
            parts.append(_report_why(verdict.position, more.why))
        if more.outs:
            parts.append(_report_outs(more.outs))
        if asked.count:
            told = say_count(more.count, _MOST_FLOORS) if more.count else "How many floors there are is open."
            parts.append([told])
        click.echo("\n\n".join("\n".join(part) for part in parts))
    sys.exit(NOT_SETTLED if verdict.wins is None else WIN if verdict.wins else NO_WIN)


def _report(verdict: Verdict, made: Plan, limit: Limit) -> Iterable[str]:
    """The verdict and the new floor for a reader, line by line."""
    yield headline(verdict)
    if verdict.status is Status.UNDECIDED:
        yield unsettled(_spent(limit))
    else:
        yield f"Proved in {duration(verdict.seconds or 0)}."
    if not verdict.played:
        return
    if done := [f"{count} {what}" for count, what in facts(verdict, made)]:
        yield f"{', '.join(done)}."
    yield ""
    if verdict.left:
        yield f"Played  {pretty_cards(verdict.played)}"
        yield f"Left    {pretty_cards(verdict.left)}"
    for at, meld in enumerate(verdict.arrangement.melds):
        yield f"{'' if at else 'Floor':<8}{meld.pretty}"
    if verdict.arrangement.cross:
        yield f"Cross   {pretty_cards(verdict.arrangement.cross)}"


def _numbered(sentences: Iterable[str]) -> Iterable[str]:
    return (f"{at}. {sentence}" for at, sentence in enumerate(sentences, start=1))


def _report_why(position: Position, why: WhyNot) -> Iterable[str]:
    yield "Why not:"
    for conflict in why.conflicts:
        yield say_conflict(conflict)
        yield from (f"   {reason}" for reason in say_reasons(position, conflict))
    if not why.conflicts and why.complete:
        yield "Any three of these cards can go down together; the conflict takes more."
    if not why.complete:
        yield "Not every group of three cards was looked at."


def _report_outs(found: Outs) -> Iterable[str]:
    winning = [out for out in found.cards if out.wins]
    yield "One more card:"
    if winning:
        yield ", ".join(f"{out.card.pretty} ({out.unseen} unseen)" for out in winning)
    yield say_outs(found)
    if without := say_without(found):
        yield without


def _spent(limit: Limit) -> str:
    if limit.seconds is not None:
        return counted(limit.seconds, "second")
    return counted(limit.nodes or 0, "node")


def _solve_lines(lines: Iterable[str], limit: Limit, asked: _Asked, steps: bool) -> int:
    """Answer each line; the exit code for all of them."""
    codes = {WIN}
    whole = [line for line in lines if line.strip()] if sys.stderr.isatty() else None
    # Where answers go to the same terminal, they are the progress.
    hidden = whole is None or sys.stdout.isatty()
    with click.progressbar(
        whole or (line for line in lines if line.strip()), label="Solving", file=sys.stderr, hidden=hidden
    ) as bar:
        for line in bar:
            answer, code = _solve_line(line, limit, asked, steps)
            codes.add(code)
            click.echo(json.dumps(answer, ensure_ascii=False))
    return BAD_INPUT if BAD_INPUT in codes else max(codes)


def _solve_line(line: str, limit: Limit, asked: _Asked, steps: bool) -> tuple[dict[str, Any], int]:
    name = None
    try:
        data = read_object(line)
        name = data.get("id")
        verdict = solve(read_position(data), limit)
    except PositionError as error:
        return {"id": name, "error": " ".join(map(str, error.problems))}, BAD_INPUT
    except MakiaveliError as error:
        return {"id": name, "error": str(error)}, BAD_INPUT
    code = NOT_SETTLED if verdict.status is Status.UNDECIDED else WIN
    told = asked.data(verdict, asked.find(verdict, limit))
    if steps:
        return {"id": name} | answer_data(verdict, plan(verdict.position, verdict), **told), code
    return {"id": name} | verdict_data(verdict) | told, code


@main.command("tournament")
@click.option("--bots", default="solver,yiayia", show_default=True, help="Who plays, split by commas.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(min=1), help="Deals.")
@click.option("--seed", default=1, show_default=True, help="Another seed, other deals.")
@click.option(
    "--seats", type=click.IntRange(2, 6), help="Seats at the table. [default: as many as there are bots]"
)
@click.option(
    "--rules", default=MAKIAVELI.name, show_default=True, type=click.Choice(list(PRESETS)), help="The preset."
)
@click.option("--processes", type=click.IntRange(min=1), help="Processes. [default: all cores]")
def tournament_command(
    bots: str, games: int, seed: int, seats: int | None, rules: str, processes: int | None
) -> None:
    """Let bots play each other: every deal is played from every seat.

    With fewer bots than seats, the first one takes the seats that are left over: --bots solver,yiayia
    --seats 4 is one yiayia against three solvers. A win that is shared counts for its share.
    """
    names = [name for name in bots.split(",") if name.strip()]
    try:
        line = line_up(names, seats or max(2, len(names)))
    except ValueError as error:
        if isinstance(error, MakiaveliError):
            raise
        raise click.UsageError(str(error)) from None
    count = games * len(rotations(line))
    played = tournament(line, Rules.named(rules), games, seed, processes)
    with click.progressbar(played, length=count, label="Playing", file=sys.stderr) as bar:
        summary = summarise(bar)
    click.echo("\n".join(_table(summary, line, games, f"rules {rules}, seed {seed}")))


def _table(summary: Summary, line: tuple[str, ...], deals: int, how: str) -> Iterable[str]:
    """The outcome of a tournament for a reader, line by line."""
    yield f"{', '.join(line)}: {counted(deals, 'deal')}, {counted(summary.games, 'game')}, {how}"
    blocked = f"{summary.blocked} blocked" if summary.blocked else "none blocked"
    yield f"{summary.length:.1f} turns a game on average, {blocked}"
    yield ""
    width = max(map(len, BOTS))
    row = f"{{:{width}}}  {{:>8}}  {{:>7}}  {{:>16}}  {{:>12}}  {{:>9}}  {{:>9}}"
    yield row.format("", "wins", "rate", "95 % of rates", "turn: median", "p95", "max")
    for bot in summary.standings:
        low, high = (f"{end:.1%}" for end in bot.interval)
        times = (f"{seconds * 1000:.1f} ms" for seconds in (bot.median, bot.p95, bot.longest))
        yield row.format(bot.bot, f"{bot.wins:.6g}", f"{bot.rate:.1%}", f"{low} to {high}", *times)


@main.command()
def serve() -> None:
    """Serve the site on http://localhost:8000, or as the MAKIAVELI_ settings say."""
    from makiaveli.web.serving import serve as run
    from makiaveli.web.settings import Settings

    run(Settings.read())
