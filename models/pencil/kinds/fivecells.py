"""FiveCells: cut the grid into regions of five cells.

A number says how many of the four sides of its cell are sides of regions; the rim is one. Cells
marked `x` are no part of the grid.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle
from minuet.models.packings import polyominoes

from ..answers import area_outlines
from ..clues import Cells
from ..grid import SIDES, Cell, Grid, Marks
from ..kind import Kind
from ..link_characters import UNKNOWN as NO_NUMBER
from ..link_codes import Digits, Link
from ..passages import beyond
from ..pieces import pieces
from ..signs import BLACK_CELL, NUMBERS, UNKNOWN, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the places of pieces of five cells that fit the numbers."""
    made, free = Puzzle("fivecells"), [cell for cell in grid.cells if grid.marks[cell] != "x"]

    def fits(cells: tuple[Cell, ...]) -> bool:
        sides = {
            cell: sum(one not in cells for one in (beyond(cell, side) for side in SIDES))
            for cell in cells
        }
        return all(grid.counts.get(cell, number) == number for cell, number in sides.items())

    rows = [{"cells": row["cells"]} for row in pieces(free, polyominoes(5), {})]
    piece = made.choices("piece", rows, where=fits)
    made.exactly_one(piece, covering="cells", over=free)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each region."""
    return {cell: str(k) for k, (cells,) in enumerate(answer["piece"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | signs(**{"x": BLACK_CELL, "?": UNKNOWN}))],
    answer=[area_outlines],
    areas=True,
    example="""
4 5
- - - - -
3 - - - -
- 1 - - 1
- - - - -

4 5
1 1 1 1 2
1 3 4 4 2
3 3 4 2 2
3 3 4 4 2
""",
    source="Nikoli; rules as in pzprjs",
    vacant=lambda grid: [cell for cell, mark in grid.marks.items() if mark == "x"],
    link=Link("fivecells", Digits(names={NO_NUMBER: "?", 7: "x"})),
)
