"""Entry exit: draw a loop through all cells that enters and leaves each region exactly once."""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..grid import Grid, Marks
from ..loops import ends, loop_marks, ways


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each way between two cells."""
    made, region = Puzzle("entry exit"), grid.regions
    way = made.choices("way", ways(grid))
    made.one_loop(way, by=ends)
    made.between(2, 2, way, covering=ends, name="cell")

    def borders(row: int, col: int, down: int) -> list[str]:
        one, other = (region[cell] for cell in ends(row, col, down))
        return [one, other] if one != other else []

    made.between(2, 2, way, covering=borders, name="region")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(answer["way"])
