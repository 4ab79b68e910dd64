"""Kropki: a Latin square with dots between numbers side by side.

Between two consecutive numbers is a white dot, and a black one where one is twice the other; 1 and
2 may have either. There are no other dots, and none is missing.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Puzzle, Sudoku
from minuet.models.sudokus import constraints

from ...errors import ModelError
from ..answers import written
from ..clues import Cells, Sides
from ..grid import BETWEEN, Cell, Draft, Grid
from ..kind import Kind
from ..latin import latin, numbers
from ..link_codes import Circles, Link, NoNumbers
from ..of_sudokus import OfSudoku, put_between
from ..passages import beyond
from ..signs import DOTS, POSITIVE


def dots(first: int, other: int) -> set[str]:
    """Return which dots may stand between two numbers; a blank where none is."""
    found = {"w"} if abs(first - other) == 1 else set()
    found |= {"b"} if max(first, other) == 2 * min(first, other) else set()
    return found or {"-"}


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, digit = latin("kropki", grid)
    pairs: dict[str, list[list[Cell]]] = {"w": [], "b": [], "-": []}
    for part, side in ("right sides", "e"), ("lower sides", "s"):
        for cell, dot in grid.block(part).items():
            pairs[dot.replace(".", "-")].append([cell, beyond(cell, side)])
    for dot, lines in pairs.items():
        both = product(range(1, grid.rows + 1), repeat=2)
        tuples = [pair for pair in both if dot in dots(*pair)]
        if lines:
            made.table_rule(tuples, digit, lines=lines, along=("row", "col"), value="value")
    return made


def fill(sudoku: Sudoku, draft: Draft) -> None:
    """Put the dots between cells. Raises ModelError where one constraint does not show them all."""
    dots = [item for item in sudoku.constraints if isinstance(item, constraints.Kropki)]
    if len(dots) > 1 or not dots[0].all_shown:
        raise ModelError("dots of which not all are shown")
    for color, pairs in ("w", dots[0].white), ("b", dots[0].black):
        for pair in pairs:
            put_between(draft, dots[0].path(pair), color)


KIND = Kind(
    __name__,
    puzzle,
    numbers,
    clues=[
        Sides("right sides", DOTS),
        Sides("lower sides", DOTS),
        Cells(signs=POSITIVE, optional=True),
    ],
    answer=[written],
    example="""
4 4
w - -
w b w
- - w
w b w
b w - w
- b w w
w - w w

4 4
2 3 1 4
1 2 4 3
4 1 3 2
3 4 2 1
""",
    source="rules as in pzprjs",
    link=Link("kropki", Circles(parts=BETWEEN), NoNumbers()),
    of_sudoku=OfSudoku(fill, (constraints.Kropki,)),
)
