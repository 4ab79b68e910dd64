"""Puzzles that differ in their givens share one matrix; and in what givens alone can clash."""

from __future__ import annotations

import pytest

from minuet.models import ModelError, Puzzle, Sudoku, TargetSudoku
from minuet.solvers import solve

GRID = "1000003004000002"


def test_with_givens_shares_the_matrix_and_replaces_the_givens() -> None:
    blank = Sudoku(size=4)
    first, second = blank.with_givens(GRID), blank.with_givens("." * 15 + "1")
    assert first.matrix is second.matrix is blank.matrix
    assert [len(puzzle.givens) for puzzle in (blank, first, second)] == [0, 4, 1]
    assert first.given_options == Sudoku(GRID).given_options
    again = first.with_givens("4" + "0" * 15)
    assert [str(given) for given in again.givens] == ["R1C1=4"]
    assert str(solve(first).answer) == str(solve(Sudoku(GRID)).answer)


def test_with_givens_keeps_objective_and_layout() -> None:
    target = TargetSudoku()
    target.layout = "line"
    puzzle = target.with_givens("1" + "0" * 80)
    assert isinstance(puzzle, TargetSudoku)
    assert puzzle.has_objective
    assert puzzle.layout == "line"


def test_with_givens_refuses_another_size_and_values_out_of_range() -> None:
    with pytest.raises(ModelError, match="a grid of size 9, expected 4"):
        Sudoku(size=4).with_givens("0" * 81)
    with pytest.raises(ModelError, match="row 1, column 1: 5, expected 0 to 4"):
        Sudoku(size=4).with_givens([[5, 0, 0, 0], *[[0] * 4] * 3])


def test_a_copy_goes_its_own_way() -> None:
    puzzle = Sudoku(GRID)
    copy = puzzle.copy()
    copy.lift(copy.givens[0])
    copy.forbid(copy.digit, row=0, col=0, value=1)
    copy.exactly_one(copy.digit, by=lambda row, col, value: value * (row == col), name="diagonal")
    assert len(puzzle.givens) == 4
    assert not puzzle.forbidden_options
    assert len(puzzle.rules) == 4
    assert len(copy.rules) == 5
    assert copy.matrix is not puzzle.matrix
    copy.choices("more", x=[1])
    assert puzzle.tables == (puzzle.digit,)


@pytest.mark.parametrize(
    ("grid", "clashes"),
    [
        (GRID, []),
        ("11" + "0" * 14, ["row (0,1)", "box (0,1)"]),
        ("1000" * 2 + "0" * 8, ["column (0,1)", "box (0,1)"]),
        ("1000000000000001", []),
    ],
)
def test_clashes_are_the_groups_that_givens_overfill(grid: str, clashes: list[str]) -> None:
    assert [str(group) for group in Sudoku(grid).clashes()] == clashes


def test_a_given_twice_is_no_clash() -> None:
    puzzle = Puzzle()
    pick = puzzle.choices("pick", x=range(3))
    puzzle.at_most_one(pick, by="x")
    puzzle.given(pick, x=1)
    puzzle.given(pick, x=1)
    assert puzzle.clashes() == ()
