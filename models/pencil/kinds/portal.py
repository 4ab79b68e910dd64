"""Portal loop: draw a loop through all white cells; two equal numbers are the ends of a portal.

A loop that comes to a number goes on from the other one in the same direction. It runs straight
through a `?`.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ...errors import ModelError
from ..answers import loop_lines
from ..clues import Cells
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_codes import Link, Numbers, OptionalBits
from ..passages import BACK, STRAIGHT, beyond, border, over_border, passages, sides_of
from ..signs import BLACK_CELL, POSITIVE, UNKNOWN, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell; by one side where a portal is."""
    made, first = Puzzle("portal"), dict[int, Cell]()
    for cell, number in grid.counts.items():
        first.setdefault(number, cell)
        if list(grid.counts.values()).count(number) != 2:
            raise ModelError(f"the number {number}, expected it twice")
    only = {
        cell: [s for s in BACK if grid.marks.get(beyond(cell, s)) != mark]
        if mark != "?"
        else STRAIGHT
        for cell, mark in grid.clues.items()
        if mark != "x"
    }
    black = [cell for cell in grid.cells if grid.marks[cell] == "x"]
    through = set(grid.cells) - set(black)
    way = passages(made, grid, through=through, barred=black, only=only, agree=False)
    ends = {cell: (2 * at[0], 2 * at[1]) for cell, n in grid.counts.items() for at in [first[n]]}

    def crossed(cell: Cell, sides: str) -> dict[Cell, object]:
        same = cell == first.get(grid.counts.get(cell, 0))
        portal = {ends[cell]: sides if same else BACK[sides]} if cell in ends else {}
        return over_border(cell, sides) | portal

    made.agree({way: crossed}, name="border")
    edge = lambda cell, sides: [*(border(cell, s) for s in sides), ends.get(cell)][:2]
    made.one_loop(way, by=lambda cell, sides: edge(cell, sides) if sides else None)
    return made


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Cells(signs=POSITIVE | signs(x=BLACK_CELL, **{"?": UNKNOWN}))],
    answer=[loop_lines],
    example="""
5 5
- - 2 - -
- - - - -
- - - 1 ?
- - - - -
2 - 1 - -

5 5
se ew w se sw
ne ew ew nw ns
se ew sw s ns
ne sw ns ns ns
e nw n ne nw
""",
    source="contests; rules as in pzprjs",
    link=Link("portal", Numbers(others=("x",)), OptionalBits()),
)
