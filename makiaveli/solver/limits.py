"""When a search gives up."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_ENDLESS = 1 << 60


@dataclass(frozen=True, slots=True)
class Limit:
    """When to give up. Without any bound the search runs until it has proved its answer."""

    nodes: int | None = None
    """Nodes of the search; a node is one group of states at one rank."""
    seconds: float | None = None
    """Seconds on the ``clock``."""
    clock: Callable[[], float] | None = None
    """Where seconds come from, such as :func:`time.perf_counter`: this package reads no clock of its own."""

    def __post_init__(self) -> None:
        if self.seconds is not None and self.clock is None:
            raise ValueError("A limit in seconds needs a clock, such as time.perf_counter.")


class OutOfLimitError(Exception):
    """The limit ran out before the search was finished."""


class ShortOfNodesError(Exception):
    """A search that was meant to be short was not finished in time."""


class Meter:
    """Counts nodes against a limit."""

    def __init__(self, limit: Limit) -> None:
        self.nodes = 0
        self._most = _ENDLESS if limit.nodes is None else limit.nodes
        self._stop = self._most
        self._clock = limit.clock
        self._start = limit.clock() if limit.clock else 0.0
        self._until = None if limit.seconds is None else self._start + limit.seconds

    def count(self) -> None:
        """One more node. Raises :class:`OutOfLimitError` or, within :meth:`short`, ShortOfNodesError."""
        if self.nodes >= self._stop:
            raise OutOfLimitError if self.nodes >= self._most else ShortOfNodesError
        self.nodes += 1
        if self.nodes & 63 == 0:  # reading a clock costs as much as a small node
            self.look()

    def look(self) -> None:
        """Look at the clock. Raises :class:`OutOfLimitError` when the time is up."""
        if self._until is not None and self._clock is not None and self._clock() > self._until:
            raise OutOfLimitError

    @contextmanager
    def short(self, nodes: int) -> Iterator[None]:
        """Within this block, no more than so many nodes."""
        self._stop = min(self._most, self.nodes + nodes)
        try:
            yield
        finally:
            self._stop = self._most

    @contextmanager
    def allowance(self, nodes: int) -> Iterator[None]:
        """Within this block, so many nodes whatever the limit says: what it takes to end well."""
        most, until = self._most, self._until
        self._most, self._until = self.nodes + nodes, None
        self._stop = self._most
        try:
            yield
        finally:
            self._most, self._until = most, until
            self._stop = most

    @property
    def seconds(self) -> float | None:
        """Seconds since the start; ``None`` without a clock."""
        return self._clock() - self._start if self._clock else None
