"""Pentopia: lay some pieces of the bank, so that none touches another, not even at a corner.

They may be turned and mirrored. Arrows point to all of the nearest cells of pieces that are seen
from them along rows and columns; no piece lies on arrows, or on a `?`. The words behind the size
draw the pieces, as in `xxx/x..`.
"""

from __future__ import annotations

from collections.abc import Iterable

from minuet.models import Puzzle

from ...picture.picture import Place, Shape, Text
from ..answers import shaded
from ..clues import Cells
from ..grid import SIDES, Cell, Grid
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import DIRECTIONS, Bank, Link, Numbers
from ..pieces import cells_of_pieces, lay_pieces
from ..signs import ARROW_TEXTS, UNKNOWN, Pattern, Signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: where pieces lie, and how far each clue sees the nearest."""
    made, clues = Puzzle("pentopia"), grid.clues
    piece, bare, copies = lay_pieces(made, grid, set(grid.cells) - clues.keys(), grid.cells)
    made.at_most(copies, piece, by="shape")
    corners = lambda cells: {corner for cell in cells for corner in grid.corners(cell)}
    made.at_most_one(piece, covering=corners, name="apart")
    arrowed = [cell for cell, arrows in clues.items() if arrows != "?"]
    rows = [
        {"clue": cell, "seen": seen(grid, cell, far)}
        for cell in arrowed
        for far in range(min(len(grid.ray(cell, side)) for side in clues[cell]))
    ]
    sight = made.choices("sight", rows)
    made.exactly_one(sight, by="clue", over=arrowed)
    covered = {piece: lambda cells: dict.fromkeys(cells, True), bare: lambda cell: {cell: False}}
    made.agree({**covered, sight: lambda seen: dict(seen)}, name="seen")
    return made


def seen(grid: Grid, cell: Cell, far: int) -> tuple[tuple[Cell, bool], ...]:
    """Return which cells have pieces, and which none, if the nearest ones are so far away."""
    sides = [(side, grid.ray(cell, side)[: far + 1]) for side in SIDES]
    arrows = grid.clues[cell]
    return tuple((c, k == far and side in arrows) for side, ray in sides for k, c in enumerate(ray))


def _draw_arrows(place: Place, mark: str) -> Iterable[Shape]:
    yield Text(place, "".join(ARROW_TEXTS[side] for side in mark), "given")


ARROWS = Signs(
    {"?": UNKNOWN},
    {"(?=.)n?s?w?e?": Pattern("arrows, as in nw", _draw_arrows)},
)
_NUMBERS = {
    number: "".join(side for k, side in enumerate(DIRECTIONS) if number >> k & 1)
    for number in range(1, 16)
}


KIND = Kind(
    __name__,
    puzzle,
    cells_of_pieces,
    clues=[Cells(signs=ARROWS)],
    head=["the pieces, as xxx/x..", "..."],
    answer=[shaded],
    example="""
6 6 xxx xxx/x.. xx./.xx xx/xx xxxx
- - se - - -
- - e - - -
- w - - - -
- - - - - w
- - - - - -
- - nw - - -

6 6
- - - - - x
- - - x x x
x - - - - -
x - x x x -
x - - - - -
x - - - - -
""",
    source="contests; rules as in pzprjs",
    link=Link("pentopia", Bank(Numbers(names=_NUMBERS | {NO_NUMBER: "?"}))),
)
