"""Consecutive sudoku: a Latin square with a bar between all consecutive numbers side by side.

Where two cells have no bar between them, their numbers do not differ by one. There are no boxes.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Puzzle

from ..answers import written
from ..clues import Cells, LinesAtSides
from ..grid import Cell, Grid
from ..kind import Kind
from ..latin import latin, numbers
from ..signs import POSITIVE


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle; in the second block a bar at the right counts 1 and one below 2."""
    made, digit = latin("consecutive sudoku", grid)
    span, at, value = range(1, grid.rows + 1), ("row", "col"), "value"
    pairs: dict[bool, list[list[Cell]]] = {True: [], False: []}
    for cell, (side, bit) in product(grid.cells, (("e", 1), ("s", 2))):
        for item in grid.ray(cell, side)[:1]:
            pairs[bool(int(grid.regions[cell]) & bit)].append([cell, item])
    for bar, lines in pairs.items():
        tuples = [pair for pair in product(span, span) if (abs(pair[0] - pair[1]) == 1) == bar]
        if lines:
            made.table_rule(tuples, digit, lines=lines, along=at, value=value)
    return made


KIND = Kind(
    __name__,
    puzzle,
    numbers,
    clues=[Cells(signs=POSITIVE), LinesAtSides("regions", blank="0")],
    answer=[written],
    example="""
4 4
- - - 3
- - - -
- - - -
- - - -
1 6 1 6
1 12 1 12
3 4 3 4
9 4 9 4

4 4
1 2 4 3
4 3 1 2
2 1 3 4
3 4 2 1
""",
    source="rules as in puzzlekit",
)
