"""Nurimisaki: white cells hang together; only those with a circle have just one white neighbour.

A number in a circle says how many white cells one sees from there, its own included. No block of
2x2 cells is of one color.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import squares
from ..clues import Cells
from ..grid import SIDES, Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a color for each cell, and how far one sees from each circle."""
    made, rows = Puzzle("nurimisaki"), []
    cell = made.choices("cell", cell=grid.cells, white=(True, False))
    made.exactly_one(cell, by="cell")
    made.connected(cell, by=lambda cell, white: cell if white else None, name="white")
    blocks = lambda cell, white: [(item, white) for item in squares(grid.rows, grid.cols, cell)]
    made.at_most(3, cell, covering=blocks, name="block")
    for circle in grid.clues:
        for ray in [[circle, *grid.ray(circle, side)] for side in SIDES]:
            for far in range(2, len(ray) + 1):
                seen = dict.fromkeys([*grid.beside(circle), *ray[: far + 1]], False)
                seen |= dict.fromkeys(ray[:far], True)
                rows.append({"circle": circle, "far": far, "seen": tuple(seen.items())})
    right = lambda circle, far: far == grid.counts.get(circle, far)
    view = made.choices("view", rows, where=right)
    made.exactly_one(view, by="circle", over=grid.clues)
    made.agree({cell: lambda cell, white: {cell: white}, view: "seen"})

    def beside(cell: Cell, white: bool) -> dict[Cell, int]:
        both = dict.fromkeys(grid.beside(cell), 1) | {cell: -2}
        return {c: weight for c, weight in both.items() if white and c not in grid.clues}

    made.at_least(0, cell, covering=beside, name="beside")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for cell, white in answer["cell"] if not white}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[shaded],
    example="""
5 5
- - 3 - -
- 3 - - -
- - - ? -
- - - - -
2 - - - -

5 5
x x - - -
x - x x -
x - x - -
- - - x -
- x - - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("nurimisaki", Numbers()),
)
