"""Hypothesis strategies for cards, melds and positions: one place for all property tests."""

from collections import Counter

from hypothesis import strategies as st

from makiaveli.solver import FACES, Card, Meld, Position

cards = st.sampled_from(FACES)


@st.composite
def set_melds(draw: st.DrawFn, ranks: range = range(13)) -> Meld:
    rank = draw(st.sampled_from(ranks))
    suits = draw(st.sets(st.integers(0, 3), min_size=3, max_size=4))
    return Meld(tuple(Card.of(rank, suit) for suit in suits))


@st.composite
def run_melds(draw: st.DrawFn, suits: int = 4, longest: int = 13) -> Meld:
    suit = draw(st.integers(0, suits - 1))
    length = draw(st.integers(3, longest))
    first = draw(st.integers(0, 14 - length))
    return Meld(tuple(Card.of(rank % 13, suit) for rank in range(first, first + length)))


melds = st.one_of(set_melds(), run_melds())


@st.composite
def positions(
    draw: st.DrawFn,
    most_melds: int = 3,
    most_hand: int = 5,
    most_cross: int = 4,
    suits: int = 4,
    longest: int = 6,
) -> Position:
    """Positions without problems. Hand cards come from near the floor, so that something can happen."""
    stock = Counter(FACES) + Counter(FACES)
    floor = []
    for meld in draw(
        st.lists(st.one_of(run_melds(suits=suits, longest=longest), set_melds()), max_size=most_melds)
    ):
        if all(stock[card] for card in meld.cards):
            stock.subtract(meld.cards)
            floor.append(meld.cards)
    near = [card for meld in floor for card in meld]
    faces = st.one_of(st.sampled_from(near), cards) if near else cards

    def some(least: int, most: int) -> tuple[Card, ...]:
        found = []
        for face in draw(st.lists(faces, min_size=least, max_size=most)):
            step = draw(st.sampled_from((0, 1, -1, 13, 26)))
            card = Card((face + step) % 52)
            if stock[card]:
                stock.subtract([card])
                found.append(card)
        return tuple(found)

    hand = some(1, most_hand)
    if not hand:
        hand = (next(card for card in FACES if stock[card]),)
        stock.subtract(hand)
    return Position(hand, tuple(floor), some(0, most_cross))
