"""Shirokuro: join each black circle to a white one of its own by a straight line.

Lines go along rows and columns; they do not cross, and pass through no circle.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Circles, Link
from ..signs import BLACK_CIRCLE, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each two circles of both colors that see each other."""
    made, rows = Puzzle("shirokuro"), []
    for cell, color in grid.clues.items():
        for side in "es":
            way = [cell, *grid.ray(cell, side, grid.clues)]
            end = (way[-1][0] + (side == "s"), way[-1][1] + (side == "e"))
            if grid.clues.get(end, color) != color:
                rows.append({"cells": (*way, end), "side": side})
    line = made.choices("line", rows)
    made.exactly_one(
        line, covering=lambda cells: (cells[0], cells[-1]), over=grid.clues, name="circle"
    )
    made.at_most_one(line, covering=lambda cells: cells[1:-1], name="crossing")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return to which sides the lines go in each cell."""
    marks: Marks = {}
    for cells, side in answer["line"]:
        through = dict.fromkeys(cells, "ew" if side == "e" else "ns")
        marks |= through | {cells[0]: side, cells[-1]: "w" if side == "e" else "n"}
    return marks


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=signs(w=WHITE_CIRCLE, b=BLACK_CIRCLE))],
    answer=[loop_lines],
    example="""
4 4
- w w -
w b - b
- b b w
b w - -

4 4
- s s -
s n ns s
ns s n n
n n - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("wblink", Circles()),
)
