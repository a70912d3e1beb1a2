"""Γιαγιά: she keeps her cards until all of them go down in one play that nobody saw coming.

The floor belongs to everybody. A card laid down early brings the own win no nearer, since what it could do
on the floor it can do from the hand; it costs the draw of that turn and helps the others. So while there are
cards to draw she waits for the play that empties her hand.

With an empty stock nobody gets another card, and the fewest cards may win: then she lays down as much as she
can without letting the next player go out.
"""

import random
from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations

from makiaveli.bots.bot import Budget, play_of, wait
from makiaveli.game import Turn, View
from makiaveli.solver import Card, Limit, Position, Verdict

_SAMPLES = 12
"""Hands that the next player might hold, where it is not known."""
_TRIES = 4
"""Ways tried to leave out so many cards of the largest play."""


@dataclass(frozen=True, slots=True)
class Yiayia:
    """The strategy, with or without a cap on the hand."""

    cap: int | None = None
    """With so many cards in the hand she lays down the smallest play there is; ``None``: she never does."""

    def __call__(self, view: View, rng: random.Random, limit: Limit | None = None) -> Turn:
        """A legal turn, as the module says."""
        budget = Budget(limit)
        found: Verdict | None = budget.solve(view.position())
        if found is not None and not found.wins:
            if not view.stock_size:
                found = _largest_safe_play(view, found, rng, budget)
            elif self.cap is not None and len(view.hand) >= self.cap:
                found = smallest_play(found, budget)
            else:
                found = None
        return play_of(view, found) if found is not None and found.at_least else wait(view)


def smallest_play(largest: Verdict, budget: Budget) -> Verdict:
    """The play of the fewest cards, given the largest one; that one itself where it is empty or time is up.

    One and two cards are tried in all ways, after which a meld from hand and cross alone is the smallest
    there can be. Failing that, it is a play that holds no smaller one, but maybe not the smallest of all.
    """
    position = largest.position
    for size in (1, 2):
        if largest.at_least <= size:
            return largest
        for cards in sorted(set(combinations(sorted(position.hand), size))):
            verdict = budget.solve(replace(position, hand=cards))
            if verdict.wins:
                return verdict
            if budget.used_up:
                return largest
    best = budget.solve(replace(position, floor=()))
    if not best.at_least:
        best = largest
    for card in best.played:
        rest = Counter(best.played) - Counter([card])
        if rest.total() < len(best.played):
            fewer = budget.solve(replace(best.position, hand=tuple(rest.elements())))
            if fewer.at_least:
                best = fewer
    smallest = budget.solve(replace(position, hand=best.played))
    return smallest if smallest.at_least else largest


def _largest_safe_play(view: View, largest: Verdict, rng: random.Random, budget: Budget) -> Verdict | None:
    """The largest play found after which the next player cannot go out as far as can be known."""
    hands = _next_hands(view, rng)
    left_out = 0
    while left_out < largest.at_least:
        safe: Verdict | None = None
        for _ in range(_TRIES if left_out else 1):
            kept = rng.sample(largest.played, largest.at_least - left_out)
            verdict = (
                budget.solve(replace(largest.position, hand=tuple(sorted(kept)))) if left_out else largest
            )
            if verdict.at_least > (safe.at_least if safe else 0) and not _lets_out(verdict, hands, budget):
                safe = verdict
            if budget.used_up:
                return safe
        if safe:
            return safe
        # Where little will not do, more has to stay: with hands of fifty, one by one would take too long.
        left_out += 1 + left_out // 4
    return None


def _next_hands(view: View, rng: random.Random) -> list[tuple[Card, ...]]:
    """Hands that the next player may hold: the one there can be, or samples of the unseen cards."""
    unseen = view.unseen()
    size = view.hand_sizes[(view.seat + 1) % len(view.hand_sizes)]
    if size == len(unseen):
        return [unseen]
    return [tuple(sorted(rng.sample(unseen, size))) for _ in range(_SAMPLES)]


def _lets_out(play: Verdict, hands: list[tuple[Card, ...]], budget: Budget) -> bool:
    """Whether, after the play, some of these hands can go out or is not proved to stay."""
    floor = tuple(meld.cards for meld in play.arrangement.melds)
    return any(
        budget.solve(Position(hand, floor, play.arrangement.cross)).wins is not False for hand in hands
    )
