"""Tables to test on: written down, dealt at random, and played on for a while."""

import random
from collections import Counter
from itertools import combinations

from hypothesis import HealthCheck, settings

from makiaveli.game import MAKIAVELI, Draw, Play, Rules, State, Turn, apply, deal
from makiaveli.solver import FACES, Card, Position, is_run, is_set, table_order, why_not

ALL_MELDS = [
    cards
    for cards in (
        *(
            [Card.of(rank, suit) for suit in suits]
            for rank in range(13)
            for n in (3, 4)
            for suits in combinations(range(4), n)
        ),
        *(
            [Card.of((low + at) % 13, suit) for at in range(n)]
            for suit in range(4)
            for low in range(13)
            for n in range(3, 14)
        ),
    )
    if why_not(cards) is None
]
MELDS_WITH = {card: [meld for meld in ALL_MELDS if card in meld] for card in FACES}

# Neither a slow machine nor a busy one is a finding.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60)


def table(
    hand: str, floor: str = "", cross: str = "", *, others: str = "2D3D", stock: str = "4D", **fields: int
) -> State:
    """Two seats, the first to move with this hand; the rest as ordinary as can be."""
    position = Position.parse(f"{hand or '-'}/{floor or '-'}/{cross or '-'}")
    other, left = Position.parse(others or "-").hand, Position.parse(stock or "-").hand
    return State(
        rules=MAKIAVELI,
        hands=(tuple(sorted(position.hand)), tuple(sorted(other))),
        floor=tuple(map(table_order, position.floor)),
        cross=position.cross,
        dealt_cross=position.cross,
        stock=left,
        **{"starter": 0, "turn": 0} | fields,
    )


def random_table(seed: int, hand_size: int = 6, melds: int = 4) -> State:
    """All 104 cards on a table in mid-game, the hand to move often close to something."""
    rng = random.Random(seed)
    left = Counter(FACES * 2)
    floor = []
    for _ in range(rng.randint(0, melds)):
        meld = rng.choice([meld for meld in ALL_MELDS if len(meld) < 7 and not Counter(meld) - left])
        floor.append(table_order(meld))
        left -= Counter(meld)
    pool = list(left.elements())
    rng.shuffle(pool)
    if rng.random() < 0.7:
        low = rng.randrange(10)
        pool.sort(key=lambda card: not low <= card.rank < low + 4)
    cross, pool = pool[:4], pool[4:]
    hand, pool = pool[:hand_size], pool[hand_size:]
    other, stock = pool[:5], pool[5:]
    hands = (tuple(sorted(hand)), tuple(sorted(other)))
    return State(MAKIAVELI, hands, tuple(floor), tuple(cross), tuple(cross), tuple(stock), 0, 0)


def dealt(seed: int, seats: int, rules: Rules = MAKIAVELI, draws: int = 0) -> State:
    """A game in which everybody has drawn for a while."""
    state = deal(rules, random.Random(seed), seats)
    for _ in range(min(draws, len(state.stock))):
        state = apply(state, Draw(state.turn))
    return state


def rearranging_play(state: State, rng: random.Random) -> Play | None:
    """A play that takes some melds apart and lays them anew with cards of the hand and of the cross."""
    broken = rng.sample(range(len(state.floor)), min(len(state.floor), rng.randint(0, 2)))
    kept = [meld for at, meld in enumerate(state.floor) if at not in broken]
    must = Counter(card for at in broken for card in state.floor[at])
    hand = Counter(state.hands[state.turn])
    first = rng.choice(sorted(hand))
    may = hand + Counter(state.cross)
    laid = _lay(must + Counter([first]), may - Counter([first]), rng)
    if laid is None:
        return None
    added = Counter(card for meld in laid for card in meld) - must
    return Play(state.turn, tuple(sorted((added & hand).elements())), (*kept, *map(tuple, laid)))


def _lay(must: Counter[Card], may: Counter[Card], rng: random.Random) -> list[list[Card]] | None:
    must, may = +must, +may
    if not must:
        return []
    card = min(must)
    faces = {*must, *may}
    melds = [meld for meld in MELDS_WITH[card] if faces.issuperset(meld)]
    rng.shuffle(melds)
    for meld in melds[:4]:
        cards = Counter(meld)
        rest = _lay(must - cards, may - (cards - must), rng)
        if rest is not None:
            return [meld, *rest]
    return None


def spoiled(state: State, turn: Turn, rng: random.Random) -> Play:
    """A play that is wrong in one or a few ways, or happens to be right."""
    seat = turn.seat
    cards = list(turn.cards) if isinstance(turn, Play) else []
    floor = [list(meld) for meld in (turn.floor if isinstance(turn, Play) else state.floor)]
    for _ in range(rng.randint(1, 3)):
        match rng.randrange(8):
            case 0:
                seat = rng.randrange(len(state.hands))
            case 1 if cards:
                cards.pop(rng.randrange(len(cards)))
            case 2:
                cards.append(rng.choice(FACES))
            case 3 if state.hands[state.turn]:
                cards.append(rng.choice(state.hands[state.turn]))
            case 4 if floor:
                floor.pop(rng.randrange(len(floor)))
            case 5 if floor:
                meld = rng.choice(floor)
                meld.pop(rng.randrange(len(meld)))
                floor = [meld for meld in floor if meld]
            case 6 if floor:
                rng.choice(floor).append(rng.choice([*FACES, *cards, *state.cross, *state.cross]))
            case _:
                floor.append(list(rng.choice(ALL_MELDS)))
    return Play.of(seat, cards, floor)


def is_legal_play(state: State, play: Play) -> bool:
    """Whether the play is legal, the slow way: every choice of cross cards is tried."""
    hand = list(state.hands[state.turn])
    for card in play.cards:
        if card not in hand:
            return False
        hand.remove(card)
    if (
        play.seat != state.turn
        or not play.cards
        or not all(is_set(meld) or is_run(meld) for meld in play.floor)
    ):
        return False
    after = sorted(card for meld in play.floor for card in meld)
    before = [card for meld in state.floor for card in meld]
    return any(
        sorted([*before, *play.cards, *taken]) == after
        for size in range(len(state.cross) + 1)
        for taken in combinations(state.cross, size)
    )


def check(state: State) -> None:
    """All that holds in any state that a game can be in."""
    assert Counter(state.cards()) == Counter(FACES * 2)
    assert all(is_set(meld) or is_run(meld) for meld in state.floor)
    assert all(meld == table_order(meld) for meld in state.floor)
    assert all(hand == tuple(sorted(hand)) for hand in state.hands)
    assert not Counter(state.cross) - Counter(state.dealt_cross)
    assert state.turn == (state.starter + state.ply) % len(state.hands)
    assert state.passes == 0 or not state.stock
