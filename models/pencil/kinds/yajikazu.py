"""Yajisan-Kazusan: blacken some cells, no two side by side; all white ones hang together.

A number with an arrow says how many cells are black as one looks along it, unless it is in a black
cell: then it says nothing.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import SIDES, Grid, Marks
from ..kind import Kind
from ..link_codes import ArrowNumbers, Link
from ..shades import scattered
from ..signs import ARROWS_OR_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white."""
    made = Puzzle("yajikazu")
    black, white = scattered(made, grid)
    for cell, clue in grid.clues.items():
        if clue[-1] in SIDES and clue != "?" + clue[-1]:
            line = grid.ray(cell, clue[-1])
            seen = lambda cell, at=cell, line=line: at if cell in line else None
            number = made.exactly({cell: int(clue[:-1])}, black, by=seen)
            made.if_chosen(white.where(cell=cell), number)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ARROWS_OR_NUMBERS)],
    answer=[shaded],
    example="""
4 4
- - - -
1w - - -
- - 2e -
- 2e - 1n

4 4
- - - x
x - - -
- - x -
- x - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("yajikazu", ArrowNumbers()),
)
