"""Usoone (a lie each): no two black cells lie side by side, and the white ones hang together.

A number is in a white cell and says how many of its neighbours are black; but in each region with
numbers exactly one of them is wrong.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, SmallNumbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the color of each cell, and the right number of each that has one."""
    made, counts = Puzzle("usoone"), grid.counts
    fits = lambda cell, color: cell not in counts or color == "white"
    cell = made.choices("cell", cell=grid.cells, color=("white", "black"), where=fits)
    made.exactly_one(cell, by="cell")
    made.at_most_one(cell, covering=lambda cell, color: edges(cell) if color == "black" else ())
    made.connected(cell, by=lambda cell, color: cell if color == "white" else None, name="white")
    right = made.choices("right", cell=list(counts), number=range(5))
    made.exactly_one(right, by="cell", name="one number")
    near = lambda cell, color: [
        item for item in grid.beside(cell) if item in counts and color == "black"
    ]
    black = made.sum(cell, covering=near)
    made.compare(black, "==", made.sum(right, by="cell", weight="number"), name="number")
    lie = lambda cell, number: grid.regions[cell] if number != counts[cell] else None
    made.exactly_one(right, by=lie, over=set(grid.regions.values()), name="lie")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for cell, color in answer["cell"] if color == "black"}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS), Regions()],
    answer=[shaded],
    example="""
4 4
- 2 1 -
- - - 1
1 3 - -
1 1 - 1
1 2 2 2
1 1 2 2
1 2 2 2
3 3 2 2

4 4
x - - x
- x - -
- - - -
- - x -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("usoone", Borders(), SmallNumbers()),
)
