"""The bounds of the native engines' numbers: at the bound they answer, past it they refuse.

Matrices past the numbers of 32 bits are held in memory that is reserved, never written and, since
the engines refuse them by their sizes alone, never read.
"""

from __future__ import annotations

import mmap
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from own_solvers import one_by_one

from minuet.models import ExactCover, ExactCoverBuilder, Unsupported
from minuet.solvers import _native, count, get_solver, solve, solve_many
from minuet.solvers.contract import Progress, Query
from minuet.solvers.native.solver import native_batch

MOST = (1 << 31) - 1
NO_RESERVE = 0x4000  # Linux's MAP_NORESERVE, which the module mmap does not always name


def reserved(size: int, dtype: type[np.generic]) -> npt.NDArray[Any]:
    """Zeros that take no memory."""
    if not sys.platform.startswith("linux"):
        pytest.skip("memory is reserved without being taken on Linux")
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE
    try:
        memory = mmap.mmap(-1, max(size * np.dtype(dtype).itemsize, 1), flags, mmap.PROT_READ)
    except OSError:
        pytest.skip("so much memory cannot be reserved")
    return np.frombuffer(memory, dtype, size)


def problem(items: int, options: int, entries: int) -> _native.Problem:
    """What the engines are built from, of so many items, options and entries."""
    entry, item = reserved(entries, np.int32), reserved(items, np.int64)
    return _native.Problem(0, reserved(options + 1, np.int32), entry, entry, item, item)


links, cells, weights = _native.DancingLinks, _native.DancingCells, _native.WeightedCells
masks, memo = _native.OptionMasks, partial(_native.MemoCounter, memory=1 << 20)
folding = partial(_native.Folding, memory=1 << 20)


@pytest.mark.parametrize(
    ("make", "shape", "message"),
    [
        (links, (1, 1, MOST - 7), "links"),
        (links, (1, 1 << 29, 1), "links"),
        (links, (MOST - 3, 1, 0), "links"),
        (cells, (1, 1, MOST - 1), "entries"),
        (cells, (1, 1 << 29, 1), "rows"),
        (cells, (MOST - 8, 1, 0), "items"),
        (weights, (1, 1, MOST - 1), "entries"),
        (weights, (1, 1 << 29, 1), "rows"),
        (masks, (1, 1 << 27, 1), "rows"),
        (memo, (1, 1 << 30, 1), "options"),
        (folding, (1, 1 << 30, 1), "options"),
    ],
)
def test_an_engine_refuses_what_its_numbers_cannot_hold(
    make: Callable[[_native.Problem], object], shape: tuple[int, int, int], message: str
) -> None:
    with pytest.raises(OverflowError, match=message):
        make(problem(*shape))


def alternatives(items: int, size: int, lone: int = 0) -> ExactCover:
    """`size` options of each item alone; and `lone` items that have one option."""
    members = np.concatenate((np.repeat(np.arange(items), size), items + np.arange(lone)))
    return ExactCover(
        primary=items + lone,
        items=range(items + lone),
        starts=np.arange(len(members) + 1),
        members=members,
    )


@pytest.mark.parametrize(
    ("matrix", "takes"),
    [
        (alternatives(0, 0, lone=65000), True),
        (alternatives(0, 0, lone=65001), False),
        pytest.param(alternatives(1, 14142), True, marks=pytest.mark.slow),
        (alternatives(1, 14143), False),
        (alternatives(9400, 2), True),
        (alternatives(9500, 2), False),
    ],
    ids=["items", "items+1", "uses", "uses+1", "states", "states+1"],
)
def test_conflict_lists_take_a_matrix_up_to_their_bounds(matrix: ExactCover, takes: bool) -> None:
    batch = native_batch(Query(matrix), Progress(), slots=False)
    assert (batch is not None) == takes
    if batch is not None and matrix.options != 2 * matrix.primary:
        ((found, first),) = batch.answers([()], 2)
        assert found == min(matrix.options - matrix.primary + 1, 2)
        assert len(first or ()) == matrix.primary
    given = tuple(range(0, matrix.options, matrix.options // matrix.primary or 1))
    (result,) = solve_many(matrix, [given[: matrix.primary]], "bitmask" if takes else "dlx")
    assert result.options is not None


@pytest.mark.parametrize(("items", "size", "takes"), [(512, 16, True), (513, 2, False)])
def test_positional_slots_take_a_matrix_up_to_their_bounds(
    items: int, size: int, takes: bool
) -> None:
    builder = ExactCoverBuilder()
    for item in range(items):
        builder.item(item)
    for first in range(0, items, 128 if takes else 27):
        for _ in range(size):
            builder.option(range(first, min(first + (128 if takes else 27), items)))
    matrix = builder.build()
    selections = [(), tuple(range(0, matrix.options, size))]
    for slots in (True, False):
        batch = native_batch(Query(matrix), Progress(), slots=slots)
        assert batch is not None
        assert [found for found, _ in batch.answers(selections, 2)] == [2, 1]


@pytest.mark.parametrize("repeats", [2, 256, 257, 65537])
@pytest.mark.parametrize("name", ["dlx:links", "dlx", "dlx:weights", "bitmask"])
def test_an_option_may_be_given_any_number_of_times(name: str, repeats: int) -> None:
    matrix = alternatives(3, 2)
    query, progress = Query(matrix, (0,) * repeats), Progress()
    assert len(list(islice(one_by_one(get_solver(name).solutions(query, progress)), 9))) == 4


def test_the_memo_refuses_masks_that_would_fill_the_memory() -> None:
    builder = ExactCoverBuilder()
    builder.secondary("shared")
    for _ in range(50_000):
        builder.option(["shared"])
    matrix = builder.build()
    with pytest.raises(Unsupported, match=r"memo does not support matrices of \d+ words"):
        count(matrix, "memo")
    assert solve(matrix, "dlx").options is not None


@pytest.mark.parametrize(("options", "takes"), [(4094, True), (4095, False)])
def test_masks_take_a_matrix_up_to_their_bits(options: int, takes: bool) -> None:
    builder = ExactCoverBuilder()
    builder.secondary("shared")
    for _ in range(options):
        builder.option(["shared"])
    matrix = builder.build()
    if takes:
        assert solve(matrix, "bitmask").options is not None
    else:
        with pytest.raises(Unsupported, match="4097 bits"):
            solve(matrix, "bitmask")
