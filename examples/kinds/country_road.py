"""Country road: draw a loop that enters and leaves each region exactly once.

A number says through how many cells of its region the loop runs. Of two cells side by side in
different regions the loop visits at least one.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..grid import Grid, Marks
from ..loops import ends, loop_marks, ways


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each way between two cells."""
    made, region = Puzzle("country road"), grid.regions
    way = made.choices("way", ways(grid))
    made.one_loop(way, by=ends)
    borders = {
        pair
        for cell in grid.cells
        for pair in grid.pairs(cell)
        if region[pair[0]] != region[pair[1]]
    }
    made.between(
        2,
        2,
        way,
        covering=lambda row, col, down: [
            region[end] for end in ends(row, col, down) if ends(row, col, down) in borders
        ],
        name="region",
    )
    counts = {region[cell]: 2 * number for cell, number in grid.counts.items()}
    made.exactly(
        counts,
        way,
        covering=lambda row, col, down: [
            region[end] for end in ends(row, col, down) if region[end] in counts
        ],
    )
    made.at_least(
        1,
        way,
        covering=lambda row, col, down: [
            pair for end in ends(row, col, down) for pair in borders.intersection(grid.pairs(end))
        ],
        name="two",
    )
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(answer["way"])
