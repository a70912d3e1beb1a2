"""Where melds lie: tidied at the end of the own turn, and still until the next."""

import random

import pytest

from makiaveli.bots import bot_named
from makiaveli.game import MACHIAVELLI, MAKIAVELI, Rules, State, apply, deal, outcome, view
from makiaveli.web.game.layout import Gap, Layout, Slot, lay_out


def game(rules: Rules, seats: int, seed: int) -> list[State]:
    """Every state of a game between bots that find the largest play."""
    rng = random.Random(seed)
    states = [deal(rules, rng, seats)]
    while outcome(states[-1]) is None:
        states.append(apply(states[-1], bot_named("solver")(view(states[-1], states[-1].turn), rng)))
    return states


def places(layout: Layout) -> dict[str, Slot]:
    """What lies at each place."""
    found: dict[str, Slot] = {f"cross {at}": cards for at, cards in layout.cross.items()}
    found |= {f"set {at}": slot for at, slot in enumerate(layout.sets)}
    for suit, lane in layout.lanes.items():
        found |= {f"run {suit.letter} {at}": slot for at, slot in enumerate(lane)}
    return found | {f"fresh {at}": slot for at, slot in enumerate(layout.fresh)}


@pytest.mark.parametrize(("rules", "seats"), [(MAKIAVELI, 3), (MAKIAVELI, 6), (MACHIAVELLI, 4)])
@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game(rules: Rules, seats: int, seed: int) -> None:
    states = game(rules, seats, seed)
    for first in range(0, len(states), seats):
        round_of = states[first : first + seats]
        before: dict[str, Slot] = {}
        for count in range(1, len(round_of) + 1):
            now = places(lay_out(round_of[:count]))
            state = round_of[count - 1]
            lying = [slot for slot in now.values() if not isinstance(slot, Gap)]
            assert sorted(lying) == sorted(state.floor)
            stayed = [at for at, slot in before.items() if not isinstance(slot, Gap) and slot in state.floor]
            assert [
                at
                for at in stayed
                if now.get(at) != before[at] and list(before.values()).count(before[at]) == 1
            ] == []
            before = now
        # Tidied, there is neither a gap nor anything that lies apart.
        tidy = lay_out(round_of[-1:])
        assert not tidy.fresh
        assert not [slot for slot in places(tidy).values() if isinstance(slot, Gap)]
