"""Putteria: write into one cell of each region how many cells the region has.

No two numbers lie side by side, and equal ones are in different rows and columns.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..cells import cells_by, edges
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Borders, Link, Numbers
from ..signs import HOLE, NUMBERS, Look, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may have the number of its region."""
    made, names = Puzzle("putteria"), grid.regions
    sizes = {name: len(cells) for name, cells in cells_by(names).items()}
    rows = [
        {"cell": cell, "value": sizes[names[cell]]}
        for cell in grid.cells
        if grid.marks[cell] != "x"
    ]
    number = made.choices("number", rows)
    made.exactly_one(number, by=lambda cell: names[cell], over=sizes)
    made.at_most_one(number, covering=lambda cell: edges(cell), name="beside")
    lines = lambda cell, value: [(axis, place, value) for axis, place in enumerate(cell)]
    made.at_most_one(number, covering=lines, name="line")
    for cell, value in grid.counts.items():
        made.given(number, cell=cell, value=value)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


BARE = Look(HOLE.draw, surface=HOLE.surface, text=("?",))


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | signs(x=BARE)), Regions()],
    answer=[written],
    example="""
5 5
- - - - -
- - - - -
- - - - -
- - - - -
x - - - x
1 1 1 1 2
3 1 4 2 2
3 4 4 4 4
3 5 5 5 6
5 5 7 6 6

5 5
5 - - - -
- - - 3 -
3 - 5 - -
- 5 - - 3
- - 1 - -
""",
    source="rules as in pzprjs",
    link=Link("putteria", Borders(), Numbers(names={NO_NUMBER: "x"})),
)
