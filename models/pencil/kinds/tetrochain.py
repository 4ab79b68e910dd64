"""Tetro chain Y: put tetrominoes into the grid that hang together by their corners alone.

Two of one shape, turned and mirrored ones too, do not touch. A number with an arrow, which no piece
covers, says how many cells have pieces as one looks along it.
"""

from __future__ import annotations

from minuet.models import Puzzle
from minuet.models.packings import polyominoes

from ..answers import shaded
from ..cells import edges
from ..clues import Cells
from ..grid import Grid
from ..kind import Kind
from ..link_codes import ArrowNumbers, Link
from ..pieces import cells_of_pieces, pieces
from ..signs import ARROW_CLUES


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each place of a piece."""
    made = Puzzle("tetrochain")
    free = [cell for cell in grid.cells if cell not in grid.clues]
    piece = made.choices("piece", pieces(free, polyominoes(4)))
    made.at_most_one(piece, covering=lambda cells: {*edges(*cells)}, name="apart")
    corners = lambda shape, cells: {(shape, item) for cell in cells for item in grid.corners(cell)}
    made.at_most_one(piece, covering=corners, name="alike")
    made.connected(piece, covering="cells", along={cell: grid.around(cell) for cell in grid.cells})
    clues = [(cell, clue) for cell, clue in grid.clues.items() if clue.strip("?nesw")]
    seen = {cell: grid.ray(cell, clue[-1]) for cell, clue in clues}
    counts = {cell: int(clue[:-1]) for cell, clue in clues}
    looking = lambda cells: [clue for clue in seen for cell in cells if cell in seen[clue]]
    made.exactly(counts, piece, covering=looking, name="number")
    return made


KIND = Kind(
    __name__,
    puzzle,
    cells_of_pieces,
    clues=[Cells(signs=ARROW_CLUES)],
    answer=[shaded],
    example="""
5 5
- - - - -
- - - - -
4e - - - -
- - - - -
- 2n - - -

5 5
x x x - -
x - - - -
- x x x x
- - - - -
- - - - -
""",
    source="Naoki Inaba; rules as in pzprjs",
    link=Link("tetrochain", ArrowNumbers()),
)
