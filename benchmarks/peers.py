"""The same questions put to other programs: two integer solvers on one model, and PyPI's ``machiavelli``.

The model has a whole number for each meld that the cards allow (how many of it lie in the end) and one for
each face in the hand (how many of it go down). It is as small as we know to make it: runs of three to five
cards will do, as longer ones can be cut into these. For the floor melds that stay whole, each brings a few
columns of its own: itself, alone or with the cards beside it; a run needs no more than two at either end, as
three would be a run of their own.

Building the model is part of the question. Which melds there are and how our cards are named to others is
laid out beforehand, as any program would that is asked more than once.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations, product

import highspy
from machiavelli import Solver
from ortools.sat import cp_model_pb2
from ortools.sat.python import cp_model

from makiaveli.solver import Card, Meld, Position, is_run

Cards = tuple[int, ...]

MELDS: tuple[Cards, ...] = (
    *(
        tuple(suit * 13 + rank for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ),
    *(
        tuple(suit * 13 + rank % 13 for rank in range(first, first + length))
        for suit in range(4)
        for length in (3, 4, 5)
        for first in range(15 - length)
    ),
)


class Model:
    """The melds that the cards of a position allow, and which of them hold a face."""

    def __init__(self, position: Position) -> None:
        self.floor = Counter(card for meld in position.floor for card in meld)
        self.hand = Counter(position.hand)
        self.cross = Counter(position.cross)
        there = {*self.floor, *self.hand, *self.cross}
        self.melds = [meld for meld in MELDS if there.issuperset(meld)]
        self.places: dict[int, list[int]] = {card: [] for card in there}
        """For each face that is there, the columns with it."""
        for number, meld in enumerate(self.melds):
            self._place(meld, number)
        self.played = {card: len(self.melds) + i for i, card in enumerate(self.hand)}
        """For each face of the hand, the column that tells how many go down."""
        self.columns = len(self.melds) + len(self.hand)

    def add_kept(self, meld: Cards) -> list[int]:
        """Columns for a floor meld that stays whole; one of them at most may be 1."""
        homes = [home for home in _homes(meld) if all(card in self.places for card in home)]
        columns = list(range(self.columns, self.columns + len(homes)))
        for column, home in zip(columns, homes, strict=True):
            self._place(home, column)
        self.columns += len(homes)
        return columns

    def _place(self, meld: Cards, column: int) -> None:
        for card in meld:
            self.places[card].append(column)


@cache
def _homes(meld: Cards) -> list[Cards]:
    """The melds in which a floor meld can stay whole."""
    if not is_run(meld):
        others = {meld[0] % 13 + 13 * suit for suit in range(4)} - set(meld)
        return [meld, *((*meld, other) for other in others)]
    suit, first = divmod(meld[0], 13)
    homes = []
    for below, above in product(range(3), range(3)):
        ranks = range(first - below, first + len(meld) + above)
        if ranks[0] >= 0 and ranks[-1] <= 13 and len(ranks) <= 13:
            homes.append(tuple(suit * 13 + rank % 13 for rank in ranks))
    return homes


def highs(position: Position) -> int | None:
    """The largest play by HiGHS; None where it says that the floor cannot lie."""
    model = Model(position)
    lp = highspy.HighsLp()
    lp.num_col_ = model.columns
    lp.num_row_ = len(model.places)
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.col_cost_ = [0] * len(model.melds) + [1] * len(model.hand)
    lp.col_lower_ = [0] * lp.num_col_
    lp.col_upper_ = [2] * len(model.melds) + list(model.hand.values())
    lp.integrality_ = [highspy.HighsVarType.kInteger] * lp.num_col_
    lp.row_lower_ = [model.floor[card] for card in model.places]
    lp.row_upper_ = [model.floor[card] + model.cross[card] for card in model.places]
    starts, index, value = [0], [], []
    for card, numbers in model.places.items():
        index += numbers
        value += [1.0] * len(numbers)
        if card in model.played:
            index.append(model.played[card])
            value.append(-1.0)
        starts.append(len(index))
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = starts
    lp.a_matrix_.index_ = index
    lp.a_matrix_.value_ = value
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.passModel(lp)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return round(solver.getObjectiveValue())


def cp_sat(position: Position) -> int | None:
    """The largest play by CP-SAT."""
    model = Model(position)
    return _most(_program(model), list(model.played.values()))


def cp_sat_kept(position: Position) -> tuple[int, int] | None:
    """The largest play by CP-SAT, and the most floor melds that stay whole in one of that size."""
    largest = cp_sat(position)
    if largest is None:
        return None
    model = Model(position)
    kept = [model.add_kept(_in_order(meld)) for meld in position.floor]
    program = _program(model)
    for columns in kept:
        program.constraints.add().at_most_one.literals.extend(columns)
    cards = list(model.played.values())
    program.constraints.add().linear.MergeFrom(_linear(cards, [1] * len(cards), largest, largest))
    most = _most(program, [column for columns in kept for column in columns])
    return None if most is None else (largest, most)


def _program(model: Model) -> cp_model_pb2.CpModelProto:
    """The model as CP-SAT takes it."""
    program = cp_model_pb2.CpModelProto()
    for _ in model.melds:
        program.variables.add(domain=(0, 2))
    for count in model.hand.values():
        program.variables.add(domain=(0, count))
    for _ in range(model.columns - len(program.variables)):
        program.variables.add(domain=(0, 1))
    for card, columns in model.places.items():
        ones, floor = [1] * len(columns), model.floor[card]
        if card in model.played:
            columns, ones = [*columns, model.played[card]], [*ones, -1]
        program.constraints.add().linear.MergeFrom(_linear(columns, ones, floor, floor + model.cross[card]))
    return program


def _linear(
    columns: list[int], factors: list[int], low: int, high: int
) -> cp_model_pb2.LinearConstraintProto:
    return cp_model_pb2.LinearConstraintProto(vars=columns, coeffs=factors, domain=(low, high))


def _most(program: cp_model_pb2.CpModelProto, columns: list[int]) -> int | None:
    """The largest sum of the columns."""
    program.objective.vars.extend(columns)
    program.objective.coeffs.extend([-1] * len(columns))
    whole = cp_model.CpModel()
    whole.Proto().CopyFrom(program)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(whole) != cp_model.OPTIMAL:
        return None
    return -round(solver.objective_value)


def machiavelli(position: Position) -> int | None:
    """The cards, of hand and cross alike, that PyPI's ``machiavelli`` would lay.

    Its rules know no cross: it takes these cards for cards of the hand.
    """
    loose = [_named(card) for card in (*position.hand, *position.cross)]
    floor = [_named(card) for meld in position.floor for card in meld]
    found = Solver(quiet=True).solve(floor + loose, loose)
    return None if found is None else sum(map(len, found)) - len(floor)


def _in_order(meld: Iterable[int]) -> Cards:
    return tuple(map(int, Meld(tuple(map(Card, meld))).cards))


@cache
def _named(card: int) -> str:
    return "123456789tjqk"[card % 13] + "shdc"[card // 13]
