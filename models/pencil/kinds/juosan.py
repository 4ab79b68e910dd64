"""Juosan: put an upright or a level line into each cell.

A number says of its room how many lines of that kind there are of which it has more. No three
upright lines stand side by side, and no three level ones above each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from minuet.models import Answer, Choices, Puzzle

from ...picture.picture import Line, Shape
from ..clues import CornerNumbers, Regions
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, RoomNumbers


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the lines, and whether the number of a room means level ones."""
    made, room = Puzzle("juosan"), grid.regions
    line = made.choices("line", cell=grid.cells, way=["v", "h"])
    made.exactly_one(line, by="cell")

    def row_of_three(cell: Cell, way: str) -> list[object]:
        return [(item, way) for item in [cell, *grid.ray(cell, "e" if way == "v" else "s")[:2]]]

    made.at_most(2, line, covering=row_of_three)
    counts, sizes = grid.room_counts, Counter(room.values())
    most = {(name, way): number for name, number in counts.items() for way in "vh"}
    kept = lambda cell, way: (room[cell], way) if room[cell] in counts else None
    made.at_most(most, line, by=kept, name="most")
    others = {name: sizes[name] - 2 * number for name, number in counts.items()}
    flip = made.choices("flip", name=[name for name in counts if others[name]])
    upright = {line: lambda cell, way: grid.counted_room(cell) if way == "v" else None}
    weights: dict[Choices, Any] = {line: 1, flip: lambda name: -others[name]}
    made.sum_equals(counts, [line, flip], by=upright | {flip: "name"}, weight=weights)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the lines, `v` and `h`."""
    return dict(answer["line"])


def strokes(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield a short line in each cell, upright for `v` and level for `h`."""
    for (row, col), mark in solution.items():
        down, right = (0.3, 0.0) if mark == "v" else (0.0, 0.3)
        yield Line(((row - down, col - right), (row + down, col + right)), "way")


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[CornerNumbers(), Regions()],
    answer=[strokes],
    example="""
4 4
- - 4 4
2 - - -
- - - -
2 - - -
5 5 4 3
1 5 4 3
1 4 4 3
2 2 3 3

4 4
v h v h
h h v v
h v v h
v v h h
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("juosan", Borders(), RoomNumbers()),
)
