"""Fillomino: write a number into each cell; equal numbers that hang together are a region.

The number is how many cells its region has, so two regions of one size do not share a side. A
region may have several of the given numbers, or none.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import area_outlines, written
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number and the first cell of the region for each cell, and each size."""
    made, span = Puzzle("fillomino"), range(1, len(grid.cells) + 1)
    fits = lambda cell, value: value == grid.counts.get(cell, value)
    number = made.choices("number", cell=grid.cells, value=span, where=fits)
    size = made.choices("size", cell=grid.cells, value=span, where=fits)
    earlier = lambda cell, value: value <= cell
    region = made.choices("region", cell=grid.cells, value=grid.cells, where=earlier)
    joined = made.choices("joined", edge={pair for c in grid.cells for pair in grid.pairs(c)})
    made.connected(region, by="cell", regions="value")
    made.at_most_one(size, by="cell")
    made.compare(made.sum(region, by="value"), "==", made.sum(size, by="cell", weight="value"))
    made.implies(size.where(), number.where(), by=("cell", "value"))
    made.implies(size.where(), region.where(lambda cell, value: cell == value), by="cell")
    for table, values in (number, span), (region, grid.cells):
        made.exactly_one(table, by="cell")
        first = lambda cell, value: [(e, value) for e in grid.pairs(cell) if e[0] == cell]
        second = lambda cell, value: [(e, value) for e in grid.pairs(cell) if e[1] == cell]
        item, other = table.where().covering(first), table.where().covering(second)
        both = joined.where().covering(lambda edge, values=values: [(edge, v) for v in values])
        made.implies(item & other, both)
        made.implies(item & both, other)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[area_outlines, written],
    example="""
4 4
4 - - 1
3 - - -
- - 3 -
- 3 - -

4 4
4 4 4 1
3 3 4 2
3 1 3 2
1 3 3 1
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("fillomino", Numbers()),
)
