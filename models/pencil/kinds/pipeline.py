"""Pipeline: lay one pipe from cell to cell between two ends; some of its parts are printed.

The numbers outside say how many cells it passes in the columns, in the first line, and in the rows,
in the second.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..clues import Outside, Passages
from ..grid import SIDES, Grid
from ..kind import Kind
from ..passages import PASSAGES, edge, passages, sides_of


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the pipe passes through each cell; only its ends have one side."""
    made = Puzzle("pipeline")
    printed = {cell: mark for cell, mark in grid.marks.items() if set(mark) <= set(SIDES)}
    ends = [cell for cell, mark in printed.items() if len(mark) == 1]
    way = passages(made, grid, ("", *SIDES, *PASSAGES), through=printed)
    made.forbid(way, where=lambda cell, sides: printed.get(cell, sides) != sides)
    made.forbid(way, where=lambda cell, sides: len(sides) == 1 and cell not in ends)
    made.path(way, by=edge)
    counts = grid.outside
    lines = lambda cell, sides: [key for key in enumerate(cell) if sides and key in counts]
    made.exactly(counts, way, covering=lines, name="line")
    return made


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Outside("top"), Outside("left"), Passages()],
    answer=[loop_lines],
    example="""
5 5
0 3 1 1 5
4 2 2 1 1
- - - - sw
- ns - - -
- n - - -
- - - - -
- - - - n

5 5
- se ew ew sw
- ns - - ns
- n - - ns
- - - - ns
- - - - n
""",
    source="janko.at; rules as in puzzlekit",
)
