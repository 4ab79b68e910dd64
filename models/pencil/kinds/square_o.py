"""Square-O: put dots on corners of cells; a number says on how many of its cell's four corners.

Where there is no number, any number of them may have one.
"""

from __future__ import annotations

from collections.abc import Iterator

from minuet.models import Answer, Puzzle

from ...picture.picture import Circle, Shape, Text
from ..grid import Cell, Grid, Marks
from ..kind import Kind

BITS = {
    (0, 0): 8,
    (0, 1): 1,
    (1, 0): 4,
    (1, 1): 2,
}  # as the collection writes the corners of a cell


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each corner that may have a dot."""
    made = Puzzle("square o")
    dot = made.choices("dot", row=range(grid.rows + 1), col=range(grid.cols + 1))

    def near(row: int, col: int) -> list[Cell]:
        return [c for c in ((row - down, col - right) for down, right in BITS) if c in grid.counts]

    made.exactly(grid.counts, dot, covering=near, name="number")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the corners of each cell that have a dot, as a number."""
    dots = set(answer["dot"])
    corners = {
        (r, c): [bit for (y, x), bit in BITS.items() if (r + y, c + x) in dots]
        for r, c in grid.cells
    }
    return {cell: str(sum(bits)) for cell, bits in corners.items()}


def corner_dots(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield dots at corners of cells, of marks that add them up: 8, 1, 2 and 4 from `nw` on."""
    shifts = {8: (-0.5, -0.5), 1: (-0.5, 0.5), 2: (0.5, 0.5), 4: (0.5, -0.5)}
    for (row, col), mark in solution.items():
        for bit, (down, right) in shifts.items():
            if int(mark) & bit:
                yield Circle((row + down, col + right), "point")
        if (row, col) not in grid.clues:
            yield Text((row, col), mark, "blank")


KIND = Kind(
    __name__,
    puzzle,
    solution,
    answer=[corner_dots],
    example="""
4 4
4 2 2 3
4 3 2 3
3 2 1 2
2 1 1 3

4 4
15 12 3 14
15 14 5 11
13 9 8 3
10 4 2 7
""",
    source="janko.at; rules as in puzzlekit",
)
