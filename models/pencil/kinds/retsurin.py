"""Retsurin: blacken some cells, no two side by side, and draw one loop through all the others.

The loop does not run through clues. A number is how many cells of its row are black, or how many of
its column; only one of them.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines, shaded
from ..cells import edges
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..passages import loop, sides_of
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell; what it leaves out is black."""
    made, clues = Puzzle("retsurin"), grid.clues
    way = loop(made, grid, barred=clues)
    beside = lambda cell, sides: () if sides or cell in clues else edges(cell)
    made.at_most_one(way, covering=beside, name="beside")
    lines = {line for cell in grid.counts for line in enumerate(cell)}
    tally = made.choices("tally", line=sorted(lines), black=range(max(grid.rows, grid.cols) + 1))
    made.exactly_one(tally, by="line")
    of_black = lambda cell, sides: () if sides or cell in clues else lines & {*enumerate(cell)}
    counted = made.sum(tally, by="line", weight="black")
    made.compare(made.sum(way, covering=of_black), "==", counted)
    right = lambda line, black: [
        cell for cell, number in grid.counts.items() if number == black and line in enumerate(cell)
    ]
    made.exactly_one(tally, covering=right, over=list(grid.counts), name="number")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop and the black cells."""
    black = {cell: "x" for cell in grid.cells if cell not in grid.clues}
    return black | sides_of(grid, answer)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[loop_lines, shaded],
    example="""
5 5
- - 0 - -
- - - - -
- 0 - - -
- - - - -
- - - - -

5 5
se sw - se sw
ns ne ew nw ns
ns - x se nw
ns se sw ne sw
ne nw ne ew nw
""",
    source="Naoki Inaba; rules as in pzprjs",
    link=Link("retsurin", Numbers()),
)
