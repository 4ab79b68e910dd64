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
from ..reach import area_sizes, area_starts
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number and the first cell of the region for each cell, and each size."""
    made, cells, span = Puzzle("fillomino"), grid.cells, area_sizes(grid)
    begin, values = area_starts(span), sorted(set().union(*span.values()))
    fits = lambda cell, value: value in span[cell]
    number = made.choices("number", cell=cells, value=values, where=fits)
    size = made.choices("size", cell=cells, value=values, where=fits)
    starts = lambda cell, value: value in begin[cell]
    region = made.choices("region", cell=cells, value=cells, where=starts)
    joined = made.choices("joined", e={pair for c in cells for pair in grid.pairs(c)})
    made.connected(region, by="cell", regions="value")
    made.compare(made.sum(region, by="value"), "==", made.sum(size, by="cell", weight="value"))
    made.implies(size.where(), number.where(), by=("cell", "value"))
    made.implies(size.where(), region.where(lambda cell, value: cell == value), by="cell")
    for table, own in (number, span), (region, begin):
        made.exactly_one(table, by="cell")
        first = lambda cell, value: [(e, value) for e in grid.pairs(cell) if e[0] == cell]
        second = lambda cell, value: [(e, value) for e in grid.pairs(cell) if e[1] == cell]
        item, other = table.where().covering(first), table.where().covering(second)
        both = joined.where().covering(lambda e, own=own: [(e, v) for v in own[e[0]] | own[e[1]]])
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
