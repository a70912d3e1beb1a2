import operator
import os
from functools import partial
from itertools import count, islice

import pytest

from makiaveli.batch import map_over_cores, solve_many, usable_cores
from makiaveli.errors import PositionError
from makiaveli.solver import Limit, Position, solve

from .solver.positions import read

both = pytest.mark.parametrize("processes", [1, 2])


@both
def test_results_come_in_the_order_of_the_items(processes):
    assert list(map_over_cores(partial(operator.mul, 2), range(40), processes)) == list(range(0, 80, 2))


@both
def test_items_may_be_endless(processes):
    assert list(islice(map_over_cores(operator.neg, count(), processes), 5)) == [0, -1, -2, -3, -4]


def test_the_work_is_done_by_other_processes():
    assert os.getpid() not in set(map_over_cores(_process, range(4), 2))


def _process(_):
    return os.getpid()


@both
def test_what_goes_wrong_is_raised_at_its_place(processes):
    results = map_over_cores(partial(operator.truediv, 6), [1, 2, 0, 3], processes)
    assert [next(results), next(results)] == [6, 3]
    with pytest.raises(ZeroDivisionError):
        next(results)


@both
def test_many_positions_get_the_verdicts_of_one_by_one(processes):
    positions = [row["position"] for row in read("positions.jsonl")[:5]]
    many = list(solve_many(positions, Limit(nodes=5000), processes=processes))
    assert many == [solve(position, Limit(nodes=5000)) for position in positions]


@both
def test_a_position_that_cannot_be_is_told(processes):
    with pytest.raises(PositionError, match="3 times"):
        list(solve_many([Position.parse("7S7S7S")], processes=processes))


def test_there_is_a_core():
    assert usable_cores() >= 1
