"""Masyu: draw one loop from cell to cell through all pearls.

At a black pearl it turns, and goes straight on through the cells before and behind. Through a
white one it goes straight, and it turns in the cell before or in the one behind. With the word
"full" behind the size it passes through all cells.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..clues import Cells
from ..grid import Grid
from ..kind import Kind
from ..link_codes import Circles, Link, NoHead
from ..passages import BENT, STRAIGHT, beyond, loop, sides_of
from ..signs import BLACK_CIRCLE, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell."""
    made = Puzzle("masyu")
    way = loop(made, grid, through=grid.cells if grid.head else grid.clues)
    for cell, color in grid.clues.items():
        pearl, near = (BENT, STRAIGHT) if color in ("b", "2") else (STRAIGHT, BENT)
        made.any_of(way.where(cell=cell, sides=lambda sides, pearl=pearl: sides in pearl))
        for own in pearl:
            cells = [beyond(cell, side) for side in own]
            if all(map(grid.has, cells)):
                here = way.where(cell=cell, sides=own)
                first, other = (
                    way.where(cell=c, sides=lambda s, near=near: s in near) for c in cells
                )
                made.implies(here, first & other if pearl is BENT else first | other)
    return made


PEARLS = signs(w=WHITE_CIRCLE, b=BLACK_CIRCLE, **{"1": WHITE_CIRCLE, "2": BLACK_CIRCLE})


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Cells(signs=PEARLS)],
    variants={"full": "the loop passes through all cells"},
    answer=[loop_lines],
    example="""
5 5
- - - - b
- w - - w
w - - b -
- - - w -
- w - - -

5 5
- - se ew sw
se ew nw - ns
ns se ew sw ns
ns ne sw ns ns
ne ew nw ne nw
""",
    source="Nikoli; as pzprjs has it",
    link=Link("mashu", Circles(), NoHead(), also=("masyu", "pearl")),
)
