"""Sukoro: some cells have numbers, each the number of its neighbours that have one.

Numbers hang together, and equal ones do not lie side by side. A `?` stands for some number.
"""

from __future__ import annotations

from itertools import combinations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..cells import edges
from ..clues import Cells
from ..grid import SIDES, Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Digits, Link
from ..passages import beyond
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: for each number on which sides its neighbours have some."""
    made = Puzzle("sukoro")
    subsets = ["".join(sides) for k in range(1, 5) for sides in combinations(SIDES, k)]
    fits = lambda cell, sides: (
        len(sides) == grid.counts.get(cell, len(sides))
        and all(grid.has(beyond(cell, side)) for side in sides)
    )
    number = made.choices("number", cell=grid.cells, sides=subsets, where=fits)
    empty = made.choices("empty", cell=[cell for cell in grid.cells if cell not in grid.clues])
    made.exactly_one([number, empty], by="cell", over=grid.cells)

    def filled(cell: Cell, sides: str) -> dict[Cell, bool]:
        return {cell: True} | {beyond(cell, side): side in sides for side in SIDES}

    made.agree({number: filled, empty: lambda cell: {cell: False}}, name="filled")
    made.connected(number, by="cell", name="together")
    around = lambda cell, sides: [(len(sides), edge) for edge in edges(cell)]
    made.at_most_one(number, covering=around, name="alike")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(len(sides)) for cell, sides in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[written],
    example="""
5 5
- - - - -
2 - 4 - -
- - - - 1
- - - - -
- 1 3 1 -

5 5
1 - 1 - 1
2 3 4 2 3
- 2 3 - 1
- - 2 - -
- 1 3 1 -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("sukoro", Digits()),
)
