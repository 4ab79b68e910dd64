"""Patchwork: the n cells of each region have the numbers 1 to n; no two side by side are equal.

All regions are equally large, and every row and column has each number equally often.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..cells import cells_by, edges
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, names = Puzzle("patchwork"), grid.regions
    size = len(cells_by(names)[names[0, 0]])
    number = made.choices("number", cell=grid.cells, value=range(1, size + 1))
    made.exactly_one(number, by="cell")
    made.exactly_one(number, by=lambda cell, value: (names[cell], value), name="region")
    around = lambda cell, value: [(value, edge) for edge in edges(cell)]
    made.at_most_one(number, covering=around, name="beside")
    lines = lambda cell, value: [(axis, place, value) for axis, place in enumerate(cell)]
    made.between(grid.cols // size, grid.cols // size, number, covering=lines, name="line")
    for cell, value in grid.counts.items():
        made.given(number, cell=cell, value=value)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(), Regions()],
    answer=[written],
    example="""
4 4
1 2 - -
- - 4 -
- 3 - -
2 - - 3
1 2 2 3
1 2 2 3
1 4 4 3
1 4 4 3

4 4
1 2 3 4
3 1 4 2
4 3 2 1
2 4 1 3
""",
    source="janko.at; rules as in puzzlekit",
)
