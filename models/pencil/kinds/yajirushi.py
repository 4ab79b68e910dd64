"""Yajirushi: put arrows into empty cells, so that each points at another one that points back.

The two of such a pair do not lie side by side, and the cells between them are empty. Each empty
cell is between the two of some pair. Some arrows are given; black cells are no part of the grid.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..arrows import arrow_marks, facing, over_between
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Link, SmallNumbers
from ..signs import ARROW_SYMBOLS, BLACK_CELL, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each pair."""
    made = Puzzle("yajirushi")
    black = {cell for cell, mark in grid.clues.items() if mark == "x"}
    given = {cell: mark for cell, mark in grid.clues.items() if mark != "x"}
    pair = made.choices("pair", facing(grid, given, black, least=1))
    made.at_most_one(pair, covering=over_between, name="between")
    free = [cell for cell in grid.cells if cell not in black]
    made.at_least(1, pair, covering="cells", over=free, name="covered")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the arrows."""
    return arrow_marks(answer["pair"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ARROW_SYMBOLS | signs(x=BLACK_CELL))],
    answer=[marked(**ARROW_SYMBOLS.looks)],
    example="""
5 5
- - - x -
- - - - -
- - - x -
x x - - -
- - - x x

5 5
e - w - s
e - - w -
e - w - n
- - e - w
e - w - -
""",
    source="rules as in pzprjs",
    link=Link("yajirushi", SmallNumbers(names={NO_NUMBER: "x", **dict(enumerate("nswe", 1))})),
)
