"""Castle wall: draw a loop that visits no clue; white clues are inside of it, black ones outside.

A number with a direction says how many steps the loop takes along that line, seen from the clue.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Link
from ..loops import ends, loop_marks, way_to, ways
from ..special_codes import CastleClues
from ..special_signs import CASTLE_WALLS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each way between two cells without clue."""
    made = Puzzle("castle wall")
    way = made.choices("way", ways(grid, without=grid.clues))
    made.one_loop(way, by=ends)
    steps: dict[Cell, set[object]] = {}
    for cell, mark in grid.clues.items():
        if mark[:-2]:
            steps[cell] = {way_to(item, mark[-2]) for item in grid.ray(cell, mark[-2])}
        places = [(cell[0], col, 1) for col in range(cell[1])]
        lines = [[place for place in places if place in way.rows]]
        if mark[-1] == "o" and lines == [[]]:
            made.at_least(1, way, covering=lambda row, col, down: (), over=[cell], name="inside")
        elif mark[-1] in "ox" and lines != [[]]:
            pattern = "0*(10*10*)*" if mark[-1] == "x" else "0*10*(10*10*)*"
            made.regular(pattern, way, lines=lines, along=("row", "col", "down"))

    def seen(row: int, col: int, down: int) -> list[Cell]:
        return [cell for cell, taken in steps.items() if (row, col, down) in taken]

    made.exactly({cell: int(grid.clues[cell][:-2]) for cell in steps}, way, covering=seen)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(answer["way"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=CASTLE_WALLS)],
    answer=[loop_lines],
    example="""
5 5
- 0sx - - -
- - - - -
- - - 1sx 1sx
- - - - -
- - - - -

5 5
- - - - -
- - - - -
- - - - -
- - - se sw
- - - ne nw
""",
    source="Palmer Mebane; rules as in pzprjs",
    link=Link("castle", CastleClues()),
)
