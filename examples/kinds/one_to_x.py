"""One to X: the n cells of a region have the numbers 1 to n; no two side by side are equal.

The numbers outside are the sums of the columns, in the first line, and of the rows, in the second.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..cells import cells_by, edges, outside
from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, marks, names = Puzzle("one to x"), grid.block(skip=2), grid.block(1, skip=2)
    rows = [
        {"cell": cell, "value": value}
        for cells in cells_by(names).values()
        for cell in cells
        for value in range(1, len(cells) + 1)
        if marks[cell] in ("-", str(value))
    ]
    number = made.choices("number", rows)
    made.exactly_one(number, by="cell", over=grid.cells)
    made.exactly_one(number, by=lambda cell, value: (names[cell], value), name="region")
    around = lambda cell, value: [(value, edge) for edge in edges(cell)]
    made.at_most_one(number, covering=around, name="beside")
    sums = outside(grid)
    lines = lambda cell, value: {key: value for key in enumerate(cell) if key in sums}
    made.sum_equals(sums, number, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}
