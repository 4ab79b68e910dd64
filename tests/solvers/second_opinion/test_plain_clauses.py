"""The clauses that proofs are held against say what a matrix means: no more, and no less."""

from __future__ import annotations

import ast
import inspect
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from minuet.models import ExactCover, SolverError, Sudoku
from minuet.solvers.conformance import is_solution
from minuet.solvers.contract import Deadline, Stopped
from minuet.solvers.second_opinion.plain_clauses import clauses_of, clauses_of_items

from drawing import few
from oracle.matrices import matrices
from oracle.problems import queens


def nothing() -> None:
    pass


def keeps(clauses: list[list[int]], chosen: tuple[int, ...], options: int) -> bool:
    """Whether just these options, chosen, keep the clauses, whatever else is true."""
    if any(not one for one in clauses):
        return False
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        held = [k + 1 if k in chosen else -1 - k for k in range(options)]
        return bool(solver.solve(held))


# So many clauses may be written out for a sum: sets of options, few of them, running sums.
DIRECT = pytest.mark.parametrize("direct", [20_000, 3, 0])


def subsets(options: int) -> list[tuple[int, ...]]:
    return [some for size in range(options + 1) for some in combinations(range(options), size)]


def selected(matrix: ExactCover, data: st.DataObject) -> tuple[list[int], list[int]]:
    """Draw what is given, and what is forbidden."""
    numbers = st.lists(st.integers(0, max(matrix.options - 1, 0)), max_size=2, unique=True)
    given_, forbidden = (data.draw(numbers) if matrix.options else [] for _ in range(2))
    return given_, forbidden


@DIRECT
@few(60)
@given(matrix=matrices(7, weights=True), data=st.data())
def test_they_are_kept_by_the_solutions_and_by_nothing_else(
    direct: int, matrix: ExactCover, data: st.DataObject
) -> None:
    given_, forbidden = selected(matrix, data)
    every = subsets(matrix.options)
    solutions = [some for some in every if is_solution(matrix, some, given_, forbidden)]
    known = solutions[: data.draw(st.integers(0, 3))]
    clauses = clauses_of(matrix, given_, forbidden, known, nothing, direct=direct)
    kept = [some for some in every if keeps(clauses, some, matrix.options)]
    assert kept == solutions[len(known) :]


@DIRECT
@few(30)
@given(matrix=matrices(6, weights=True), data=st.data())
def test_each_follows_from_one_item_whatever_is_selected(
    direct: int, matrix: ExactCover, data: st.DataObject
) -> None:
    given_, forbidden = selected(matrix, data)
    every = subsets(matrix.options)
    for item in range(len(matrix.items)):
        alone = clauses_of_items(matrix, [item], (), (), nothing, direct=direct)
        kept = [some for some in every if keeps(alone, some, matrix.options)]
        clauses = clauses_of_items(matrix, [item], given_, forbidden, nothing)
        says = [one for one in clauses if len(one) > 1]
        assert all(keeps(says, some, matrix.options) for some in kept)


def test_an_exact_cover_is_at_least_one_and_not_both() -> None:
    made = clauses_of_items(queens(2).matrix, [0], (), (), nothing)
    assert sorted(made) == [[-1, -2], [1, 2]]


def test_what_cannot_stand_beside_a_given_is_settled_at_once() -> None:
    empty, full = Sudoku(), Sudoku("1" + "." * 80)
    clauses = clauses_of(full.matrix, full.given_options, (), (), nothing)
    assert len(clauses) < len(clauses_of(empty.matrix, (), (), (), nothing)) - 500
    assert sum(len(one) == 2 and -1 in one for one in clauses) == 28


def test_too_many_are_refused_before_they_are_written() -> None:
    with pytest.raises(SolverError, match="more than 1000 plain clauses"):
        clauses_of(Sudoku().matrix, (), (), (), nothing, most=1000)


def one_item(weights: list[int], low: int, high: int) -> ExactCover:
    options = len(weights)
    return ExactCover(
        primary=1,
        items=["a"],
        starts=range(options + 1),
        members=[0] * options,
        weights=weights,
        low=[low],
        high=[high],
    )


@pytest.mark.parametrize(
    ("weights", "low", "high", "most"),
    [([1] * 60, 30, 30, 8_000), ([1] * 400, 1, 1, 2_000), ([*range(1, 41)], 400, 420, 80_000)],
)
def test_large_sums_take_few_clauses(weights: list[int], low: int, high: int, most: int) -> None:
    matrix = one_item(weights, low, high)
    clauses = clauses_of(matrix, (), (), (), nothing)
    assert len(clauses) < most
    for total in (low - 1, low, high, high + 1):
        chosen: list[int] = []
        for option in reversed(range(len(weights))):
            if sum(weights[k] for k in chosen) + weights[option] <= total:
                chosen.append(option)
        assert sum(weights[k] for k in chosen) == total
        assert keeps(clauses, tuple(chosen), len(weights)) == (low <= total <= high)


def test_the_deadline_is_looked_at() -> None:
    with pytest.raises(Stopped):
        clauses_of(Sudoku().matrix, (), (), (), Deadline(0).check)


def test_nothing_of_a_solver_is_read() -> None:
    tree = ast.parse(Path(inspect.getfile(clauses_of)).read_text("utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules <= {
        "__future__",
        "collections",
        "collections.abc",
        "itertools",
        "math",
        "models.matrix.exact_cover",
        "contract.batch",
        "contract.certificate",
    }
