"""Snake: the black cells are one snake that does not touch itself, not even at a corner.

Its ends are marked `x`, or one of them is, or none; cells marked `o` are in it, but no ends. The
numbers outside say how many cells it has in the columns, in the first line, and in the rows, in
the second.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import tinted
from ..cells import diagonals
from ..clues import Cells, Outside
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Circles, Link, Numbers
from ..signs import ANY_NUMBERS, BLACK_CIRCLE, WHITE_CIRCLE, signs

SIGNS = {"end": "x", "middle": "o"}  # how the parts of the snake are marked


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: whether each cell is in the snake, and there in its middle or an end."""
    made, marks, every = Puzzle("snake"), grid.clues, ("", "end", "middle")
    fits = lambda cell, part: marks.get(cell, part) in (part, SIGNS.get(part))
    cell = made.choices("cell", cell=grid.cells, part=every, where=fits)
    made.exactly_one(cell, by="cell", over=grid.cells)
    made.exactly(2, cell, by=lambda part: True if part == "end" else None, over=[True], name="ends")
    made.connected(cell, by=lambda cell, part: cell if part else None, name="together")

    def beside(cell: Cell, part: str, own: dict[str, int]) -> dict[Cell, int]:
        return dict.fromkeys(grid.beside(cell), 1) | {cell: own[part]} if part else {}

    # An end has one cell of the snake beside it, a cell of its middle two.
    at_least, at_most = {"end": -1, "middle": -2}, {"end": 3, "middle": 2}
    made.at_least(0, cell, covering=lambda cell, part: beside(cell, part, at_least), name="joined")
    made.at_most(4, cell, covering=lambda cell, part: beside(cell, part, at_most), name="apart")
    corner = lambda cell, part: diagonals(grid.rows, grid.cols, cell) if part else {}
    made.at_most(1, cell, covering=corner, name="corner")
    counts = grid.outside
    lines = lambda cell, part: [key for key in enumerate(cell) if part and key in counts]
    made.exactly(counts, cell, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells of the snake."""
    return {cell: "x" for cell, part in answer["cell"] if part}


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
