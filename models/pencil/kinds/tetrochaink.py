"""Tetro chain K: put tetrominoes into the grid that hang together by their corners alone.

Two of one shape, turned and mirrored ones too, do not touch. Of the cells that a black circle
touches most have pieces, at a white one most have none, and at a gray one as many have as have
none.
"""

from __future__ import annotations

from minuet.models import Puzzle
from minuet.models.packings import polyominoes

from ..answers import shaded
from ..cells import edges, majorities
from ..clues import Cells, dotted
from ..grid import Grid
from ..kind import Kind
from ..link_codes import DotPairs, Link
from ..pieces import cells_of_pieces, pieces
from ..signs import BLACK_CIRCLE, SHADES, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each place of a piece."""
    made = Puzzle("tetrochaink")
    piece = made.choices("piece", pieces(grid.cells, polyominoes(4)))
    made.at_most_one(piece, covering=lambda cells: {*edges(*cells)}, name="apart")
    corners = lambda shape, cells: {(shape, item) for cell in cells for item in grid.corners(cell)}
    made.at_most_one(piece, covering=corners, name="alike")
    made.connected(piece, covering="cells", along={cell: grid.around(cell) for cell in grid.cells})
    touching = lambda cells: [dot for cell in cells for dot in grid.dots_at(cell)]
    made.between(majorities(grid), piece, covering=touching, name="circle")
    return made


KIND = Kind(
    __name__,
    puzzle,
    cells_of_pieces,
    clues=[Cells(signs=signs(b=BLACK_CIRCLE, w=WHITE_CIRCLE)), *dotted(SHADES)[1:]],
    answer=[shaded],
    example="""
5 5
- - - - -
- - - - -
- - - - -
- - - - -
- b - - -
- g - -
- w - -
- - - -
- - - -
- - - -
- - - - -
- - - - -
- - - b -
- - - - -
- - - -
- - - -
- - - -
- - w -

5 5
- - x x x
- - - - x
- - x x -
x x - x x
x x - - -
""",
    source="Naoki Inaba; rules as in pzprjs",
    link=Link("tetrochaink", DotPairs()),
)
