"""Square-O: put dots on corners of cells; a number says on how many of its cell's four corners.

Where there is no number, any number of them may have one.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..grid import Cell, Grid, Marks

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
