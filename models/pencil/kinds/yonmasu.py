"""Yonmasu: cut the cells without an x into tetrominoes, each with exactly one circle.

All five shapes may be turned and reflected.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle
from minuet.models.packings import Board, placements, polyominoes

from ..answers import area_outlines
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import BLACK_CELL, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each place of a tetromino with one circle."""
    made = Puzzle("yonmasu")
    white = [cell for cell in grid.cells if grid.marks[cell] != "x"]
    circles = [cell for cell in white if grid.marks[cell] == "o"]
    places = [cells for _, cells in placements(Board.of(white), polyominoes(4))]
    fitting = [cells for cells in places if sum(cell in circles for cell in cells) == 1]
    piece = made.choices("piece", cells=fitting)
    made.exactly_one(piece, covering="cells", over=white)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each piece."""
    return {cell: str(k) for k, (cells,) in enumerate(answer["piece"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=signs(o=WHITE_CIRCLE, x=BLACK_CELL))],
    answer=[area_outlines],
    areas=True,
    example="""
4 4
- - x x
x o x o
- - - -
- - o -

4 4
0 0 - -
- 0 - 2
1 0 2 2
1 1 1 2
""",
    source="Naoki Inaba, janko.at; rules as in puzzlekit",
)
