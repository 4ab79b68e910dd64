"""Double back: draw a loop through all white cells that visits each region exactly twice."""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines
from ..clues import Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, OptionalBits
from ..loops import ends, loop_marks, ways


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each way between two white cells."""
    made, region = Puzzle("double back"), grid.marks
    white = [cell for cell in grid.cells if region[cell] != "#"]
    way = made.choices("way", ways(grid, without=set(grid.cells) - set(white)))
    made.one_loop(way, by=ends)
    made.between(2, 2, way, covering=ends, name="cell", over=white)

    def borders(row: int, col: int, down: int) -> list[str]:
        first, other = (region[cell] for cell in ends(row, col, down))
        return [first, other] if first != other else []

    regions = {region[cell] for cell in white}
    made.between(4, 4, way, covering=borders, over=regions, name="region")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(answer["way"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Regions("marks", holes=("#",))],
    answer=[loop_lines],
    example="""
4 6
2 2 2 2 2 2
2 2 2 1 3 3
2 1 1 1 3 3
1 1 1 1 1 3

4 6
se sw se sw se sw
ns ne nw ns ns ns
ns se sw ne nw ns
ne nw ne ew ew nw
""",
    source="rules as in pzprjs",
    link=Link("doubleback", Borders("marks", bare=("#",), then=[OptionalBits("#")])),
)
