"""Foseruzu (five cells, four cells): cut the grid into regions of five cells.

They have four cells each where the grid cannot be cut into fives, or as is said behind the size of
a text. A number says how many sides of its cell are borders of a region; an `x` is a hole.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Digits, Link
from ..signs import ANY_NUMBERS, BLACK_CELL, signs


def size(grid: Grid) -> int:
    """Return how many cells each region has."""
    holes = sum(mark == "x" for mark in grid.marks.values())
    return int(grid.head[0]) if grid.head else 4 + ((grid.rows * grid.cols - holes) % 5 == 0)


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each place of a region that has the borders it should."""
    made = Puzzle("foseruzu")
    free = {cell for cell in grid.cells if grid.marks[cell] != "x"}
    near = {cell: free.intersection(grid.beside(cell)) for cell in free}
    regions = {frozenset([cell]) for cell in free}
    for _ in range(size(grid) - 1):
        regions = {old | {item} for old in regions for cell in old for item in near[cell] - old}

    numbered = free.intersection(grid.counts)

    def fits(cells: frozenset[Cell]) -> bool:
        return all(4 - len(cells & near[c]) == grid.counts[c] for c in cells & numbered)

    region = made.choices(
        "region", cells=[tuple(sorted(cells)) for cells in regions if fits(cells)]
    )
    made.exactly_one(region, covering="cells", over=free)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each region."""
    return {cell: str(k) for k, (cells,) in enumerate(answer["region"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS | signs(x=BLACK_CELL))],
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
    source="Nikoli; rules as in pzprjs",
    variants={"4": "regions of four cells", "5": "regions of five cells"},
    link=Link(
        "fourcells",
        Digits(names={NO_NUMBER: "?", 7: "x"}),
        also=("fivecells",),
        heads={"fourcells": "4", "fivecells": "5"},
        head=lambda grid: [str(size(grid))],
    ),
)
