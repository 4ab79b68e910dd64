"""Paint area: each region is painted as a whole or not at all; what is painted hangs together.

A number says how many of its neighbours are painted. No block of 2x2 cells is all painted, nor all
left.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import tinted
from ..cells import cells_by, squares
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Digits, Link
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each region that may be painted."""
    made = Puzzle("paint area")
    paint = made.choices("paint", cells=[tuple(cells) for cells in cells_by(grid.regions).values()])
    made.connected(paint, covering="cells", name="together")
    made.between(
        1, 3, paint, covering=lambda cells: squares(grid.rows, grid.cols, *cells), name="block"
    )
    near = lambda cells: [
        item for cell in cells for item in grid.beside(cell) if item in grid.counts
    ]
    made.exactly(grid.counts, paint, covering=near, name="number")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the painted cells."""
    return {cell: "x" for (cells,) in answer["paint"] for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS), Regions()],
    answer=[tinted],
    example="""
4 4
- - 1 -
- 2 - -
- - - 1
- - - -
1 2 2 2
1 1 1 3
4 4 5 5
4 6 6 7

4 4
x - - -
x x x -
- - x x
- x x -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("paintarea", Borders(), Digits()),
)
