"""Pipelink: one loop passes through every cell, and may cross itself, straight on both times.

Some passages are printed.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Cell, Grid
from ..passages import PASSAGES, border, passages, sides_of

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


solution = sides_of
