"""Solving for the site: off the event loop, a few at a time, within a limit."""

import asyncio
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from starlette.exceptions import HTTPException

from makiaveli.solver import Limit, Plan, Position, Verdict, plan, solve

LONGER = 5
"""How many times the usual seconds a solve may take at most, when somebody asks for more."""
WORKERS = 2
"""Solves at a time. Threads take turns on one core, so more would only make pages wait longer for theirs."""
MOST_WAITING = 16
"""Solves that may wait for a free thread. Beyond that a quick no is better than a long wait."""
RETRY_SECONDS = 5
"""After which one may ask again, once too many wait."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A verdict and the way to play it."""

    verdict: Verdict
    plan: Plan


class Solving:
    """Solves positions in threads of its own, so that pages never wait in line behind solves.

    Threads, not processes: they share the solver's tables and need no start. The interpreter hands the turn
    round every few milliseconds: while two solves ran, a page took 54 ms in the median instead of 3.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        """The usual limit of one solve."""
        self._threads = ThreadPoolExecutor(WORKERS, "solve")
        self._running: set[Future[Solved]] = set()

    @property
    def most_seconds(self) -> float:
        """The limit of a solve that may take longer."""
        return LONGER * self.seconds

    @property
    def unfinished(self) -> int:
        """Solves that run or wait."""
        return len(self._running)

    async def solve(
        self, position: Position, seconds: float | None = None, nodes: int | None = None
    ) -> Solved:
        """The answer within these seconds (the usual ones if none are given) and nodes.

        Raises :class:`PositionError`, and 503 while too many solves wait already.
        """
        if self.unfinished >= WORKERS + MOST_WAITING:
            raise HTTPException(503, headers={"Retry-After": str(RETRY_SECONDS)})
        limit = Limit(nodes, self.seconds if seconds is None else seconds, time.perf_counter)
        future = self._threads.submit(_solve, position, limit)
        self._running.add(future)
        future.add_done_callback(self._running.discard)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Drop what waits. What runs ends by its limit."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _solve(position: Position, limit: Limit) -> Solved:
    verdict = solve(position, limit)
    return Solved(verdict, plan(position, verdict))
