"""Pills: lay out n pills, each of three cells in a line, that cover numbers with the sums 1 to n.

The numbers outside are the sums of what is covered in the columns, in the first line, and in the
rows, in the second; so their total tells n.
"""

from __future__ import annotations

from math import isqrt

from minuet.models import Answer, Puzzle

from ..answers import areas_but
from ..clues import Cells, Outside
from ..grid import Cell, Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each place of a pill with such a sum."""
    made, rows = Puzzle("pills"), []
    value = {cell: int(mark) for cell, mark in grid.marks.items()}
    most = (isqrt(8 * sum(map(int, grid.words("top"))) + 1) - 1) // 2
    for cell in grid.cells:
        for cells in [(cell, *grid.ray(cell, side)[:2]) for side in "es"]:
            total = sum(value[item] for item in cells)
            if len(cells) == 3 and 0 < total <= most:
                rows.append({"cells": cells, "total": total})
    pill = made.choices("pill", rows)
    made.at_most_one(pill, covering="cells")
    made.exactly_one(pill, by="total", over=range(1, most + 1))
    sums = grid.outside

    def lines(cells: tuple[Cell, ...]) -> list[tuple[int, int]]:
        keys = [(key, value[cell]) for cell in cells for key in enumerate(cell) if key in sums]
        return [key for key, number in keys for _ in range(number)]

    made.sum_equals(sums, pill, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each pill."""
    pills = enumerate(answer["pill"], 1)
    return dict.fromkeys(grid.cells, "0") | {
        cell: str(k) for k, (cells, _) in pills for cell in cells
    }


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left"), Cells()],
    answer=[areas_but("0")],
    areas=True,
    example="""
5 5
0 6 3 0 1
4 2 1 0 3
2 1 3 0 0
0 2 0 1 0
0 3 3 0 1
0 3 0 0 1
0 3 0 1 0

5 5
0 1 1 1 2
3 3 3 0 2
0 0 0 0 2
0 0 0 0 0
4 4 4 0 0
""",
    source="croco-puzzle.com; rules as in puzzlekit",
)
