"""Weights of the shared matrix: what it takes and refuses, and that they go where it goes."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder, ModelError
from minuet.solvers.conformance import all_solutions

from oracle.matrices import matrices


def purse(**changes: Any) -> ExactCover:
    """Coins of 1, 2, 2 and 5 that add up to 5 to 6; the last may go with one of the twos alone."""
    arguments: dict[str, Any] = {
        "primary": 1,
        "items": ["sum", "beside"],
        "starts": [0, 1, 3, 4, 6],
        "members": [0, 0, 1, 0, 0, 1],
        "weights": [1, 2, 1, 2, 5, 1],
        "low": [5, 0],
        "high": [6, 1],
    }
    return ExactCover(**(arguments | changes))


def test_bounds_hold_the_sum_of_the_weights() -> None:
    assert all_solutions(purse()) == {(3,), (0, 3), (0, 1, 2)}
    owing = purse(weights=[-1, 2, 1, -2, 5, 1], low=[-3, 0], high=[-1, 1])
    assert all_solutions(owing) == {(0,), (2,), (0, 2), (0, 1, 2)}


def test_a_matrix_without_weights_says_so_and_takes_no_room_for_them() -> None:
    plain = purse(weights=None, low=[1, 0])
    assert purse().has_weights
    assert not plain.has_weights
    assert plain.weights.tolist() == [1] * 6
    assert plain.weights.strides == (0,)
    assert plain == purse(weights=[1] * 6, low=[1, 0])
    assert not plain.weights.flags.writeable


def test_a_matrix_knows_its_weighted_items() -> None:
    assert purse().weighted_items.tolist() == [True, False]
    assert purse().option_weights(1) == [2, 1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"weights": [1, 2, 1, 2, 0, 1]}, r"^option 4: weight 0 on the item sum, expected another"),
        ({"weights": [1, 2, 3, 2, 5, 1]}, r"^option 2: weight 3 on the item beside, expected 1 on"),
        ({"weights": [1, 2, 1]}, r"^weights has length 3, expected 6$"),
        ({"weights": [1, 2, 1, 2, 1 << 31, 1]}, r"^weights holds a number that is no int32$"),
        ({"weights": [1, 2, 1, 2, 2.5, 1]}, r"^weights holds a number that is no int32$"),
        ({"low": [7, 0]}, r"^item sum: multiplicity \[7, 6\], expected low <= high$"),
        ({"high": [(1 << 62) + 1, 1]}, r"^item sum: multiplicity .*, expected -2\^62 <= low, high"),
        ({"low": [-(1 << 62) - 1, 0]}, r"^item sum: multiplicity .*, expected -2\^62 <= low, high"),
        ({"high": [1 << 64, 1]}, r"^high holds a number that is no int64|^high: "),
        (
            {"weights": None, "low": [-1, 0]},
            r"^item sum: multiplicity \[-1, 6\], expected 0 <= low <= high$",
        ),
    ],
)
def test_what_no_matrix_may_weigh_is_one_line(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message) as raised:
        purse(**changes)
    assert "\n" not in str(raised.value)


def test_bounds_reach_two_to_the_62() -> None:
    wide = purse(low=[-(1 << 62), 0], high=[1 << 62, 1])
    assert len(all_solutions(wide)) == 12
    assert (wide.low.dtype, wide.high.dtype) == (np.int64, np.int64)


def test_the_builder_takes_weights_by_name() -> None:
    builder = ExactCoverBuilder()
    builder.item("sum", 5, 6)
    builder.secondary("beside")
    builder.option(["sum"])
    builder.option(["sum", "beside"], weights={"sum": 2})
    builder.option(["sum"], weights={"sum": 2})
    builder.option({"sum": None, "beside": None}, weights={"sum": 5})
    assert builder.build() == purse()
    builder.option(["sum"], weights={"beside": 2})
    with pytest.raises(ModelError, match="option 5: a weight on beside, which it is not in"):
        builder.build()


@given(matrix=matrices(weights=True), data=st.data())
def test_a_weighted_matrix_goes_where_a_plain_one_does(matrix: ExactCover, data: Any) -> None:
    assert pickle.loads(pickle.dumps(matrix)) == matrix == deepcopy(matrix)
    assert matrix.replaced() == matrix
    assert matrix.replaced(labels=None).digest == matrix.digest
    every = all_solutions(matrix)
    numbers = st.sets(st.integers(0, max(matrix.options - 1, 0)), max_size=2)
    chosen, never = ({k for k in data.draw(numbers) if k < matrix.options} for _ in range(2))
    selected = matrix.selected(chosen, never)
    kept = [k for k in range(matrix.options) if k not in never]
    wanted = {s for s in every if chosen <= set(s) and not never & set(s)}
    assert {tuple(kept[k] for k in s) for s in all_solutions(selected)} == wanted
    left = matrix.part(options=np.array([k not in never for k in range(matrix.options)], bool))
    assert {tuple(kept[k] for k in s) for s in all_solutions(left)} == {
        s for s in every if not never & set(s)
    }


@given(matrix=matrices(weights=True))
def test_weights_and_wide_bounds_tell_matrices_apart(matrix: ExactCover) -> None:
    if matrix.has_weights:
        entry = int(np.flatnonzero(matrix.weights != 1)[0])
        weights = matrix.weights.copy()
        weights[entry] = 9 if weights[entry] != 9 else 8
        assert matrix.replaced(weights=weights) != matrix
        assert matrix.replaced(weights=weights).digest != matrix.digest
    if matrix.primary:
        high = matrix.high.copy()
        high[0] += 1 << 32
        assert matrix.replaced(high=high) != matrix
        assert matrix.replaced(high=high).digest != matrix.digest
