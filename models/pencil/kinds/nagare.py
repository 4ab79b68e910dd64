"""Nagareru (flowing loop): draw a loop that runs in one direction, from cell to cell.

It runs straight through every arrow as the arrow points, and through no black cell. An arrow in a
black cell is a fan, which blows up to the next black cell: a loop that comes there turns at once as
the wind blows, and never runs against it. A loop that may run both ways is two.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..clues import Cells
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_characters import blanks_from
from ..link_codes import FewSigns, Link
from ..passages import BACK, DIRECTED, beyond, edge, flows, sides_of
from ..signs import ARROW_SYMBOLS, BLACK_ARROWS, BLACK_CELL, Signs, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: by which side the loop comes into each cell, and by which it leaves."""
    made, black = Puzzle("nagare"), {c for c, mark in grid.clues.items() if mark[0] == "x"}
    fans = [(cell, mark[1]) for cell, mark in grid.clues.items() if mark[1:]]
    blown = {(c, side) for at, side in fans for c in grid.ray(at, side, black)}

    def fits(cell: Cell, sides: str) -> bool:
        if any(not grid.has(beyond(cell, s)) or beyond(cell, s) in black for s in sides):
            return False
        if grid.marks[cell] in BACK:
            return sides == BACK[grid.marks[cell]] + grid.marks[cell]
        winds = [w for w in BACK if (cell, w) in blown] if sides else []
        return all(w != sides[0] and BACK[w] != sides[1] and {w, BACK[w]} & {*sides} for w in winds)

    free = [cell for cell in grid.cells if cell not in black]
    way = made.choices("way", cell=free, sides=DIRECTED, where=fits)
    made.exactly_one(way, by="cell", over=free)
    made.agree({way: flows}, name="border")
    made.one_loop(way, by=edge)
    return made


FANS = Signs({f"x{side}": look for side, look in BLACK_ARROWS.looks.items()})


class ArrowsAndFans(FewSigns):
    """Arrows, black cells and fans, 1 to 9; letters are blanks."""

    blanks = blanks_from("a")


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Cells(signs=FANS | ARROW_SYMBOLS | signs(x=BLACK_CELL))],
    answer=[loop_lines],
    example="""
5 5
- xe - - -
- - - w -
- - - x -
- - - xs -
- - xn - -

5 5
- - se ew sw
- - ne ew nw
- - - - -
- - - - -
- - - - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("nagare", ArrowsAndFans(("n", "s", "w", "e", "x", "xn", "xs", "xw", "xe"))),
)
