"""Seeded games with 2 to 6 seats, every state checked: ``python -m benchmarks.whole_games [GAMES]``."""

import sys
import time
from collections import Counter

import click

from makiaveli.batch import map_over_cores
from makiaveli.game import MAKIAVELI, Ending, Pass, Record, State, open_turns, outcome
from makiaveli.solver import FACES, why_not
from makiaveli.tournament import play_out

LINES = (
    ("solver", "yiayia"),
    ("beginner", "beginner", "beginner"),
    ("solver", "yiayia-12", "beginner", "yiayia-16"),
    ("beginner", "solver", "beginner", "solver", "yiayia-20"),
    ("beginner", "beginner", "yiayia-12", "beginner", "solver", "beginner"),
)


def main() -> None:
    """Play them all and say what they came to."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    start = time.perf_counter()
    seen: Counter[str] = Counter()
    with click.progressbar(map_over_cores(checked, range(count)), length=count, file=sys.stderr) as bar:
        for found in bar:
            seen.update(found)
    print(f"{count} games in {time.perf_counter() - start:.0f} s, none wrong")
    for name, number in sorted(seen.items()):
        print(f"{name:24} {number}")


def checked(number: int) -> dict[str, int]:
    """Play a game, and check each of its states, its record and its end."""
    line = LINES[number % len(LINES)]
    played = play_out(line, MAKIAVELI, number)
    states = played.record.states()
    if Record.parse(str(played.record)).states() != states:
        raise AssertionError(f"game {number}: the record does not replay")
    for state in states:
        check(number, state)
    end = states[-1]
    if open_turns(end) or outcome(end) != played.outcome or any(map(outcome, states[:-1])):
        raise AssertionError(f"game {number}: the end is none")
    blocked = played.outcome.ending is Ending.BLOCKED
    fewest = min(map(len, end.hands))
    winners = tuple(seat for seat, hand in enumerate(end.hands) if len(hand) == fewest)
    passed = all(isinstance(turn, Pass) for turn in played.record.turns[-len(line) :])
    if (
        played.outcome.winners != winners
        or (blocked and (end.stock or not passed))
        or blocked == (not fewest)
    ):
        raise AssertionError(f"game {number}: the wrong end")
    ending = f"{len(line)} seats, {played.outcome.ending}"
    return {ending: 1, "states": len(states), "with an empty stock": int(not end.stock)}


def check(number: int, state: State) -> None:
    """All 104 cards are there, and the floor holds melds alone."""
    if sorted(state.cards()) != sorted(FACES * 2) or any(why_not(meld) is not None for meld in state.floor):
        raise AssertionError(f"game {number}, ply {state.ply}: {state}")


if __name__ == "__main__":
    main()
