"""Dancing cells walk the very tree of dancing links, only faster: same order, nodes, updates."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import Options, one_by_one

from minuet.models import ExactCover, ExactCoverBuilder, UnknownSolver
from minuet.solvers import get_solver, verify
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query

from oracle.matrices import matrices

Walk = tuple[list[Options], int, int]


def walk(matrix: ExactCover, solver: str, *selection: frozenset[int]) -> Walk:
    """Return the solutions in their order, the nodes and the updates."""
    chosen, forbidden = selection or (frozenset(), frozenset())
    query, progress = Query(matrix, tuple(sorted(chosen)), forbidden), Progress()
    found = list(one_by_one(get_solver(solver).solutions(query, progress)))
    assert progress.complete
    return found, progress.nodes, progress.updates


def counted(matrix: ExactCover, solver: str) -> tuple[int, int, int]:
    query, progress = Query(matrix), Progress()
    number = get_solver(solver).count(query, progress)
    assert progress.complete
    return number, progress.nodes, progress.updates


def queens(size: int) -> ExactCover:
    builder = ExactCoverBuilder()
    for k in range(size):
        builder.item(("row", k))
        builder.item(("col", k))
    for k in range(2 * size - 1):
        builder.secondary(("up", k))
        builder.secondary(("down", k))
    for r in range(size):
        for c in range(size):
            builder.option([("row", r), ("col", c), ("up", r + c), ("down", r - c + size - 1)])
    return builder.build()


def wide(groups: int) -> ExactCover:
    """Many independent items of two options each: more items than sizes are copied for."""
    builder = ExactCoverBuilder()
    for k in range(groups):
        builder.item(k)
    for k in range(groups):
        builder.option([k])
        if k < 5:
            builder.option([k])
    return builder.build()


@given(
    matrix=matrices(), selected=st.sets(st.integers(0, 8), max_size=2), forbidden=st.integers(0, 8)
)
def test_cells_walk_the_tree_of_links(
    matrix: ExactCover, selected: set[int], forbidden: int
) -> None:
    if matrix.has_multiplicities:
        return
    chosen = frozenset(k for k in selected if k < matrix.options)
    without = frozenset({forbidden} if forbidden < matrix.options else ())
    found = walk(matrix, "dlx:cells", chosen, without)
    assert found == walk(matrix, "dlx:links", chosen, without)
    assert {tuple(sorted(s)) for s in found[0]} == all_solutions(matrix, chosen, without)


@pytest.mark.parametrize("size", [1, 2, 4, 6, 8])
def test_cells_count_the_nodes_and_updates_of_links(size: int) -> None:
    assert counted(queens(size), "dlx:cells") == counted(queens(size), "dlx:links")


def test_eight_queens_have_92_solutions_and_the_nodes_of_dlx2() -> None:
    assert counted(queens(8), "dlx:cells")[0] == 92


def test_sizes_are_given_back_where_there_are_too_many_to_copy() -> None:
    matrix = wide(1500)
    assert counted(matrix, "dlx:cells")[0] == 32
    assert walk(matrix, "dlx:cells") == walk(matrix, "dlx:links")


def test_options_of_many_items_need_no_fixed_width() -> None:
    builder = ExactCoverBuilder()
    for k in range(20):
        builder.item(k)
    for first in range(0, 20, 2):
        builder.option([first, first + 1])
        builder.option([first])
        builder.option([first + 1])
    builder.option(range(20))
    matrix = builder.build()
    assert counted(matrix, "dlx:cells")[0] == 2**10 + 1
    assert counted(matrix, "dlx:cells") == counted(matrix, "dlx:links")


def test_multiplicities_are_left_to_links() -> None:
    builder = ExactCoverBuilder()
    builder.item("a", 2, 3)
    for _ in range(4):
        builder.option(["a"])
    assert counted(builder.build(), "dlx:cells")[0] == 6 + 4


def test_unknown_variant_is_refused() -> None:
    with pytest.raises(UnknownSolver, match="dlx:cells"):
        get_solver("dlx:chains")


def quasigroup(order: int, holes: int, seed: int) -> ExactCover:
    """A Latin square with cells to fill again; the square is a shuffled cyclic one."""
    rng = random.Random(seed)
    rows, cols, symbols = (rng.sample(range(order), order) for _ in range(3))
    square = {
        (r, c): symbols[(rows[r] + cols[c]) % order] for r in range(order) for c in range(order)
    }
    blank = sorted(rng.sample(sorted(square), holes))
    in_row = {(r, square[r, c]) for r, c in blank}
    in_col = {(c, square[r, c]) for r, c in blank}
    builder = ExactCoverBuilder()
    for cell in blank:
        builder.item(("cell", *cell))
    for kind, missing in (("row", in_row), ("col", in_col)):
        for line, symbol in sorted(missing):
            builder.item((kind, line, symbol))
    for r, c in blank:
        for symbol in range(order):
            if (r, symbol) in in_row and (c, symbol) in in_col:
                builder.option([("cell", r, c), ("row", r, symbol), ("col", c, symbol)])
    return builder.build()


@pytest.mark.parametrize("seed", [1, 2])
def test_weights_complete_a_large_quasigroup(seed: int) -> None:
    matrix = quasigroup(30, 378, seed)
    query, progress = Query(matrix), Progress()
    first = next(iter(one_by_one(get_solver("dlx:weights").solutions(query, progress))))
    assert verify(matrix, first) is None


def test_weights_are_deterministic() -> None:
    matrix = quasigroup(12, 80, 3)
    firsts = [
        next(iter(one_by_one(get_solver("dlx:weights").solutions(Query(matrix), Progress()))))
        for _ in range(2)
    ]
    assert firsts[0] == firsts[1]


def test_weights_prove_that_there_is_no_solution() -> None:
    """Pigeons: eight items and seven holes, which takes several restarts to see."""
    builder = ExactCoverBuilder()
    for k in range(8):
        builder.item(k)
    for hole in range(7):
        builder.secondary(("hole", hole))
    for k in range(8):
        for hole in range(7):
            builder.option([k, ("hole", hole)])
    assert walk(builder.build(), "dlx:weights")[0] == []


@given(
    matrix=matrices(), selected=st.sets(st.integers(0, 8), max_size=2), forbidden=st.integers(0, 8)
)
def test_weights_find_a_solution_wherever_there_is_one(
    matrix: ExactCover, selected: set[int], forbidden: int
) -> None:
    chosen = frozenset(k for k in selected if k < matrix.options)
    without = frozenset({forbidden} if forbidden < matrix.options else ())
    found = [tuple(sorted(s)) for s in walk(matrix, "dlx:weights", chosen, without)[0]]
    assert len(found) == len(set(found))
    assert set(found) == all_solutions(matrix, chosen, without)
