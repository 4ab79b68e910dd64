"""Castle wall: draw a loop that visits no clue; white clues are inside of it, black ones outside.

A number with a direction says how many steps the loop takes along that line, seen from the clue.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..grid import Grid, Marks
from ..loops import ends, loop_marks, way_to, ways


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each way between two cells without clue."""
    made = Puzzle("castle wall")
    way = made.choices(
        "way", ways(grid), where=lambda row, col, down: not grid.clues.keys() & ends(row, col, down)
    )
    made.one_loop(way, by=ends)
    steps, sums = {}, {}
    for cell, mark in grid.clues.items():
        if mark[:-2]:
            sums[cell] = int(mark[:-2])
            steps[cell] = {way_to(one, mark[-2]) for one in grid.ray(cell, mark[-2])}
        crossed = [
            (cell[0], col, 1)
            for col in range(cell[1])
            if not grid.clues.keys() & ends(cell[0], col, 1)
        ]
        if mark[-1] in "ox" and crossed and cell[0] + 1 < grid.rows:
            made.regular(
                "0*(10*10*)*" if mark[-1] == "x" else "0*10*(10*10*)*",
                way,
                lines=[crossed],
                along=("row", "col", "down"),
            )
    made.exactly(
        sums,
        way,
        covering=lambda row, col, down: [
            cell for cell, taken in steps.items() if (row, col, down) in taken
        ],
    )
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(answer["way"])
