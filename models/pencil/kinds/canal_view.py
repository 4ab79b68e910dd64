"""Canal view: blacken cells without number; black cells hang together and fill no block of 2 x 2.

A number says how many black cells one sees from there, along the row and column as far as the next
white cell.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..shades import shades
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white, and how far one sees to each side."""
    made = Puzzle("canal view")
    black, white = shades(made, grid, grid.clues)
    made.connected(black, by="cell")
    made.at_most(3, black, covering=grid.corners, name="block")
    sight = made.choices("sight", grid.sights())
    made.exactly_one(sight, by=("cell", "side"))
    made.sum_equals(grid.counts, sight, by="cell", weight="far")
    made.agree(
        {
            black: lambda cell: {cell: True},
            white: lambda cell: {cell: False},
            sight: lambda far, line: {item: k < far for k, item in enumerate(line)},
        }
    )
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[shaded],
    example="""
4 4
- - - 1
- - - 3
1 - - -
- - 3 -

4 4
- - x -
x x x -
- - x -
- - - -
""",
    source="Prasanna Seshadri; rules as in pzprjs",
    link=Link("canal", Numbers()),
)
