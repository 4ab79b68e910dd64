"""`auto` answers every question, says who answered and why, and moves on where one is stuck."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from minuet.models import ExactCover, ExactCoverBuilder, Sudoku, TargetSudoku
from minuet.models.formats import read
from minuet.solvers import Search, Status, auto, count, get_solver, solutions, solve

from oracle.brute_force import all_solutions
from oracle.matrices import matrices
from test_solvers import queens


@given(matrix=matrices())
def test_answers_as_brute_force_does(matrix: ExactCover) -> None:
    expected = all_solutions(matrix)
    assert count(matrix).count == len(expected)
    assert set(solutions(matrix)) == expected
    result = solve(matrix)
    if not expected:
        assert result.status is Status.INFEASIBLE
    elif matrix.has_costs:
        assert result.objective == min(map(matrix.cost, expected))
        assert (result.status, result.bound) == (Status.OPTIMAL, result.objective)
    else:
        assert result.options in expected


def test_result_names_the_solver_and_the_reason() -> None:
    first = solve(queens(8))
    assert (first.solver, first.reason) == ("dlx", "dancing links answer most at once")
    assert count(queens(8)).solver == "bitmask"
    best = solve(TargetSudoku())
    assert best.solver == "dlx"
    assert "there are costs" in best.reason


def test_moves_on_to_the_next_solver_when_the_first_does_not_finish(
    monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    impatient = tuple((name, 0.0 if seconds else None, why) for name, seconds, why in auto.FIRST)
    monkeypatch.setattr(auto, "FIRST", impatient)
    result = solve(queens(8))
    assert (result.solver, result.status) == ("sat:cadical195", Status.OPTIMAL)
    monkeypatch.setattr(auto, "BEST", tuple((n, 0.0 if s else None, w) for n, s, w in auto.BEST))
    (target,) = read((data / "target/sample1.in").read_bytes(), form="target-sudoku").problems
    result = solve(target)
    assert (result.solver, result.status, result.objective) == ("cpsat", Status.OPTIMAL, 2829)


def test_counts_with_memory_what_bit_masks_cannot_enumerate(data: Path) -> None:
    path = data / "instances/domino12x12.dlx"
    (matrix,) = read(path.read_bytes()).problems
    result = count(matrix)
    assert (result.count, result.solver) == (53060477521960000, "dlx:memo")


def test_a_limit_keeps_what_any_stage_counted() -> None:
    result = count(Sudoku(), time_limit=1.5)
    assert not result.complete
    assert (result.count or 0) > 0


def test_multiplicities_go_to_dancing_links() -> None:
    builder = ExactCoverBuilder()
    builder.item("twice", 2, 2)
    for _ in range(4):
        builder.option(["twice"])
    matrix = builder.build()
    assert (count(matrix).count, count(matrix).solver) == (6, "dlx")
    assert len(list(solutions(matrix))) == 6
    search = Search(matrix)
    assert get_solver("auto").first(search) is not None
