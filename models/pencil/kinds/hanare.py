"""Hanare: put a number into one cell of each region, that is, how many cells the region has.

Where two numbers follow each other in a row or column, as many empty cells lie between them as they
differ by.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

from minuet.models import Answer, Puzzle

from ..answers import written
from ..clues import Cells, Regions
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell; two at a wrong distance have one between them."""
    made, region = Puzzle("hanare"), grid.regions
    size = Counter(region.values())
    number = made.choices("number", cell=grid.cells)
    made.exactly_one(number, by=lambda cell: region[cell], name="region")
    for cell in grid.clues:
        made.given(number, cell=cell)
    wrong_clue = {c for c, n in grid.counts.items() if n != size[region[c]]}
    made.forbid(number, where=lambda cell: cell in wrong_clue)
    wrong: dict[object, dict[Cell, int]] = {}
    for cell, side in product(grid.cells, "es"):
        line = grid.ray(cell, side)
        for far, other in enumerate(line):
            if far != abs(size[region[cell]] - size[region[other]]):
                wrong[cell, other] = {cell: 1, other: 1} | dict.fromkeys(line[:far], -1)

    def weights(cell: Cell) -> dict[object, int]:
        return {key: weight[cell] for key, weight in wrong.items() if cell in weight}

    made.at_most(1, number, covering=weights)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    size = Counter(grid.regions.values())
    return {cell: str(size[grid.regions[cell]]) for (cell,) in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS), Regions()],
    answer=[written],
    example="""
4 4
- - - -
- - - -
- 5 - -
- - - -
2 2 5 1
2 2 5 1
4 4 4 1
3 4 4 1

4 4
- 4 - -
- - 2 -
- 5 - 4
1 - - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("hanare", Borders(), Numbers()),
)
