"""One to X: the n cells of a region have the numbers 1 to n; no two side by side are equal.

The numbers outside are the sums of the columns, in the first line, and of the rows, in the second.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..cells import cells_by, edges
from ..clues import Cells, Outside, Regions
from ..grid import Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, marks, names = Puzzle("one to x"), grid.marks, grid.regions
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
    sums = grid.outside
    lines = lambda cell, value: {key: value for key in enumerate(cell) if key in sums}
    made.sum_equals(sums, number, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left"), Cells(), Regions()],
    answer=[written],
    example="""
4 4
12 11 11 -
8 13 - 13
- - - -
- - - -
- 1 - -
- - - -
1 2 2 2
1 1 1 1
1 3 3 3
3 3 3 4

4 4
2 1 2 3
1 4 3 5
6 1 2 6
3 5 4 1
""",
    source="janko.at; rules as in puzzlekit",
)
