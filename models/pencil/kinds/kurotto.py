"""Kurotto: blacken cells; a number counts the black cells that hang together with its own cell.

They are those of all black areas that touch the cell at a side. Cells with a number or a circle
stay white.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Link, Numbers
from ..reach import joined_to_clues
from ..signs import NUMBERLESS, NUMBERS, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: which cells are black, and which of them each number reaches."""
    made, counts = Puzzle("kurotto"), grid.counts
    black = made.choices("black", cell=[cell for cell in grid.cells if cell not in grid.clues])
    reach = joined_to_clues(made, grid, black, counts)
    made.exactly({clue: n + 1 for clue, n in counts.items()}, reach, by="clue")
    made.exactly_one(reach, by=lambda clue, cell: clue if clue == cell else None)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | signs(o=NUMBERLESS))],
    answer=[shaded],
    example="""
4 4
- - - -
- - - 1
5 4 - -
- - 1 -

4 4
x x - x
x x - -
- - - -
x - - x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("kurotto", Numbers(names={NO_NUMBER: "o"})),
)
