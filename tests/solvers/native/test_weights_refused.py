"""The engines that only count covers refuse weights: none of them may take a sum for a number."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from native_problems import problem_of

from minuet.models import ExactCover, ExactCoverBuilder
from minuet.solvers import _native
from minuet.solvers.contract import Query

ENGINES = [
    _native.DancingLinks,
    _native.DancingCells,
    partial(_native.WeightedCells, seed=1),
    _native.OptionMasks,
    partial(_native.MemoCounter, memory=1 << 20),
]


def purse() -> ExactCover:
    builder = ExactCoverBuilder()
    builder.item("sum", 1, 1)
    builder.option(["sum"])
    builder.option(["sum"], weights={"sum": 2})
    builder.option(["sum"], weights={"sum": -1})
    return builder.build()


@pytest.mark.parametrize("make", ENGINES)
def test_an_engine_of_covers_refuses_weights(make: Callable[..., object]) -> None:
    with pytest.raises(OverflowError, match=r"^weights$"):
        make(problem_of(Query(purse())))


def test_prices_and_batches_take_no_weights_either() -> None:
    problem, none = problem_of(Query(purse())), np.zeros(3, np.int64)
    with pytest.raises(OverflowError, match=r"^weights$"):
        _native.DancingLinks.priced(problem, none, none, none[:1], True, 1)
    assert not problem.exactly_once
    assert _native.Batch.prepare(problem) is None


def test_an_item_of_weights_forbids_nothing_and_decides_on_nothing() -> None:
    """A problem infers nothing from such an item: to look at sums is the engine's."""
    builder = ExactCoverBuilder()
    builder.item("sum", -3, 0)
    builder.option(["sum"], weights={"sum": -2})
    builder.option(["sum"])
    problem = problem_of(Query(builder.build(), given=(1,)))
    assert problem.undecided_options() == 2


@pytest.mark.parametrize("weights", [[0, 1], [1, 2]])
def test_weights_that_no_matrix_has_are_refused(weights: list[int]) -> None:
    """The weight 0, and another than 1 on a secondary item."""
    start, member = np.array([0, 2], np.int32), np.array([0, 1], np.int32)
    bound = np.ones(2, np.int64)
    made = _native.Problem(
        1, start, member, 0 * member, bound, bound, weights=np.array(weights, np.int32)
    )
    with pytest.raises(ValueError, match="with weight"):
        made.undecided_options()


def test_bounds_past_32_bits_are_those_of_all_options() -> None:
    """More than there are options is as good as all of them, or never met."""
    for low, high, found in ((0, 1 << 40, 4), (1 << 40, 1 << 41, 0), (2, 1 << 32, 1)):
        matrix = ExactCover(
            primary=1, items=["a"], starts=[0, 1, 2], members=[0, 0], low=[low], high=[high]
        )
        engine = _native.DancingLinks(problem_of(Query(matrix)))
        engine.count(1.0)
        assert engine.solutions == found
