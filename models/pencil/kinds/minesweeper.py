"""Minesweeper: a number says how many of the up to eight cells around it have a mine.

It has none itself, nor has a cell with `?` or `#`; the first line of the grid may say how many
mines there are in all.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, NoHead, Numbers
from ..signs import ANY_NUMBERS, HOLE, signs, symbol


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may have a mine."""
    made = Puzzle("minesweeper")
    mine = made.choices("mine", cell=[cell for cell in grid.cells if cell not in grid.clues])
    near = lambda cell: [item for item in grid.around(cell) if item in grid.counts]
    made.exactly(grid.counts, mine, covering=near, name="number")
    for number in grid.head:
        made.exactly(int(number), mine, name="all")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the mines."""
    return {cell: "x" for (cell,) in answer["mine"]}


MINE = symbol("dot", "*", ("sun_moon", 4))


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS | signs(**{"#": HOLE}))],
    head=["..."],
    answer=[marked(x=MINE)],
    marks=("x",),
    example="""
4 4
1 - - 1
- 4 3 2
- - - 2
- 2 2 -

4 4
- x x -
- - - -
x - x -
- - - x
""",
    source="after the computer game; rules as in pzprjs",
    link=Link("mines", Numbers(), NoHead()),
)
