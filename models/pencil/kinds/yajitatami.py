"""Yajitatami: cut the grid into strips of one row or column and at least two cells.

Nowhere do the corners of four strips meet. A number with an arrow is how many cells its strip has,
and also how many other strips one sees as one looks along the arrow; none of its own cells. Some
borders are given.
"""

from __future__ import annotations

from itertools import pairwise

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..cells import strip_corners, strips
from ..clues import Cells, Walls
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import ArrowNumbers, Link, OptionalWalls
from ..signs import ARROWS_OR_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each strip."""
    made = Puzzle("yajitatami")
    sizes = {cell: clue.strip("nesw") for cell, clue in grid.clues.items()}
    rays = {
        cell: grid.ray(cell, clue[-1])
        for cell, clue in grid.clues.items()
        if clue[-1] in "nesw" and sizes[cell] != "?"
    }
    fitting = [
        cells
        for cells in strips(grid, least=2)
        if all(sizes.get(cell, "?") in ("?", str(len(cells))) for cell in cells)
        and not any(pair in grid.between for pair in pairwise(cells))
        and not any(cell in rays and {*rays[cell][:1]} & {*cells} for cell in cells)
    ]
    strip = made.choices("strip", cells=fitting)
    made.exactly_one(strip, covering="cells", over=grid.cells)
    made.at_most(3, strip, covering=strip_corners, name="corners")
    counts = {cell: int(sizes[cell]) for cell in rays}
    seen = lambda cells: [cell for cell, ray in rays.items() if {*ray} & {*cells}]
    made.exactly(counts, strip, covering=seen, name="number")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each strip."""
    return {cell: str(k) for k, (cells,) in enumerate(answer["strip"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ARROWS_OR_NUMBERS), Walls("right sides"), Walls("lower sides")],
    answer=[area_outlines],
    areas=True,
    example="""
4 5
- 3s - - -
- - - - 2w
- - - - -
- - - - -
- - - -
1 - - -
- - - -
- 1 1 -
- - - - -
- - - - -
- - - - -

4 5
0 1 1 1 2
0 3 3 3 2
4 4 5 6 6
7 7 5 8 8
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("yajitatami", ArrowNumbers(), OptionalWalls()),
)
