"""Snake: the black cells are one snake between two given ends; its sides nowhere touch itself.

The numbers outside say how many cells it has in the columns, in the first line, and in the rows, in
the second.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges
from ..clues import Cells, Outside
from ..grid import SIDES, Cell, Grid, Marks
from ..kind import Kind
from ..passages import PASSAGES, beyond, edge, passages
from ..signs import BLACK_CELL, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the snake passes through each cell; only its ends have one side."""
    made = Puzzle("snake")
    ends = [cell for cell, mark in grid.marks.items() if mark == "x"]
    way = passages(made, grid, ("", *SIDES, *PASSAGES))
    made.forbid(way, where=lambda cell, sides: (len(sides) == 1) != (cell in ends))
    made.path(way, by=edge)

    def bare(cell: Cell, sides: str) -> set[tuple[Cell, Cell]]:
        crossed = {tuple(sorted((cell, beyond(cell, side)))) for side in sides}
        return set(edges(cell)) - crossed if sides else set()

    made.at_most_one(way, covering=bare, name="touching")
    counts = grid.outside
    lines = lambda cell, sides: [key for key in enumerate(cell) if sides and key in counts]
    made.exactly(counts, way, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells of the snake."""
    return {cell: "x" for cell, sides in answer["way"] if sides}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left"), Cells(signs=signs(x=BLACK_CELL))],
    answer=[shaded],
    example="""
5 5
0 3 1 1 5
4 2 2 1 1
- - - - -
- - - - -
- x - - -
- - - - -
- - - - x

5 5
- x x x x
- x - - x
- x - - x
- - - - x
- - - - x
""",
    source="",
)
