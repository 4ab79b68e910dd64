"""Roma: put an arrow into each empty cell, so that whoever follows the arrows comes to a circle.

An arrow points to the cell beside it. The arrows of a region differ; some are given.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..clues import Cells, Regions
from ..grid import SIDES, Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Digits, Link
from ..passages import beyond
from ..signs import ARROW_SYMBOLS, BLACK_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the arrow of each cell; steps without a loop come to a circle."""
    made = Puzzle("roma")
    cells = [cell for cell in grid.cells if grid.marks[cell] != "o"]
    fits = lambda cell, way: grid.clues.get(cell, way) == way and grid.has(beyond(cell, way))
    arrow = made.choices("arrow", cell=cells, way=list(SIDES), where=fits)
    made.exactly_one(arrow, by="cell", over=cells)
    made.at_most_one(arrow, by=lambda cell, way: (grid.regions[cell], way), name="region")
    step = lambda cell, way: tuple(sorted([cell, beyond(cell, way)]))
    made.at_most_one(arrow, by=step, name="there and back")
    made.acyclic(arrow, by=step)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the arrows."""
    return dict(answer["arrow"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ARROW_SYMBOLS | signs(o=BLACK_CIRCLE)), Regions()],
    answer=[marked(**ARROW_SYMBOLS.looks)],
    example="""
4 4
- - - -
o - - -
o - - -
- - - -
1 2 2 2
1 2 3 4
1 5 5 4
1 5 5 4

4 4
s w e s
- n w s
- s n w
n w e n
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("roma", Borders(), Digits(names=dict(enumerate("nsweo", 1))), also=("rome",)),
)
