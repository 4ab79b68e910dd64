"""Tapa: blacken cells without clues, so that all black ones hang together and fill no block of 2x2.

A clue such as 13 has the lengths of the stretches of black cells that follow one another in the
ring of cells around it, in any order. A `?` is any length from 1; alone it may also be 0.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, TapaNumbers
from ..rings import rings
from ..shades import no_blocks, shades
from ..signs import TAPA


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white, and how the ring of each clue is colored."""
    made = Puzzle("tapa")
    black, white = shades(made, grid, grid.clues)
    rows = [{"clue": clue, "colors": ring} for clue in grid.clues for ring in rings(grid, clue)]
    around = made.choices("around", rows)
    made.exactly_one(around, by="clue", over=list(grid.clues))
    in_ring = lambda colors: dict(colors)
    colors = {black: lambda cell: {cell: True}, white: lambda cell: {cell: False}, around: in_ring}
    made.agree(colors, name="color")
    made.connected(black, by="cell")
    made.at_least(1, black, name="any")
    no_blocks(made, grid, black)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=TAPA)],
    answer=[shaded],
    example="""
5 5
- 5 - - -
- - - 6 -
- - 2 - -
- 5 - 5 -
- - - - -

5 5
x - x x x
x x x - x
x - - - x
x - - - x
x x x x x
""",
    source="Serkan Yürekli; rules as in pzprjs",
    link=Link("tapa", TapaNumbers()),
)
