"""`evidence="certified"` of batches: every answer of one has its own certificate."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given

from minuet.models import ExactCover, Sudoku
from minuet.setting import generate, is_unique
from minuet.solvers import Status, solve_many
from minuet.solvers.conformance import all_solutions

from drawing import few
from oracle.matrices import matrices


def certified_as_unsolvable(grids: list[str], solver: str = "auto", **settings: bool) -> None:
    givens = [Sudoku().with_givens(grid).given_options for grid in grids]
    results = solve_many(Sudoku(), givens, solver, evidence="certified", **settings)
    told = list(results)
    assert results.complete
    assert len(told) == len(grids)
    for result in told:
        assert result.status is Status.INFEASIBLE
        assert result.evidence == "certified"
        assert result.certificate is not None


def unsolvable(data: Path) -> list[str]:
    return (data / "sudoku/no_solution_200.txt").read_text("utf-8").split()


@pytest.mark.parametrize("unique", [False, True])
def test_sudokus_without_a_solution_are_certified_in_a_batch(data: Path, unique: bool) -> None:
    certified_as_unsolvable(unsolvable(data)[::70], unique=unique)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["auto", "dlx", "bitmask"])
def test_every_sudoku_without_a_solution_is_certified_in_a_batch(data: Path, name: str) -> None:
    certified_as_unsolvable(unsolvable(data), name)


@few(20)
@given(matrices(max_options=7))
def test_a_batch_with_costs_is_certified_one_by_one(matrix: ExactCover) -> None:
    assume(matrix.has_costs)
    givens = [(), *((option,) for option in range(min(matrix.options, 3)))]
    results = list(solve_many(matrix, givens, "dlx", evidence="certified"))
    for chosen, result in zip(givens, results, strict=True):
        known = all_solutions(matrix, list(chosen))
        assert result.evidence >= "certified"
        if not known:
            assert result.status is Status.INFEASIBLE
            continue
        assert result.status is Status.OPTIMAL
        assert result.objective == min(matrix.cost(one) for one in known)
        assert result.certificate is not None


def test_what_is_generated_is_certified_to_have_one_solution() -> None:
    made = generate(Sudoku(), 40, seed=1, evidence="certified")
    assert is_unique(made, evidence="certified")
    assert not is_unique(Sudoku(), given=made.given_options[:10], evidence="certified")
