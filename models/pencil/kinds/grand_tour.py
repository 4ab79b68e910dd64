"""Grand tour: draw a loop along the lines of the grid that visits all of its points.

Some of its lines are given. The solution is written as the cells inside of the loop.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import lines_around
from ..clues import LinesAtSides
from ..grid import Grid, Marks
from ..kind import Kind
from ..loops import ends, ways


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each line between two points."""
    made = Puzzle("grand tour")
    points = Grid(grid.rows + 1, grid.cols + 1)
    line = made.choices("line", ways(points))
    made.one_loop(line, by=ends)
    made.between(2, 2, line, covering=ends, over=points.cells)
    for (row, col), sides in grid.counts.items():
        lines = ((row, col + 1, 1), (row + 1, col, 0), (row, col, 1), (row, col, 0))
        for k, (top, left, down) in enumerate(lines):
            if sides >> k & 1:
                made.given(line, row=top, col=left, down=down)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells inside: an odd number of upright lines stands left of them."""
    walls = {(row, col) for row, col, down in answer["line"] if down}
    return {
        (row, col): "x"
        for row, col in grid.cells
        if sum((row, k) in walls for k in range(col + 1)) % 2
    }


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[LinesAtSides("marks")],
    answer=[lines_around],
    example="""
3 3
9 - -
- 1 -
- - 1

3 3
x - x
x - x
x x x
""",
    source="rules as in puzzlekit",
)
