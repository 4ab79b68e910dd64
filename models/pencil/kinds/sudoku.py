"""Sudoku: every row, column and box has each number once, from 1 to the side of the grid.

A box is as high as it is wide, or nearly: two rows of three for 6. Words behind the size demand
more: "diagonal", "untouch" (equal numbers do not touch) and "antiknight".
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle, Sudoku

from ..answers import written
from ..clues import SudokuCells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, NoHead, Numbers


def puzzle(grid: Grid) -> Puzzle:
    """Return the sudoku."""
    rows = [[grid.counts.get((r, c), 0) for c in range(grid.cols)] for r in range(grid.rows)]
    return Sudoku(
        rows,
        diagonals="diagonal" in grid.head,
        anti_king="untouch" in grid.head,
        anti_knight="antiknight" in grid.head,
    )


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {(row, col): str(value) for row, col, value in answer["digit"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[SudokuCells()],
    variants={
        "diagonal": "no number twice on a diagonal",
        "untouch": "equal numbers do not touch",
        "antiknight": "nor are they a knight's move apart",
    },
    answer=[written],
    example="""
4 4
- - 4 -
2 - - 1
4 - 1 -
1 - - -

4 4
3 1 4 2
2 4 3 1
4 2 1 3
1 3 2 4
""",
    source="Howard Garns, 1979; Nikoli; rules as in pzprjs",
    link=Link("sudoku", Numbers(names={}), NoHead()),
)
