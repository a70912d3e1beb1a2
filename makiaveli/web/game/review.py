"""Every turn of a finished game beside the largest play that there was."""

import time
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock

from makiaveli.game import Play, Record, Turn
from makiaveli.solver import Limit, Position, solve

SECONDS_A_TURN = 0.5
"""How long the solver may look at one turn."""
SECONDS_A_SEAT = 4.0
"""How long it may look at all turns of a seat together."""
_MOST_KEPT = 128
"""Reviews, one for each seat: those of a few dozen games."""
_kept: dict[tuple[Record, int], tuple["Judged", ...]] = {}
_lock = Lock()


class Judgement(StrEnum):
    """What a turn was, measured by the cards that went down. Whether fewer were wise is not judged."""

    WENT_OUT = "went_out"
    BEST = "best"
    """The largest play there was."""
    NOTHING = "nothing"
    """There was nothing to play."""
    MORE = "more"
    """More cards could have gone down."""
    MISSED_WIN = "missed_win"
    """All cards could have gone down."""
    OPEN = "open"
    """What could have gone down was not settled within the limit."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn, and what there was to play."""

    ply: int
    """Turns taken before it."""
    turn: Turn
    position: Position
    """What the player saw."""
    judgement: Judgement
    most: int
    """The largest play, as far as it is known."""

    @property
    def best(self) -> bool:
        """Whether no more cards could have gone down."""
        return self.judgement in (Judgement.WENT_OUT, Judgement.BEST, Judgement.NOTHING)


def review(record: Record, seat: int) -> tuple[Judged, ...]:
    """Every turn of the seat, judged. A settled review of a finished game never changes, so it is kept.

    What a busy machine left open is looked at again the next time. Raises :class:`IllegalTurnError` for a
    record that breaks the rules.
    """
    if (kept := _kept.get((record, seat))) is not None:
        return kept
    judged = _review(record, seat)
    if all(each.judgement is not Judgement.OPEN for each in judged):
        with _lock:
            _kept[record, seat] = judged
            if len(_kept) > _MOST_KEPT:
                del _kept[next(iter(_kept))]
    return judged


def _review(record: Record, seat: int) -> tuple[Judged, ...]:
    states = record.states()
    end = time.perf_counter() + SECONDS_A_SEAT
    judged = []
    for ply, turn in enumerate(record.turns):
        if turn.seat == seat:
            seconds = max(0.0, min(SECONDS_A_TURN, end - time.perf_counter()))
            limit = Limit(seconds=seconds, clock=time.perf_counter)
            judged.append(judge(ply, turn, states[ply].position(seat), limit))
    return tuple(judged)


def judge(ply: int, turn: Turn, position: Position, limit: Limit) -> Judged:
    """The turn beside the largest play that the solver finds within the limit."""
    laid = len(turn.cards) if isinstance(turn, Play) else 0
    if laid == len(position.hand):
        return Judged(ply, turn, position, Judgement.WENT_OUT, laid)
    verdict = solve(position, limit, tidy=False)
    most = max(laid, verdict.at_least)
    if verdict.wins:
        judgement = Judgement.MISSED_WIN
    elif laid < verdict.at_least:
        judgement = Judgement.MORE
    elif laid < verdict.at_most:
        judgement = Judgement.OPEN
    else:
        judgement = Judgement.BEST if laid else Judgement.NOTHING
    return Judged(ply, turn, position, judgement, most)
