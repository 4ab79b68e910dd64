"""Nurikabe: each number is the size of its white island; no other island touches it at a side.

All black cells hang together, and fill no block of 2x2 cells.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges, squares
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: for each cell whether it is black, or in which number's island."""
    made, most = Puzzle("nurikabe"), grid.rows * grid.cols
    sizes = {cell: grid.counts.get(cell, most) for cell in grid.clues}  # a "?" may be any number

    def near(cell: Cell, clue: Cell) -> bool:
        apart = abs(cell[0] - clue[0]) + abs(cell[1] - clue[1])
        return apart < sizes[clue] and (cell == clue or cell not in sizes)

    island = made.choices("island", cell=grid.cells, clue=list(sizes), where=near)
    black = made.choices("black", cell=[cell for cell in grid.cells if cell not in sizes])
    made.exactly_one([island, black], by="cell")
    made.agree({island: lambda cell, clue: dict.fromkeys(edges(cell), clue)}, name="apart")
    counted = lambda clue: clue if clue in grid.counts else None
    made.exactly(grid.counts, island, by=counted, name="number")
    made.connected(island, by="cell", regions="clue", name="island")
    made.connected(black, by="cell", name="sea")
    made.at_most(3, black, covering=lambda cell: squares(grid.rows, grid.cols, cell), name="block")
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
5 5
- - 4 - -
2 - - - -
- - - - -
- - 2 - -
- - - - 1

5 5
- x - x x
- x - - x
x x x - x
x - - x x
x x x x -
""",
    source="Nikoli; as pzprjs has it",
    link=Link("nurikabe", Numbers()),
)
