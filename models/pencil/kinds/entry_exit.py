"""Entry exit: draw a loop through all cells that enters and leaves each region exactly once."""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..loops import ends, loop_marks, ways
from ..signs import Signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each way between two cells."""
    made, region = Puzzle("entry exit"), grid.regions
    way = made.choices("way", ways(grid))
    made.one_loop(way, by=ends)
    made.between(2, 2, way, covering=ends, name="cell")

    def borders(row: int, col: int, down: int) -> list[str]:
        first, other = (region[cell] for cell in ends(row, col, down))
        return [first, other] if first != other else []

    made.between(2, 2, way, covering=borders, name="region")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(answer["way"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=Signs()), Regions()],
    answer=[loop_lines],
    example="""
4 4
- - - -
- - - -
- - - -
- - - -
2 2 2 3
1 1 3 3
1 1 3 3
1 1 1 1

4 4
se ew ew sw
ne sw se nw
se nw ne sw
ne ew ew nw
""",
    source="rules as in puzzlekit",
)
