"""Renban: a Latin square in which the numbers of each region follow one another, in any order.

A region of three may have 4, 2 and 3, for example.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..cells import cells_by
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell, and the least one of each region."""
    made, names = Puzzle("renban"), grid.regions
    sizes = {name: len(cells) for name, cells in cells_by(names).items()}
    number = made.choices("number", cell=grid.cells, value=range(1, grid.rows + 1))
    made.exactly_one(number, by="cell")
    lines = lambda cell, value: [(axis, place, value) for axis, place in enumerate(cell)]
    made.exactly_one(number, covering=lines, name="line")
    rows = [{"name": n, "least": k} for n in sizes for k in range(1, grid.rows - sizes[n] + 2)]
    region = made.choices("region", rows)
    made.exactly_one(region, by="name")
    span = lambda name, least: [
        (name, k) for k in range(1, grid.rows + 1) if not least <= k < least + sizes[name]
    ]
    keys = {number: lambda cell, value: [(names[cell], value)], region: span}
    made.exactly_one([number, region], covering=keys, name="span")
    for cell, value in grid.counts.items():
        made.given(number, cell=cell, value=value)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(), Regions()],
    answer=[written],
    example="""
4 4
2 - 3 1
4 1 - -
- - - -
- - 1 4
1 2 3 4
1 1 3 4
5 1 3 4
5 5 3 4

4 4
2 4 3 1
4 1 2 3
1 3 4 2
3 2 1 4
""",
    source="janko.at; rules as in puzzlekit",
)
