"""Suguru: the n cells of a region have the numbers 1 to n.

Equal numbers do not touch, not even at a corner. Cells with an `x` have none.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..cells import cells_by, squares
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, Numbers, OptionalBits
from ..signs import ANY_NUMBERS, HOLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell; no block of 2x2 cells has one twice."""
    made = Puzzle("suguru")
    names = {cell: grid.regions[cell] for cell in grid.cells if grid.marks[cell] != "x"}
    sizes = {name: len(cells) for name, cells in cells_by(names).items()}
    fits = lambda cell, value: value <= sizes[names[cell]] and value == grid.counts.get(cell, value)
    number = made.choices(
        "number", cell=list(names), value=range(1, max(sizes.values()) + 1), where=fits
    )
    made.exactly_one(number, by="cell", over=names)
    made.exactly_one(number, by=lambda cell, value: (names[cell], value), name="region")
    blocks = lambda cell, value: [(block, value) for block in squares(grid.rows, grid.cols, cell)]
    made.at_most_one(number, covering=blocks, name="touching")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS | signs(x=HOLE)), Regions(apart=("x",))],
    answer=[written],
    example="""
5 5
- 2 - - -
- - - - -
- - - 1 -
- - - 4 -
- - - - -
1 2 2 3 3
1 2 2 3 3
1 4 4 4 4
1 5 4 6 6
5 5 5 6 6

5 5
4 2 4 1 3
3 1 3 2 4
2 4 5 1 3
1 3 2 4 2
2 4 1 3 1
""",
    source="Naoki Inaba (Number Block); rules as in pzprjs",
    link=Link("suguru", Borders(bare=("x",), then=(Numbers(others=("x",)), OptionalBits()))),
)
