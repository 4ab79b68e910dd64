"""Compass: cut the grid into regions, each with one compass.

A number in a compass says how many cells of its region are further up (n), down (s), left (w) or
right (e) than the compass; `?` is a compass without numbers.
"""

from __future__ import annotations

import re

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Compasses, Link
from ..signs import BLACK_CELL, COMPASSES, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: for each cell in which compass's region it is."""
    made, counts = Puzzle("compass"), dict[tuple[Cell, str], int]()
    compasses = {cell: mark for cell, mark in grid.clues.items() if mark != "x"}
    free = [cell for cell in grid.cells if grid.marks[cell] != "x"]
    region = made.choices("region", cell=free, compass=list(compasses))
    made.exactly_one(region, by="cell")
    made.exactly_one(region, by=lambda cell, compass: compass if cell == compass else None)
    made.connected(region, by="cell", regions="compass")
    for compass, mark in compasses.items():
        counts |= {(compass, side): int(n) for side, n in re.findall("([nswe])([0-9]+)", mark)}

    def further(cell: Cell, compass: Cell) -> list[tuple[Cell, str]]:
        down, right = cell[0] - compass[0], cell[1] - compass[1]
        sides = zip("nswe", (-down, down, -right, right), strict=True)
        return [(compass, side) for side, far in sides if far > 0 and (compass, side) in counts]

    made.exactly(counts, region, covering=further)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the compass of each cell's region."""
    return {cell: f"{row}:{col}" for cell, (row, col) in answer["region"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=COMPASSES | signs(x=BLACK_CELL))],
    answer=[area_outlines],
    areas=True,
    vacant=lambda grid: [cell for cell, mark in grid.marks.items() if mark == "x"],
    example="""
4 4
- - - -
- - - -
- - w4 -
- - n3 ?

4 4
1 1 1 1
1 2 2 1
1 2 1 1
2 2 2 3
""",
    source="rules as in pzprjs",
    link=Link("compass", Compasses()),
)
