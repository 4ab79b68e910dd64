"""Sukoro room: some cells have numbers, each the number of its neighbors that have one.

All cells of a region have numbers, and these differ, or none has. All numbers hang together.
"""

from __future__ import annotations

from itertools import combinations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..clues import Cells, Regions
from ..grid import BLANKS, SIDES, Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Digits, Link
from ..passages import beyond
from ..signs import FILLED_OR_EMPTY, NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: for each number on which sides its neighbors have some."""
    made, region = Puzzle("sukororoom"), grid.regions
    subsets = ["".join(sides) for k in range(1, 5) for sides in combinations(SIDES, k)]
    fits = lambda cell, sides: (
        len(sides) == grid.counts.get(cell, len(sides))
        and all(grid.has(beyond(cell, side)) for side in sides)
        and grid.marks[cell] != "x"
    )
    number = made.choices("number", cell=grid.cells, sides=subsets, where=fits)
    empty = made.choices("empty", cell=[c for c in grid.cells if grid.marks[c] in (*BLANKS, "x")])
    made.exactly_one([number, empty], by="cell", over=grid.cells)

    def filled(cell: Cell, sides: str) -> dict[object, bool]:
        around = ((beyond(cell, side), side in sides) for side in SIDES)
        return dict([(cell, True), (region[cell], True), *around])

    made.agree({number: filled, empty: lambda cell: {cell: False, region[cell]: False}})
    made.connected(number, by="cell", name="together")
    made.at_least(1, number, name="any")
    made.at_most_one(number, by=lambda cell, sides: (region[cell], len(sides)), name="differ")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(len(sides)) for cell, sides in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | FILLED_OR_EMPTY), Regions()],
    answer=[written],
    example="""
4 4
- - - -
- - - -
- - - ?
- - - -
1 1 2 2
3 3 2 4
5 3 6 6
5 6 6 7

4 4
- - 2 1
2 3 3 -
3 4 4 1
2 3 2 -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("sukororoom", Borders(), Digits()),
)
