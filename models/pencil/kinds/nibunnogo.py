"""Nibun-nogo: blacken cells, so that no more than five black cells hang together, nor white ones.

A number says how many of the cells around its corner are black.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle
from minuet.models.packings import polyominoes

from ..answers import shaded
from ..clues import Corners
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, SmallNumbers
from ..pieces import pieces
from ..shades import shades
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white; no six cells that hang together are alike."""
    made = Puzzle("nibunnogo")
    tables = black, _ = shades(made, grid)
    sixes: dict[Cell, list[int]] = {cell: [] for cell in grid.cells}
    for number, six in enumerate(pieces(grid.cells, polyominoes(6))):
        for cell in six["cells"]:
            sixes[cell].append(number)
    for color in tables:
        made.at_most(5, color, covering=lambda cell: sixes[cell], name="five")
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
    clues=[Corners(signs=ANY_NUMBERS)],
    answer=[shaded],
    example="""
4 4
- - 2 - 1
- - 2 - -
- - - - -
2 - 1 - 1
1 - 1 - ?

4 4
- x x x
x - - x
x - - x
x - x -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("nibunnogo", SmallNumbers(("corners",))),
)
