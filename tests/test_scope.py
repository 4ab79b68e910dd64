"""What a cross-check compares of a puzzle with too many solutions, and what part that is."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minuet.models import ExactCover, Sudoku
from minuet.models.formats import read
from minuet.solvers import CheckVerdict, count, crosscheck, solutions
from minuet.solvers.fuzz.brute_force import all_solutions
from minuet.solvers.referee.scope import _Tree, scope_of
from minuet.solvers.solver import Deadline

from oracle.matrices import matrices
from test_crosscheck import DropsOne
from test_solvers import queens


@given(matrix=matrices())
def test_each_solution_is_a_leaf_and_the_shares_are_parts_of_one(matrix: ExactCover) -> None:
    every = all_solutions(matrix)
    leaves = {}
    for solution in every:
        share = 1.0
        for branch in _Tree(matrix).path(solution, Deadline()):
            assert branch.holds(solution)
            assert branch.share is not None
            assert 0 < branch.share < share
            share = branch.share
            leaves[solution] = branch
    for solution, leaf in leaves.items():
        assert [other for other in every if leaf.holds(other)] == [solution]
    assert math.fsum(leaf.share or 0 for leaf in leaves.values()) <= 1 + 1e-9


@settings(max_examples=30)
@given(matrix=matrices(), limit=st.integers(1, 3), seed=st.integers(0, 3))
def test_branches_hold_what_they_say(matrix: ExactCover, limit: int, seed: int) -> None:
    every = all_solutions(matrix)
    scope = scope_of(matrix, limit, None, seed)
    held = [[one for one in every if branch.holds(one)] for branch in scope.branches]
    assert [branch.solutions for branch in scope.branches] == [len(part) for part in held]
    assert scope.whole == (len(every) <= limit)
    together = [one for part in held for one in part]
    assert len(set(together)) == len(together)
    if scope.whole:
        assert (scope.share, scope.text) == (1.0, "all solutions")
    else:
        assert 0 < len(together) <= limit
        assert (scope.total, scope.share) == (len(every), len(together) / len(every))
    report = crosscheck(matrix, ["dlx", "bitmask"], query="all", limit=limit, seed=seed)
    assert report.verdict is CheckVerdict.AGREED
    assert [outcome.count for outcome in report.outcomes] == [len(together)] * 2


def test_the_share_of_an_empty_sudoku_is_told() -> None:
    report = crosscheck(Sudoku(), ["dlx", "bitmask"], limit=400)
    assert report
    assert len(report.compares.branches) == 8
    assert report.compares.total is None
    assert report.compares.share is not None
    assert 0 < report.compares.share < 1e-6
    assert "8 branches, some " in report.scope
    assert report.scope.endswith(" of the search tree")
    for branch in report.compares.branches:
        assert branch.solutions == count(Sudoku(), given=branch.given).count


def test_the_share_of_a_count_is_told() -> None:
    report = crosscheck(queens(8), ["dlx", "bitmask"], limit=40)
    assert report
    held = len(report.outcomes[0].found)
    assert report.compares.total == 92
    assert report.compares.share == held / 92
    assert report.compares.solutions == held
    assert f"{held} of the 92 solutions" in report.scope


def test_branches_keep_what_is_given_and_forbidden(tmp_path: Path) -> None:
    puzzle = queens(8)
    table = puzzle.table("queen")
    puzzle.given(table, row=0, col=2)  # 16 solutions
    puzzle.forbid(table, row=1, col=4)
    every = {tuple(answer.options) for answer in solutions(puzzle, "dlx")}
    path = tmp_path / "replay.dlx"
    report = crosscheck(puzzle, ["dlx", "bitmask", DropsOne()], limit=4, replay=path)
    assert report.verdict is CheckVerdict.DISAGREED
    assert len(report.compares.branches) > 1
    found = report.outcomes[0].found
    assert found < every
    (branch,) = [one for one in report.compares.branches if one.holds(report.witness or ())]
    (matrix,) = read(path.read_bytes(), form="dlx").problems
    assert count(matrix).count == branch.solutions == sum(map(branch.holds, every))


def test_a_seed_fixes_the_branches() -> None:
    one, same, other = (scope_of(queens(8), 16, None, seed) for seed in (1, 1, 2))
    assert one == same
    assert one.branches != other.branches


@pytest.mark.parametrize("limit", [1, 8])
def test_without_time_something_known_is_compared(limit: int) -> None:
    scope = scope_of(queens(8), limit, 0.0, 0)
    assert (scope.whole, scope.solutions) == (True, None)
