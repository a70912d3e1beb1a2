"""Solving for the site: off the event loop, a few at a time, within a limit."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, ParamSpec, TypeVar

from starlette.exceptions import HTTPException

from makiaveli.solver import (
    Limit,
    Outs,
    Plan,
    Position,
    Verdict,
    WhyNot,
    count_arrangements,
    outs,
    plan,
    solve,
    why_not_win,
)

_P = ParamSpec("_P")
_T = TypeVar("_T")

LONGER = 5
"""How many times the usual seconds a solve may take at most, when somebody asks for more."""
WORKERS = 2
"""Solves at a time. Threads take turns on one core, so more would only make pages wait longer for theirs."""
MOST_WAITING = 16
"""Solves that may wait for a free thread. Beyond that a quick no is better than a long wait."""
MOST_FLOORS = 1000
"""Ways to lay the floor that are counted."""
RETRY_SECONDS = 5
"""After which one may ask again, once too many wait."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A verdict and the way to play it."""

    verdict: Verdict
    plan: Plan
    outs: Outs | None = None
    """What one more card would do, if that was asked for and the answer is a no."""
    why: WhyNot | None = None
    """Which cards conflict, if that was asked for and the answer is a no."""
    floors: int | None = None
    """How many floors there are up to :data:`MOST_FLOORS`, if that was asked for and settled."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be told beside the verdict, each within as many seconds again."""

    outs: bool = False
    """What one more card would do, unless the hand wins."""
    why: bool = False
    """Which cards conflict, unless the hand wins."""
    count: bool = False
    """How many floors there are."""


class Solving:
    """Solves positions in threads of its own, so that pages never wait in line behind solves.

    Threads, not processes: they share the solver's tables and need no start. The interpreter hands the turn
    round every few milliseconds: while two solves ran, a page took 54 ms in the median instead of 3.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        """The usual limit of one solve."""
        self._threads = ThreadPoolExecutor(WORKERS, "solve")
        self._running: set[Future[Any]] = set()

    @property
    def most_seconds(self) -> float:
        """The limit of a solve that may take longer."""
        return LONGER * self.seconds

    @property
    def unfinished(self) -> int:
        """Solves that run or wait."""
        return len(self._running)

    async def solve(
        self,
        position: Position,
        seconds: float | None = None,
        nodes: int | None = None,
        explain: bool = False,
        asked: Asked | None = None,
    ) -> Solved:
        """The answer within these seconds (the usual ones if none are given) and nodes.

        With ``explain``, also why a no is a no, what one more card would do, and how many floors there are,
        each within as many seconds again. With ``asked``, what is asked for, even where a no is not settled.

        Raises :class:`PositionError`, and 503 while too many solves wait already.
        """
        limit = Limit(nodes, self.seconds if seconds is None else seconds, time.perf_counter)
        if asked:
            return await self.run(_answer, position, limit, asked)
        return await self.run(_explain if explain else _solve, position, limit)

    async def run(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """What the work gives, done in a thread. Raises 503 while too much waits already."""
        if self.unfinished >= WORKERS + MOST_WAITING:
            raise HTTPException(503, headers={"Retry-After": str(RETRY_SECONDS)})
        future = self._threads.submit(work, *args, **kwargs)
        self._running.add(future)
        future.add_done_callback(self._running.discard)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Drop what waits. What runs ends by its limit."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _explain(position: Position, limit: Limit) -> Solved:
    solved = _solve(position, limit)
    floors = count_arrangements(position, MOST_FLOORS, limit) if solved.verdict.played else None
    if solved.verdict.wins is not False:
        return replace(solved, floors=floors)
    return replace(solved, floors=floors, why=why_not_win(position, limit), outs=outs(position, limit))


def _answer(position: Position, limit: Limit, asked: Asked) -> Solved:
    solved = _solve(position, limit)
    lost = not solved.verdict.wins
    return replace(
        solved,
        outs=outs(position, limit) if asked.outs and lost else None,
        why=why_not_win(position, limit) if asked.why and lost else None,
        floors=count_arrangements(position, MOST_FLOORS, limit) if asked.count else None,
    )


def _solve(position: Position, limit: Limit) -> Solved:
    verdict = solve(position, limit)
    return Solved(verdict, plan(position, verdict))
