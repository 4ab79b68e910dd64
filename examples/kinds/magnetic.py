"""Magnets: a plate of two cells is a magnet, with a plus and a minus, or it is neutral.

Equal poles do not lie side by side; the numbers outside say how many of each a line has.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..cells import edges
from ..grid import Cell, Grid, Marks

SIGNS = {"+": 1, "-": -1, "x": 0}
OUTSIDE = [(1, "+"), (1, "-"), (0, "+"), (0, "-")]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a sign for each cell; those of a plate add up to nothing."""
    made, plates = Puzzle("magnetic"), grid.block(skip=4)
    pole = made.choices("pole", cell=grid.cells, sign=list(SIGNS))
    made.exactly_one(pole, by="cell")
    made.sum_equals(0, pole, by=lambda cell: plates[cell], weight=lambda sign: SIGNS[sign])
    around = lambda cell, sign: [(sign, edge) for edge in edges(cell) if sign != "x"]
    made.at_most_one(pole, covering=around, name="alike")
    counts = {(*key, k): n for at, key in enumerate(OUTSIDE) for k, n in grid.numbers(at).items()}

    def lines(cell: Cell, sign: str) -> list[tuple[int, str, int]]:
        return [(axis, sign, k) for axis, k in enumerate(cell) if (axis, sign, k) in counts]

    made.exactly(counts, pole, covering=lines, name="number")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the signs."""
    return dict(answer["pole"])
