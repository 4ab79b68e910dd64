"""Kuromasu: blacken cells; a number says how many white cells one sees from it, its own included.

One sees along the row and column as far as the next black cell. Cells with numbers are white, no
two black cells share a side, and all white cells hang together.
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
    made = Puzzle("kuromasu")
    black, white = shades(made, grid, grid.clues)
    made.connected(white, by="cell")
    made.at_most_one(black, covering=grid.pairs)
    sight = made.choices("sight", grid.sights())
    made.exactly_one(sight, by=("cell", "side"))
    counts = {cell: number - 1 for cell, number in grid.counts.items()}
    made.sum_equals(counts, sight, by="cell", weight="far")
    made.agree(
        {
            black: lambda cell: {cell: True},
            white: lambda cell: {cell: False},
            sight: lambda far, line: {item: k == far for k, item in enumerate(line)},
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
- 4 - -
- - - -
- - 2 5
- - - -

4 4
x - - -
- - x -
- x - -
- - x -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("kurodoko", Numbers()),
)
