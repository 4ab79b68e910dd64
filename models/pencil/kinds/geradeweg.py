"""Geradeweg: draw a loop through all numbers.

A number is the length of each straight stretch of the loop that its cell is part of: of one if the
loop goes straight there, of both if it turns. Where 0 or ? stands, both are equally long.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..loops import loop_marks, loop_of_stretches, stretches
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each way is on the loop or not; and the stretches at each number."""
    made, rows = Puzzle("geradeweg"), []
    for cell in grid.clues:
        for sides, fars, taken in stretches(grid, cell):
            lengths = {sum(fars)} if sides in ("ns", "ew") else set(fars)
            number = grid.counts.get(cell) or max(lengths)
            if lengths == {number}:
                rows.append({"cell": cell, "taken": taken})
    loop_of_stretches(made, grid, grid.clues, rows)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(way for way in answer["way"] if way[-1])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[loop_lines],
    example="""
4 4
- 1 - -
- - 3 -
2 - - -
- 2 - -

4 4
- se sw -
se nw ns -
ns - ns -
ne ew nw -
""",
    source="rules as in pzprjs",
    link=Link("geradeweg", Numbers()),
)
