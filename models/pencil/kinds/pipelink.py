"""Pipelink: one loop passes through every cell, and may cross itself, straight on both times.

Some passages are printed.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..clues import Cells
from ..grid import Cell, Grid
from ..kind import Kind
from ..passages import PASSAGES, border, passages, sides_of
from ..signs import WORDS

CROSSING = "nsew"


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell; a crossing is two edges."""
    made = Puzzle("pipelink")
    way = passages(made, grid, (*PASSAGES, CROSSING))
    for cell, clue in grid.clues.items():
        made.given(
            way, cell=cell, sides=next(s for s in (*PASSAGES, CROSSING) if set(s) == set(clue))
        )

    def pipes(cell: Cell, sides: str) -> list[tuple[Cell, Cell]]:
        ends = [border(cell, side) for side in sides]
        return list(zip(ends[::2], ends[1::2], strict=True))

    made.one_loop(way, covering=pipes)
    return made


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Cells(signs=WORDS)],
    answer=[loop_lines],
    example="""
4 4
se - - -
- se - nw
- - - -
- - - nw

4 4
se ew ew sw
ns se ew nw
ns ne ew sw
ne ew ew nw
""",
    source="",
)
