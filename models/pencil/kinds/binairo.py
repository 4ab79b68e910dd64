"""Binairo: fill the grid with two marks, as many of the one as of the other in each row and column.

No three neighbours in a row or column are alike.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ...picture.picture import Circle
from ..answers import marked
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import Look, Signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a mark for each cell, 1 or 2."""
    made = Puzzle("binairo")
    mark = made.choices("mark", row=range(grid.rows), col=range(grid.cols), value=["1", "2"])
    made.exactly_one(mark, by=("row", "col"))
    made.between(grid.cols // 2, grid.cols // 2, mark, by=("row", "value"))
    made.between(grid.rows // 2, grid.rows // 2, mark, by=("col", "value"))
    made.at_most(
        2, mark, covering=lambda row, col, value: [(row, col - k, value) for k in range(3)]
    )
    made.at_most(
        2, mark, covering=lambda row, col, value: [(row - k, col, value, "") for k in range(3)]
    )
    for (row, col), value in grid.clues.items():
        made.given(mark, row=row, col=col, value=value)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the marks."""
    return {(row, col): value for row, col, value in answer["mark"]}


TWO_COLORS = Signs(
    {
        "1": Look(lambda place: [Circle(place, "node")], (("circle_M", 1), ("circle_L", 1))),
        "2": Look(lambda place: [Circle(place, "shade")], (("circle_M", 2), ("circle_L", 2))),
    }
)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=TWO_COLORS)],
    answer=[marked(**TWO_COLORS.looks)],
    example="""
4 4
- - - 2
1 - 2 -
- 2 - 2
2 1 - -

4 4
2 1 1 2
1 2 2 1
1 2 1 2
2 1 2 1
""",
    source="puzzlekit; other pages also forbid equal rows and columns",
)
