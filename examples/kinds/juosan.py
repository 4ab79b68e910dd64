"""Juosan: put an upright or a level line into each cell.

A number says of its room how many lines of the one kind there are, whichever it is. No three upright
lines stand side by side, and no three level ones above each other.
"""

from __future__ import annotations

from collections import Counter

from minuet.models import Answer, Puzzle

from ..grid import Grid, Marks


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a line for each cell, and whether the number of a room means level ones."""
    made, room = Puzzle("juosan"), grid.regions
    line = made.choices("line", cell=grid.cells, way=["v", "h"])
    made.exactly_one(line, by="cell")
    made.at_most(
        2,
        line,
        covering=lambda cell, way: [
            (one, way) for one in [cell, *grid.ray(cell, "e" if way == "v" else "s")[:2]]
        ],
    )
    counts = {room[cell]: number for cell, number in grid.counts.items()}
    sizes = Counter(room.values())
    others = {name: sizes[name] - 2 * number for name, number in counts.items()}
    flip = made.choices("flip", name=[name for name in counts if others[name]])
    made.sum_equals(
        counts,
        [line, flip],
        by={
            line: lambda cell, way: room[cell] if way == "v" and room[cell] in counts else None,
            flip: "name",
        },
        weight={line: 1, flip: lambda name: -others[name]},
    )
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the lines, `v` and `h`."""
    return {cell: way for cell, way in answer["line"]}
