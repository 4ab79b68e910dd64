"""Snake: the black cells are one snake that does not touch itself, not even at a corner.

Its ends are marked `x`, or one of them is, or none; cells marked `o` are in it, but no ends. The
numbers outside say how many cells it has in the columns, in the first line, and in the rows, in
the second.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Answer, Puzzle

from ..answers import tinted
from ..cells import edges
from ..clues import Cells, Outside
from ..grid import SIDES, Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Circles, Link, Numbers
from ..passages import PASSAGES, beyond, edge, passages
from ..signs import ANY_NUMBERS, BLACK_CIRCLE, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the snake passes through each cell; its ends have one side."""
    made, marks = Puzzle("snake"), grid.clues
    ends = [cell for cell, mark in marks.items() if mark == "x"]
    way = passages(made, grid, ("", *SIDES, *PASSAGES), through=marks)
    inner = [c for c in grid.cells if marks.get(c) == "o" or (len(ends) == 2 and c not in ends)]
    made.forbid(way, where=lambda cell, sides: len(sides) == 1 and cell in inner)
    made.forbid(way, where=lambda cell, sides: len(sides) == 2 and cell in ends)
    made.path(way, by=edge)

    def bare(cell: Cell, sides: str) -> list[object]:
        crossed = {tuple(sorted((cell, beyond(cell, side)))) for side in sides}
        corners = [
            ((cell[0] + (y == "s"), cell[1] + (x == "e")), (y == "s") == (x == "e"))
            for y, x in product("ns", "ew")
            if y not in sides and x not in sides
        ]
        return [*(set(edges(cell)) - crossed), *corners] if sides else []

    made.at_most_one(way, covering=bare, name="touching")
    counts = grid.outside
    lines = lambda cell, sides: [key for key in enumerate(cell) if sides and key in counts]
    made.exactly(counts, way, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells of the snake."""
    return {cell: "x" for cell, sides in answer["way"] if sides}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[
        Outside("top", ANY_NUMBERS),
        Outside("left", ANY_NUMBERS),
        Cells(signs=signs(x=BLACK_CIRCLE, o=WHITE_CIRCLE)),
    ],
    answer=[tinted],
    example="""
5 5
0 3 1 1 5
4 2 2 1 1
- - - - -
- - - - -
- x - - -
- - - - -
- - - - x

5 5
- x x x x
- x - - x
- x - - x
- - - - x
- - - - x
""",
    source="contests; rules as in pzprjs",
    link=Link("snake", Circles(("o", "x")), Numbers(("top", "left"), {})),
)
