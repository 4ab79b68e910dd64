"""Creek: blacken cells; a number at a corner says how many of the cells around it are black.

All white cells hang together.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Corners
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, SmallNumbers
from ..shades import shades
from ..signs import CORNER_COUNTS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white."""
    made = Puzzle("creek")
    black, white = shades(made, grid)
    made.connected(white, by="cell")
    counts = {
        corner: int(mark) for corner, mark in grid.block("corners").items() if mark.isdecimal()
    }
    made.exactly(counts, black, covering=lambda cell: counts.keys() & grid.corners(cell))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Corners(signs=CORNER_COUNTS)],
    answer=[shaded],
    example="""
3 3
- - - 1
0 - 2 -
- 0 - 0
- 0 0 0

3 3
- x x
- - -
- - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("creek", SmallNumbers(("corners",))),
)
