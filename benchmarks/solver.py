"""How fast positions are answered, side by side with other programs, in one run.

``uv run --group bench python -m benchmarks.solver`` puts 720 positions to each program, which takes some
minutes, prints the tables and writes them into ``README.md`` beside this file. A number as an argument takes
every so many positions only, and writes nothing.
"""

import json
import platform
import random
import resource
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib.metadata import version
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Any, NamedTuple

import click

from benchmarks.machine import processor, write_section
from makiaveli.solver import Outs, Position, Verdict, WhyNot, outs, solve, why_not_win
from makiaveli.wire import read_position

POSITIONS = Path(__file__).parents[1] / "tests" / "data" / "positions.jsonl"
TITLE = "## Solver\n"
TURN = 24
"""Positions that a program answers before the next has its turn."""
MOST_HAND = 10
"""Cards in a hand up to which all groups of three are looked at by ``why_not_win``."""

INTRODUCTION = f"""{TITLE}
`uv run --group bench python -m benchmarks.solver` measures this and writes it here. Each program answers the
positions of `tests/data/positions.jsonl` in a fresh process of its own, once, none seen before, in a shuffled
order that is the same for all; the programs take turns, {TURN} positions each. Times are processor time of
the process in ms, so that other work on the machine counts as little as it can. All programs use one
thread, and building their model counts.

HiGHS and CP-SAT get the same integer program (`benchmarks/peers.py`), which asks for the largest play. All
answers agreed. `machiavelli` knows no cross, and takes those cards for cards of the hand: its answers could
be compared where there is no cross, {{compared}} positions; {{wrong}}.
"""


def largest(position: Position) -> Verdict:
    """The largest play alone."""
    return solve(position, tidy=False)


def ask_peer(name: str) -> Callable[[Position], object]:
    """Another program's way to answer; imported by the process that asks it."""
    from benchmarks import peers

    return {
        "HiGHS": peers.highs,
        "CP-SAT": peers.cp_sat,
        "machiavelli": peers.machiavelli,
        "CP-SAT, kept": peers.cp_sat_kept,
    }[name]


OURS: dict[str, Callable[[Position], Any]] = {
    "largest": largest,
    "kept": solve,
    "outs": outs,
    "why_not_win": why_not_win,
}
PEERS = ("HiGHS", "CP-SAT", "machiavelli", "CP-SAT, kept")


class Answered(NamedTuple):
    """What a program said to a position, and how long it took."""

    answer: Any
    milliseconds: float


def answer(name: str, line: Connection) -> None:
    """Answer the positions that come down the line; the end of them by the most memory used, in MB."""
    ask = OURS.get(name) or ask_peer(name)
    while (positions := line.recv()) is not None:
        answered = []
        for position in positions:
            start = process_time()
            try:
                found = ask(position)
            except Exception as error:  # a program that fails has no answer
                found = error
            seconds = process_time() - start
            answered.append(Answered(_brief(found), seconds * 1000))
        line.send(answered)
    line.send(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def _brief(found: object) -> object:
    """As much of an answer as is compared."""
    if isinstance(found, Verdict):
        return found.at_least if found.at_least == found.at_most else None, found.kept, found.kept_proved
    if isinstance(found, Outs | WhyNot):
        return None
    return repr(found) if isinstance(found, Exception) else found


def ask_all(rows: list[dict[str, Any]]) -> tuple[dict[str, list[Answered]], dict[str, float]]:
    """What each program said to each position, and the most memory that each used."""
    answered: dict[str, list[Answered]] = defaultdict(list)
    lines = {}
    context = get_context("spawn")
    for name in (*OURS, *PEERS):
        lines[name], theirs = context.Pipe()
        context.Process(target=answer, args=(name, theirs), daemon=True).start()
    turns = [rows[start : start + TURN] for start in range(0, len(rows), TURN)]
    with click.progressbar(turns, file=sys.stderr) as bar:
        for turn in bar:
            for name, line in lines.items():
                line.send([read_position(row) for row in turn])
                answered[name] += line.recv()
    memory = {}
    for name, line in lines.items():
        line.send(None)
        memory[name] = line.recv()
    return answered, memory


def check(rows: list[dict[str, Any]], answered: dict[str, list[Answered]]) -> tuple[int, int]:
    """How many answers of ``machiavelli`` could be compared, and how many of those are wrong.

    Stops where the other programs do not agree.
    """
    compared = wrong = 0
    for at, row in enumerate(rows):
        said = {name: answers[at].answer for name, answers in answered.items()}
        largest_play, kept, proved = said["kept"]
        plays = {largest_play, said["largest"][0], said["HiGHS"], said["CP-SAT"], row["max_play"]}
        if len(plays) > 1:
            raise SystemExit(f"The programs disagree on {row['id']}: {said}")
        # Where nothing can be played, the floor stays as it is.
        if largest_play and proved and said["CP-SAT, kept"] != (largest_play, kept):
            raise SystemExit(f"The programs disagree on {row['id']}: {said}")
        if not row["cross"]:
            compared += 1
            wrong += said["machiavelli"] != largest_play
    return compared, wrong


class Times(NamedTuple):
    """The median and the 95th percentile of some times."""

    median: float
    p95: float

    @classmethod
    def of(cls, times: list[float]) -> "Times":
        """Those of these."""
        return cls(median(times), quantiles(times, n=20, method="inclusive")[-1])

    def __str__(self) -> str:
        return f"{self.median:.2f} | {self.p95:.1f}"


def _against(times_faster: float, wanted: float) -> str:
    short = f", short of {wanted:g}" if times_faster < wanted else ""
    return f"{times_faster:.1f}{short}"


class Table:
    """The times of some programs by kind of position."""

    def __init__(self, rows: list[dict[str, Any]], answered: dict[str, list[Answered]]) -> None:
        self.rows = rows
        self.answered = answered

    def times(self, name: str, kind: str, asked: Callable[[dict[str, Any]], bool] = bool) -> Times:
        """The times of a program on the positions of a kind of which it was asked."""
        both = zip(self.rows, self.answered[name], strict=True)
        return Times.of(
            [said.milliseconds for row, said in both if kind in (row["kind"], "all") and asked(row)]
        )

    @property
    def kinds(self) -> list[str]:
        """The kinds of position, and all of them."""
        return [*dict.fromkeys(sorted(row["kind"] for row in self.rows)), "all"]

    def beside(self, ours: str, theirs: tuple[str, ...], wanted: Times) -> Iterator[str]:
        """The lines of a comparison: how many times faster than the fastest of them."""
        names = ("makiaveli", *theirs)
        yield "| positions | " + " | ".join(f"{name} | p95" for name in names) + " | times faster | at p95 |"
        yield "| --- |" + " --: |" * (2 * len(names) + 2)
        for kind in self.kinds:
            mine = self.times(ours, kind)
            others = [self.times(name, kind) for name in theirs]
            faster = min(other.median for other in others) / mine.median
            at_p95 = min(other.p95 for other in others) / mine.p95
            cells = " | ".join(map(str, (mine, *others)))
            yield (
                f"| {kind} | {cells} | {_against(faster, wanted.median)} | {_against(at_p95, wanted.p95)} |"
            )

    def times_as_long(self, name: str, asked: Callable[[dict[str, Any]], bool]) -> Iterator[str]:
        """The lines of a question that is asked after a verdict: how many times as long as that it takes."""
        for kind in self.kinds:
            if not any(asked(row) for row in self.rows if kind in (row["kind"], "all")):
                continue
            verdict, mine = self.times("largest", kind, asked), self.times(name, kind, asked)
            longer, at_p95 = mine.median / verdict.median, mine.p95 / verdict.p95
            yield f"| `{name}` | {kind} | {verdict} | {mine} | {longer:.0f} | {at_p95:.0f} |"


def small_no(row: dict[str, Any]) -> bool:
    """Whether this is a "no" with a small hand."""
    return not row["can_win"] and len(row["hand"]) <= MOST_HAND


def report(rows: list[dict[str, Any]]) -> Iterator[str]:
    """The lines of the whole report."""
    answered, memory = ask_all(rows)
    compared, wrong = check(rows, answered)
    table = Table(rows, answered)
    yield INTRODUCTION.format(compared=compared, wrong=f"{wrong or 'none'} of them were wrong")
    yield "Verdict and largest play (wanted: 20 times faster than the fastest of them in the median, 4 times"
    yield "at p95 of every kind):"
    yield ""
    yield from table.beside("largest", ("HiGHS", "CP-SAT", "machiavelli"), Times(20, 4))
    proved = sum(said.answer[2] for said in answered["kept"])
    yield ""
    yield "The same with the most floor melds kept whole (wanted: 6 times faster than CP-SAT for both"
    yield f"questions in the median, 1.5 times at p95 of every kind); proved for {proved} of {len(rows)}:"
    yield ""
    yield from table.beside("kept", ("CP-SAT, kept",), Times(6, 1.5))
    yield ""
    yield "What is asked after a verdict; `why_not_win` where the answer is no and the hand has up to"
    yield f"{MOST_HAND} cards (wanted: outs within 60 times the time of the verdict alone, `why_not_win`"
    yield "within 200):"
    yield ""
    yield "| question | positions | verdict | p95 | answer | p95 | times as long | at p95 |"
    yield "| --- | --- |" + " --: |" * 6
    yield from table.times_as_long("outs", bool)
    yield from table.times_as_long("why_not_win", small_no)
    yield ""
    most = ", ".join(f"{name} {megabytes:.0f}" for name, megabytes in memory.items())
    yield f"The most memory of each process in MB (wanted: ours under 200): {most}."
    yield ""
    versions = ", ".join(f"{name} {version(name)}" for name in ("highspy", "ortools", "machiavelli"))
    yield f"Python {platform.python_version()}, {versions}, {processor()}."


def main() -> None:
    """Measure, print, and write it down."""
    rows = [json.loads(line) for line in POSITIONS.read_text(encoding="utf-8").splitlines()]
    random.Random(720).shuffle(rows)
    step = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    text = "\n".join(report(rows[::step])) + "\n"
    print(text, end="")
    if step == 1:
        write_section(text)


if __name__ == "__main__":
    main()
