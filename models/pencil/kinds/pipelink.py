"""Pipelink: one loop passes through every cell, and may cross itself, straight on both times.

Some passages are printed.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..clues import Passages
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_codes import Link, PipeMarks
from ..passages import PASSAGES, border, passages, sides_of
from ..signs import ANY_PASSAGE_MARKS

CROSSING = "nsew"


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell; a crossing is two edges."""
    made = Puzzle("pipelink")
    way = passages(made, grid, (*PASSAGES, CROSSING))
    for cell, clue in [(cell, clue) for cell, clue in grid.clues.items() if clue != "?"]:
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
    clues=[Passages(signs=ANY_PASSAGE_MARKS)],
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
    source="Nikoli; rules as in pzprjs",
    link=Link("pipelink", PipeMarks()),
)
