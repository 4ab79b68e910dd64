"""Foseruzu (five cells, four cells): cut the grid into regions of five cells.

They have four cells each where the grid cannot be cut into fives. A number says how many sides of
its cell are borders of a region.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..grid import Cell, Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each place of a region that has the borders it should."""
    made = Puzzle("foseruzu")
    regions = {frozenset([cell]) for cell in grid.cells}
    for _ in range(3 if grid.rows * grid.cols % 5 else 4):
        regions = {
            old | {one}
            for old in regions
            for cell in old
            for one in grid.beside(cell)
            if one not in old
        }

    def fits(cells: frozenset[Cell]) -> bool:
        return all(
            4 - len(cells.intersection(grid.beside(cell))) == grid.counts.get(cell)
            for cell in cells
            if cell in grid.counts
        )

    region = made.choices(
        "region", cells=[tuple(sorted(cells)) for cells in regions if fits(cells)]
    )
    made.exactly_one(region, covering="cells", over=grid.cells)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each region."""
    return {cell: str(k) for k, (cells,) in enumerate(answer["region"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    answer=[area_outlines],
    areas=True,
    example="""
4 4
2 2 3 3
2 - 2 -
2 - - -
2 2 - 3

4 4
2 2 1 0
2 2 1 0
3 3 1 0
3 3 1 0
""",
    source="",
)
