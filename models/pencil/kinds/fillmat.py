"""Fillmat: cut the grid into mats that are one cell wide and one to four cells long.

Mats of one length do not share a side, and no four mats meet at a corner. A number is the length of
its mat, which has one number at most.
"""

from __future__ import annotations

from itertools import pairwise

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..cells import edges
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Digits, Link
from ..loops import line_ends
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the places of mats."""
    made = Puzzle("fillmat")

    def fits(cells: tuple[Cell, ...]) -> bool:
        own = [grid.counts.get(cell, len(cells)) for cell in cells if cell in grid.clues]
        return own in ([], [len(cells)])

    lines = {(c, *grid.ray(c, s)[:n]) for c in grid.cells for s in "es" for n in range(4)}
    mat = made.choices("mat", cells=sorted(lines), where=fits)
    made.exactly_one(mat, covering="cells", over=grid.cells)
    made.at_most_one(mat, covering=lambda cells: [(e, len(cells)) for e in set(edges(*cells))])
    inner = {(row, col) for row, col in grid.cells if row and col}
    kept = lambda cells: [end for e in pairwise(cells) for end in line_ends(e) if end in inner]
    made.at_least(1, mat, covering=kept, over=inner, name="corner")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each mat."""
    return {cell: str(k) for k, (cells,) in enumerate(answer["mat"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[area_outlines],
    areas=True,
    example="""
4 4
- - - -
? 1 - 1
- ? - -
- - - -

4 4
1 1 1 1
2 3 4 5
2 6 4 7
2 6 4 7
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("fillmat", Digits()),
)
