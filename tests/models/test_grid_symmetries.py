"""The turns and mirrors of a grid, found by trying them; numbers of classes that are published."""

from __future__ import annotations

import pytest

from minuet.models import Puzzle, Sudoku, Unsupported
from minuet.models.gallery import entry
from minuet.solvers import count


@pytest.mark.parametrize(
    ("name", "order", "classes"),
    [
        ("queens-8", 8, 12),  # OEIS A002562
        ("queens-12", 8, 1787),
        ("no-three-in-line-6", 8, 11),  # OEIS A000769
    ],
)
def test_classes_under_the_symmetries_of_a_square(name: str, order: int, classes: int) -> None:
    found = count(entry(name).load(), symmetries="known")
    assert (found.order, found.count) == (order, classes)


def order_of(puzzle: Puzzle) -> int:
    return count(puzzle, symmetries="known").order


def assert_none(puzzle: Puzzle) -> None:
    with pytest.raises(Unsupported, match="no turn or mirror maps choices with row and col"):
        count(puzzle, symmetries="known")


def rooks(rows: int, cols: int, x: str = "col", y: str = "row") -> Puzzle:
    puzzle = Puzzle("rooks")
    rook = puzzle.choices("rook", **{y: range(rows), x: range(1, cols + 1)})
    puzzle.exactly_one(rook, by=y)
    puzzle.at_most_one(rook, by=x)
    return puzzle


@pytest.mark.parametrize("names", [("col", "row"), ("x", "y")])
def test_a_grid_that_is_no_square_has_four(names: tuple[str, str]) -> None:
    assert order_of(rooks(2, 3, *names)) == 4


def test_givens_leave_those_that_keep_them() -> None:
    assert order_of(Sudoku(size=4)) == 8
    assert order_of(Sudoku("1...............")) == 2
    assert_none(Sudoku("12.............."))


def test_choices_without_a_grid_have_none() -> None:
    puzzle = Puzzle("pick")
    pick = puzzle.choices("pick", number=range(3))
    puzzle.exactly_one(pick, by=lambda number: 0)
    assert_none(puzzle)


def test_several_tables_are_moved_together() -> None:
    puzzle = rooks(3, 3)
    knight = puzzle.choices("knight", row=range(3), col=range(1, 4))
    other = puzzle.choices("other", word=("a", "b"))
    puzzle.exactly_one(other, by=lambda word: 0)
    puzzle.exactly_one(knight, by="row")
    assert order_of(puzzle) == 4  # knights fill rows alone, so rows and columns are not alike


@pytest.mark.parametrize("lines", [[1, "a"], [None, 1], [(1, 2), 3]])
def test_lines_without_an_order_are_no_grid(lines: list[object]) -> None:
    puzzle = Puzzle("mixed")
    cell = puzzle.choices("cell", row=lines, col=range(2))
    puzzle.exactly_one(cell, by="row")
    assert_none(puzzle)
