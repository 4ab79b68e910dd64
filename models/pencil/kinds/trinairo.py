"""Trinairo: each row and each column has the numbers 1, 2 and 3 equally often.

A number with an x behind it differs from those beside it.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import GRAY_CELL, numbers_on


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, third = Puzzle("trinairo"), grid.rows // 3
    given = {cell: int(mark.strip("x")) for cell, mark in grid.clues.items() if mark != "x"}
    fits = lambda cell, value: value == given.get(cell, value)
    number = made.choices("number", cell=grid.cells, value=(1, 2, 3), where=fits)
    made.exactly_one(number, by="cell", over=grid.cells)
    lines = lambda cell, value: [(axis, place, value) for axis, place in enumerate(cell)]
    made.between(third, third, number, covering=lines, name="line")
    for gray in [cell for cell, mark in grid.clues.items() if "x" in mark]:
        for other in grid.beside(gray):
            pair = lambda cell, value, two=(gray, other): value if cell in two else None
            made.at_most_one(number, by=pair, name=f"{gray} and {other}")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=numbers_on(GRAY_CELL))],
    answer=[written],
    example="""
6 6
- 1 2 - 3 3
1 2 2 - 3 3
2 - 3 3 - -
- - 1 3 2 -
- 3 1 2x 1 2
- 2x 3x 1 1 -

6 6
1 1 2 2 3 3
1 2 2 1 3 3
2 1 3 3 2 1
2 3 1 3 2 1
3 3 1 2 1 2
3 2 3 1 1 2
""",
    source="janko.at; rules as in puzzlekit",
)
