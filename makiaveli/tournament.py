"""Bots against each other, on the same deals from every seat."""

import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from statistics import fmean

from makiaveli.batch import map_over_cores
from makiaveli.bots import bot_named
from makiaveli.game import Ending, Outcome, Record, Rules, apply, deal, outcome, view

_Z = 1.959964
"""Standard deviations of a normal distribution that hold 95 % of it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that bots played to its end."""

    record: Record
    """The game; its players carry the names of the bots."""
    outcome: Outcome
    seconds: tuple[tuple[str, float], ...] = field(compare=False, repr=False)
    """For each turn, which bot took it and how long that took."""


def line_up(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The bots of these names at so many seats; the first one also takes the seats that are left over.

    Raises :class:`NotationError` for an unknown bot, :class:`ValueError` for more bots than seats.
    """
    names = [name.strip().lower() for name in names]
    for name in names:
        bot_named(name)
    if not names or len(names) > seats:
        raise ValueError(f"{len(names)} bots do not fit {seats} seats.")
    return (*[names[0]] * (seats - len(names)), *names)


def rotations(bots: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every way to seat the bots that turns their table, each once."""
    return list(dict.fromkeys(bots[at:] + bots[:at] for at in range(len(bots))))


def play_out(bots: Sequence[str], rules: Rules, seed: int | str) -> Played:
    """The game of these bots, by seat, on the deal of this seed. The same arguments give the same game."""
    state = deal(rules, random.Random(f"deal {seed}"), len(bots))
    record = Record.of(state, bots)
    players = [bot_named(name) for name in bots]
    rngs = [random.Random(f"seat {seat} {seed}") for seat in range(len(bots))]
    turns, seconds = [], []
    while (end := outcome(state)) is None:
        seat = state.turn
        seen = view(state, seat)
        start = time.perf_counter()
        turn = players[seat](seen, rngs[seat])
        seconds.append((bots[seat], time.perf_counter() - start))
        state = apply(state, turn)
        turns.append(turn)
    return Played(record.and_then(*turns), end, tuple(seconds))


def tournament(
    bots: tuple[str, ...], rules: Rules, deals: int, seed: int, processes: int | None = None
) -> Iterator[Played]:
    """Every deal from every seat: each deal is played once for each of the :func:`rotations`, on all cores.

    Raises :class:`~makiaveli.errors.DealError` where the rules do not seat so many.
    """
    jobs = ((seated, f"{seed}/{number}") for number, seated in product(range(deals), rotations(bots)))
    return map_over_cores(partial(_play_job, rules), jobs, processes)


def _play_job(rules: Rules, job: tuple[tuple[str, ...], str]) -> Played:
    return play_out(job[0], rules, job[1])


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did."""

    bot: str
    games: int
    """Games in which it sat."""
    wins: float
    """Games that it won. A win that it shares counts for its share of the winners."""
    interval: tuple[float, float]
    """Where the rate of its wins lies with 95 % (Wilson's interval, which takes the games as independent)."""
    turns: int
    median: float
    """Seconds that half of its turns took at most; likewise below."""
    p95: float
    longest: float

    @property
    def rate(self) -> float:
        """Wins a game, 0 to 1."""
        return self.wins / self.games


@dataclass(frozen=True, slots=True)
class Summary:
    """What came out of a tournament."""

    games: int
    length: float
    """Turns of a game on average, all seats together."""
    blocked: int
    """Games that ended with an empty stock and everybody passing."""
    standings: tuple[Standing, ...]
    """Most wins a game first."""


def summarise(games: Iterable[Played]) -> Summary:
    """What came out of these games, of which there is one at least."""
    seconds: dict[str, list[float]] = defaultdict(list)
    wins: dict[str, float] = defaultdict(float)
    sat: Counter[str] = Counter()
    lengths, blocked = [], 0
    for game in games:
        bots = game.record.players
        sat.update(set(bots))
        lengths.append(len(game.record.turns))
        blocked += game.outcome.ending is Ending.BLOCKED
        for seat in game.outcome.winners:
            wins[bots[seat]] += 1 / len(game.outcome.winners)
        for bot, took in game.seconds:
            seconds[bot].append(took)
    standings = [
        Standing(
            bot,
            count,
            wins[bot],
            wilson(wins[bot], count),
            len(seconds[bot]),
            *(_quantile(seconds[bot], share) for share in (0.5, 0.95, 1)),
        )
        for bot, count in sat.items()
    ]
    standings.sort(key=lambda standing: (-standing.rate, standing.bot))
    return Summary(len(lengths), fmean(lengths), blocked, tuple(standings))


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate, after E. B. Wilson (1927), doi:10.1080/01621459.1927.10502953.

    >>> [round(end, 3) for end in wilson(8, 10)]
    [0.49, 0.943]
    """
    rate, spread = wins / games, _Z * _Z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = _Z * math.sqrt(rate * (1 - rate) / games + spread / games / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def _quantile(values: list[float], share: float) -> float:
    """The least of the values that so many of them do not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0
