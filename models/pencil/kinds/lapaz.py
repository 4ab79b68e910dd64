"""La Paz: cut the grid into pairs of cells side by side and single black cells.

No two black cells share a side. Numbers are in pairs; one in a horizontal pair says how many cells
of its row are black, one in a vertical pair how many of its column are. Cells marked `x` are no
part of the grid and end rows and columns.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import areas_but, shaded
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers, OptionalBits
from ..signs import BLACK_CELL, NUMBERS, UNKNOWN, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the pairs and the black cells."""
    made, holes = Puzzle("la paz"), [cell for cell in grid.cells if grid.marks[cell] == "x"]
    free = [cell for cell in grid.cells if cell not in holes]
    rows = [p for cell in free for p in grid.pairs(cell) if p[0] == cell and p[1] not in holes]
    pair = made.choices("pair", cells=rows)
    black = made.choices("black", cell=[cell for cell in free if cell not in grid.clues])
    made.exactly_one([pair, black], covering={pair: "cells", black: lambda cell: [cell]}, over=free)
    made.at_most_one(black, covering=grid.pairs)
    for clue, number in grid.counts.items():
        for sides in "we", "ns":
            line = {cell for side in sides for cell in grid.ray(clue, side, holes)}
            inside = lambda cell, line=line: True if cell in line else None
            own = [p for p in rows if clue in p and {*p} <= line | {clue}]
            count = made.exactly({True: number}, black, by=inside)
            made.if_chosen(pair.where(lambda cells, own=own: cells in own), count)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells, and a number for each pair."""
    marks = {cell: str(k) for k, (cells,) in enumerate(answer["pair"]) for cell in cells}
    return marks | {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | signs(**{"x": BLACK_CELL, "?": UNKNOWN}))],
    vacant=lambda grid: [cell for cell, mark in grid.marks.items() if mark == "x"],
    answer=[shaded, areas_but("x")],
    example="""
4 4
- 2 - -
- - - -
0 - - 2
- - 1 -

4 4
x 0 0 x
1 1 x 2
3 3 4 2
5 5 4 x
""",
    source="rules as in pzprjs",
    link=Link("lapaz", Numbers(others="x"), OptionalBits("x")),
)
