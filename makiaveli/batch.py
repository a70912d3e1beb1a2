"""Work on all cores: the only place with processes."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from makiaveli.solver import Limit, Position, Verdict, solve

_In = TypeVar("_In")
_Out = TypeVar("_Out")

_AHEAD = 4
"""Items for each process that are handed out before their turn to be told."""


def map_over_cores(
    work: Callable[[_In], _Out], items: Iterable[_In], processes: int | None = None
) -> Iterator[_Out]:
    """``work(item)`` for each item, in the order of the items.

    ``processes=None`` uses all cores that this process may use; 1 works here without another process. The
    items may be endless: only a few are taken ahead. Function, items and results must be picklable. What
    ``work`` raises is raised at the place of its item.
    """
    processes = processes or usable_cores()
    if processes == 1:
        yield from map(work, items)
        return
    items = iter(items)
    # A fresh interpreter for each: a fork would copy the locks of whatever threads there are.
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        try:
            waiting: deque[Future[_Out]] = deque(
                pool.submit(work, item) for item in islice(items, processes * _AHEAD)
            )
            while waiting:
                result = waiting.popleft().result()
                waiting.extend(pool.submit(work, item) for item in islice(items, 1))
                yield result
        finally:
            pool.shutdown(cancel_futures=True)


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def solve_many(
    positions: Iterable[Position],
    limit: Limit | None = None,
    *,
    tidy: bool = True,
    processes: int | None = None,
) -> Iterator[Verdict]:
    """The verdict on each position, in their order; the limit holds for each of them.

    Raises :class:`~makiaveli.errors.PositionError` at the place of a position that cannot lie like that.
    """
    yield from map_over_cores(partial(solve, limit=limit, tidy=tidy), positions, processes)
