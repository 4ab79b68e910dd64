"""Myopia: draw one loop along the lines of the grid; arrows show where it is nearest.

From a cell with arrows one sees lines of the loop in the four directions; the arrows are those of
the directions in which one is nearest, all equally near.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ...picture.picture import Text
from ..answers import lines_around
from ..cells import edges
from ..clues import Cells
from ..grid import SIDES, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..loops import inside, line_ends
from ..passages import beyond
from ..signs import ARROW_TEXTS, Layers, Pattern, Signs

ARROWS_OF_BITS = {
    bits: "".join(side for k, side in enumerate("nswe") if bits >> k & 1) for bits in range(1, 16)
}


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the lines, by the cells on both sides; and how far each clue sees."""
    made, rows = Puzzle("myopia"), []
    line = made.choices("line", sides=sorted(set(edges(*grid.cells))), on=(True, False))
    made.exactly_one(line, by="sides")
    made.one_loop(line, by=lambda sides, on: line_ends(sides) if on else None)
    for cell, arrows in grid.clues.items():
        rays = {side: [cell, *grid.ray(cell, side)] for side in SIDES}
        for far in range(1, min(len(rays[side]) for side in arrows) + 1):
            seen = {
                tuple(sorted((item, beyond(item, side)))): k == far - 1 and side in arrows
                for side, ray in rays.items()
                for k, item in enumerate(ray[:far])
            }
            rows.append({"cell": cell, "seen": tuple(seen.items())})
    view = made.choices("view", rows)
    made.exactly_one(view, by="cell", over=grid.clues)
    made.agree({line: lambda sides, on: {sides: on}, view: "seen"})
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells inside of the loop."""
    return inside(grid, {sides for sides, on in answer["line"] if on})


_CROSS_BITS = {"n": 64, "s": 16, "w": 128, "e": 32}  # of Penpa+'s style
SEVERAL_ARROWS = Signs(
    patterns={
        "n?s?w?e?": Pattern(
            "arrows, as in nse for up, down and right",
            lambda place, mark: [Text(place, "".join(ARROW_TEXTS[side] for side in mark), "given")],
            lambda layers: _read_several(layers),
            lambda mark: Layers("", (("arrow_cross", sum(_CROSS_BITS[side] for side in mark)),)),
        )
    }
)


def _read_several(layers: Layers) -> str | None:
    for shape, style in layers.symbols:
        if shape == "arrow_cross":
            return "".join(side for side, bit in _CROSS_BITS.items() if style & bit)
    return None


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=SEVERAL_ARROWS)],
    answer=[lines_around],
    example="""
4 4
- - - -
- - - e
- we - -
- n - -

4 4
x x x x
x - x x
x - x x
- - - -
""",
    source="rules as in pzprjs",
    link=Link("myopia", Numbers(names=ARROWS_OF_BITS)),
)
