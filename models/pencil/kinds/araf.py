"""Araf: cut the grid into regions, each with exactly two of the numbers.

How many cells a region has lies between its two numbers, and is neither of them. A "?" stands for a
number that is not known.
"""

from __future__ import annotations

from itertools import combinations

from minuet.models import Answer, Puzzle

from ...errors import ModelError
from ..answers import area_outlines
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: which clues pair up, and for each cell the first clue of its region."""
    if not grid.clues:
        raise ModelError("no number, expected two for each region")
    made, clues, rows, whole = Puzzle("araf"), list(grid.clues), [], len(grid.cells)
    for one, other in combinations(clues, 2):
        low, *high = sorted(grid.counts[c] for c in (one, other) if c in grid.counts) or [whole + 1]
        spans = [(low + 1, high[0] - 1)] if high else [(2, low - 1), (low + 1, whole)]
        rows += [{"one": one, "other": other, "least": a, "most": b} for a, b in spans if a <= b]
    pair = made.choices("pair", rows)
    made.exactly_one(pair, covering=("one", "other"), over=clues)
    region = made.choices("region", cell=grid.cells, one=clues)
    made.exactly_one(region, by="cell")
    made.connected(region, by="cell", regions="one")
    made.agree(
        {
            pair: lambda one, other: {one: one, other: one},
            region: lambda cell, one: {cell: one} if cell in grid.clues else {},
        }
    )
    size = made.sum(region, by="one")
    made.compare(size, ">=", made.sum(pair, by="one", weight="least"), over=clues)
    made.compare(size, "<=", made.sum(pair, by="one", weight="most"), over=clues)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the first clue of each cell's region."""
    return {cell: f"{row}:{col}" for cell, (row, col) in answer["region"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[area_outlines],
    areas=True,
    example="""
4 4
- 2 - -
- - 2 -
- ? - -
- 5 - -

4 4
1 1 1 1
1 1 2 1
1 1 2 1
1 2 2 1
""",
    source="Inaba Naoki; rules as in pzprjs",
    link=Link("araf", Numbers()),
)
