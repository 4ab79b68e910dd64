"""Portal loop: draw a loop through all white cells; two equal numbers are the ends of a portal.

A loop that comes to a number goes on from the other one in the same direction. It runs straight
through a `?`.
"""

from __future__ import annotations

from collections.abc import Sequence

from minuet.models import Puzzle

from ..answers import loop_lines
from ..cells import pairs_by
from ..clues import Cells
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_codes import Link, Numbers, OptionalBits
from ..passages import BACK, STRAIGHT, beyond, edge, over_border, passages, sides_of
from ..signs import BLACK_CELL, POSITIVE, UNKNOWN, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell; by one side where a portal is."""
    made, number = Puzzle("portal"), grid.counts
    first = {n: cells[0] for n, cells in pairs_by(number).items()}
    exits = {c: [s for s in BACK if number.get(beyond(c, s)) != n] for c, n in number.items()}
    straight = {cell: STRAIGHT for cell, mark in grid.clues.items() if mark == "?"}
    only: dict[Cell, Sequence[str]] = {**exits, **straight}
    black = [cell for cell in grid.cells if grid.marks[cell] == "x"]
    through = set(grid.cells) - set(black)
    way = passages(made, grid, through=through, barred=black, only=only, agree=False)
    twin = {(2 * r, 2 * c): (2 * first[n][0], 2 * first[n][1]) for (r, c), n in number.items()}

    def crossed(cell: Cell, sides: str) -> dict[Cell, object]:
        at = 2 * cell[0], 2 * cell[1]
        portal = {twin[at]: sides if twin[at] == at else BACK[sides]} if at in twin else {}
        return {**over_border(cell, sides), **portal}

    made.agree({way: crossed}, name="border")
    ends = lambda cell, sides: [twin.get(e, e) for e in edge(cell, sides) or ()] or None
    made.one_loop(way, by=ends)
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
