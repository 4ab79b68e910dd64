"""Statue park: lay all pieces of the bank, so that none shares a side with another.

They may be turned and mirrored. A piece lies on each black circle and none on a white one; the
cells without pieces hang together. The words behind the size draw the pieces, as in `xxx/x..`.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import shaded
from ..cells import edges
from ..clues import Cells
from ..grid import Grid
from ..kind import Kind
from ..link_codes import Bank, Circles, Link
from ..pieces import cells_of_pieces, lay_pieces
from ..signs import BLACK_CIRCLE, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: where each piece lies, and the cells without one."""
    made, circles = Puzzle("statue park"), grid.marks
    board, bare = ([cell for cell in grid.cells if circles[cell] != color] for color in "wb")
    piece, park, copies = lay_pieces(made, grid, board, bare)
    made.exactly(copies, piece, by="shape")
    made.at_most_one(piece, covering=lambda cells: set(edges(*cells)), name="apart")
    made.connected(park, by="cell")
    return made


KIND = Kind(
    __name__,
    puzzle,
    cells_of_pieces,
    clues=[Cells(signs=signs(w=WHITE_CIRCLE, b=BLACK_CIRCLE))],
    head=["the pieces, as xxx/x..", "..."],
    answer=[shaded],
    example="""
6 6 xxx xxx/x.. xx./.xx xx/xx xxxx
- - - - w -
- - b - - -
- w w b w -
- - - - - -
- - - - - -
- - w - - b

6 6
x - x - - x
x - x x - x
x - - x - x
- - - - - x
x x - x - -
x x - x x x
""",
    source="Gavriel Hirsch; rules as in pzprjs",
    link=Link("statuepark", Bank(Circles())),
)
