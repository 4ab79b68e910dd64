"""Masyu: draw one loop from cell to cell through all pearls.

At a black pearl it turns, and goes straight on through the cells before and behind. Through a
white one it goes straight, and it turns in the cell before or in the one behind. With the word
"full" behind the size it passes through all cells.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..clues import Cells
from ..grid import SIDES, Cell, Grid
from ..kind import Kind
from ..link_codes import Circles, Link, NoHead
from ..passages import BENT, STRAIGHT, beyond, border, loop, sides_of
from ..signs import BLACK_CIRCLE, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell."""
    made = Puzzle("masyu")
    pearls = {cell: BENT if mark in ("b", "2") else STRAIGHT for cell, mark in grid.clues.items()}
    through = grid.cells if grid.head else pearls
    way = loop(made, grid, through=through, only=pearls)

    beside = {cell: [(beyond(cell, side), side) for side in SIDES] for cell in grid.cells}
    black, white = (
        {
            cell: [(c, side) for c, side in near if pearls.get(c) is kind]
            for cell, near in beside.items()
        }
        for kind in (BENT, STRAIGHT)
    )

    def turning(cell: Cell, sides: str) -> list[tuple[Cell, Cell]]:
        near = black[cell] if sides in BENT else []
        own = [(cell, side) for side in sides] if pearls.get(cell) is BENT else []
        return [(c, border(cell, side)) for c, side in (*near, *own)]

    # Beside a black pearl the loop goes straight on; not straight both before and behind a white.
    made.at_most_one(way, covering=turning, name="black")

    def straight(cell: Cell, sides: str) -> list[tuple[Cell, bool]]:
        near = [(c, side in "ns") for c, side in white[cell]]
        own = [(cell, sides == "ns")] * (pearls.get(cell) is STRAIGHT)
        return [*near, *own] if sides in STRAIGHT else []

    made.at_most(2, way, covering=straight, name="white")
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
