"""Inaba's island: blacken cells; a number counts the black cells that hang together with its cell.

They are those of all black areas that touch the cell at a side. Cells with a number or a circle
stay white, and these and the black cells hang together.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Link, Numbers
from ..signs import NUMBERLESS, NUMBERS, signs
from . import kurotto


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a kurotto of which the numbers and black cells hang together."""
    made = kurotto.puzzle(grid)
    made.name = "island"
    clue = made.choices("clue", cell=list(grid.clues))
    made.exactly_one(clue, by="cell")
    made.connected([made.table("black"), clue], by="cell")
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
- - - 3
- - - -
- 3 - -
- - 2 o

4 4
- - x -
- x - x
- - - x
x x - -
""",
    source="Inaba Naoki; rules as in pzprjs",
    link=Link("island", Numbers(names={NO_NUMBER: "o"})),
)
