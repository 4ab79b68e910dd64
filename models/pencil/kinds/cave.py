"""Cave (corral): find one cave; a number says how many of its cells one sees from there.

Its own cell counts, and one sees along the row and column as far as the wall. All cells of the cave
hang together, numbers are in it, and every other cell is joined to the edge by such cells.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is in the cave or rock, and how far one sees to each side."""
    made = Puzzle("cave")
    rock = made.choices("rock", cell=[cell for cell in grid.cells if cell not in grid.clues])
    cave = made.choices("cave", cell=grid.cells)
    made.exactly_one([rock, cave], by="cell")
    made.connected(cave, by="cell")
    edge = [cell for cell in grid.cells if len(grid.beside(cell)) < 4 and cell not in grid.clues]
    made.reachable(rock, edge, by="cell")
    sight = made.choices("sight", grid.sights())
    made.exactly_one(sight, by=("cell", "side"))
    counts = {cell: number - 1 for cell, number in grid.counts.items()}
    made.sum_equals(counts, sight, by="cell", weight="far")
    made.agree(
        {
            rock: lambda cell: {cell: True},
            cave: lambda cell: {cell: False},
            sight: lambda far, line: {item: k == far for k, item in enumerate(line)},
        }
    )
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells of the cave."""
    return {cell: "x" for (cell,) in answer["cave"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[shaded],
    example="""
4 4
- - 5 -
2 - - 4
- - - -
- - 4 -

4 4
- - x x
x - x x
x x x x
- - x -
""",
    source="rules as in pzprjs",
    link=Link("cave", Numbers(), also=("bag",)),
)
