"""Country road: draw a loop that enters and leaves each region exactly once.

A number says through how many cells of its region the loop runs. Of two cells side by side in
different regions the loop visits at least one.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, RoomNumbers
from ..loops import ends, loop_marks, ways
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each way between two cells."""
    made = Puzzle("country road")
    way = made.choices("way", ways(grid))
    made.one_loop(way, by=ends)

    def rooms(row: int, col: int, down: int) -> list[str]:
        pair = ends(row, col, down)
        return [grid.regions[end] for end in pair] if pair in grid.borders else []

    def counted(row: int, col: int, down: int) -> list[str | None]:
        return [grid.counted_room(end) for end in ends(row, col, down)]

    def beside(row: int, col: int, down: int) -> list[object]:
        pairs = (pair for end in ends(row, col, down) for pair in grid.pairs(end))
        return [pair for pair in pairs if pair in grid.borders]

    counts = {room: 2 * number for room, number in grid.room_counts.items()}
    made.between(2, 2, way, covering=rooms, name="region")
    made.exactly(counts, way, covering=counted, name="number")
    made.at_least(1, way, covering=beside, name="border")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(answer["way"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS), Regions()],
    answer=[loop_lines],
    example="""
4 4
- - 1 -
3 - 2 -
3 - - -
- - - 3
1 1 2 2
1 3 3 2
4 3 5 5
4 4 5 5

4 4
se sw - -
ns ne ew sw
ns - se nw
ne ew nw -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("country", Borders(), RoomNumbers()),
)
