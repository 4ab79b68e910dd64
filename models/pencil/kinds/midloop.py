"""Mid-loop: draw one loop from cell to cell; each dot is the middle of a straight stretch of it.

A dot is in the middle of a cell (1), of its lower (2) or its right side (3); a 5 is one on each of
these two sides.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Puzzle

from ...picture.picture import Circle
from ..answers import loop_lines
from ..clues import DotCells
from ..grid import Grid
from ..kind import Kind
from ..link_codes import DotMarks, Link
from ..passages import loop, over_border, sides_of
from ..signs import BLACK_CIRCLE, Look, signs

DOTS = {"1": {(0, 0): "b"}, "2": {(1, 0): "b"}, "3": {(0, 1): "b"}}
DOTS["5"] = DOTS["2"] | DOTS["3"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell, and how far on from each dot."""
    made, rows = Puzzle("midloop"), []
    clues = grid.clues.items()
    dots = [(2 * row + down, 2 * col + right) for (row, col), m in clues for down, right in DOTS[m]]
    rims = range(2 * grid.rows - 1), range(2 * grid.cols - 1)
    for (row, col), down in product(dots, (0, 1)):
        start = 1 - (row + col) % 2  # borders are at odd distances from the middle of a cell
        along = start or row % 2 == down  # a dot on a side is on a line across that side
        for far in range(start, max(grid.rows, grid.cols), 2) if along else ():
            steps = {k * sign for k in range(start, far + 3, 2) for sign in (-1, 1)}
            crossed = {(row + k * down, col + k * (1 - down)): abs(k) <= far for k in steps}
            if all(r in rims[0] and c in rims[1] for (r, c), on in crossed.items() if on):
                rows.append({"dot": (row, col), "crossed": tuple(crossed.items())})
    way = loop(made, grid)
    stretch = made.choices("stretch", rows)
    made.exactly_one(stretch, by="dot", over=dots)
    made.agree({way: over_border, stretch: "crossed"}, name="stretch")
    return made


DOT = Look(lambda place: [Circle(place, "black")], BLACK_CIRCLE.symbols)


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[DotCells(signs=signs(b=DOT), dots=DOTS)],
    answer=[loop_lines],
    example="""
4 4
- - - 2
- - - -
- - 2 -
- - - -

4 4
se ew ew sw
ns se ew nw
ns ne sw -
ne ew nw -
""",
    source="a variant of masyu; rules as in pzprjs",
    link=Link("midloop", DotMarks(marks=DOTS)),
)
