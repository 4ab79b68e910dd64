"""Shingoki (semaphores): draw one loop along the lines through all circles.

At a black circle it turns, through a white one it goes straight, at a gray one it does either; a
number is the length of the two straight stretches that meet there, together.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from minuet.models import Puzzle

from ...picture.picture import Circle, Text
from ..answers import loop_lines
from ..clues import Cells
from ..grid import SIDES, Grid
from ..kind import Kind
from ..passages import BENT, PASSAGES, STRAIGHT, border, loop, over_border, sides_of
from ..signs import BLACK_CIRCLE, WHITE_CIRCLE, Look, Signs, circled, sizes


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes, and which two stretches each circle has."""
    made, rows = Puzzle("shingoki"), []
    way = loop(made, grid, through=grid.clues)
    for cell, clue in grid.clues.items():
        rays = {side: [cell, *grid.ray(cell, side)] for side in SIDES}
        for sides in {"b": BENT, "w": STRAIGHT, "g": PASSAGES}[clue[0]]:
            first, second = (range(1, len(rays[side])) for side in sides)
            pairs: Iterable[tuple[int, int]] = product(first, second)
            if clue[1:]:
                total = int(clue[1:])
                pairs = [(length, total - length) for length in first if total - length in second]
            for lengths in pairs:
                drawn = tuple(
                    (border(item, side), k < length)
                    for side, length in zip(sides, lengths, strict=True)
                    for k, item in enumerate(rays[side][: length + 1])
                )
                rows.append({"circle": cell, "drawn": drawn})
    arms = made.choices("arms", rows)
    made.exactly_one(arms, by="circle", over=grid.clues)
    made.agree({way: over_border, arms: "drawn"}, name="stretch")
    return made


ANY_CIRCLED = Signs(
    patterns={
        "[wbg][0-9]*": circled(
            "w, b or g",
            w=WHITE_CIRCLE,
            b=BLACK_CIRCLE,
            g=Look(
                lambda place: [Circle(place, "ring"), Text(place, "◎", "blank")], sizes("circle", 5)
            ),
        )
    }
)


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Cells(signs=ANY_CIRCLED)],
    answer=[loop_lines],
    example="""
5 5
b b3 b3 b -
w3 - - b -
- - b3 - -
- - - - w
- - w3 - -

5 5
se sw se sw -
ns ns ns ne sw
ns ne nw - ns
ne sw - - ns
- ne ew ew nw
""",
    source="Nikoli (Semaphores); rules as in noqx",
)
