"""Magnets: a plate of two cells is a magnet, with a plus and a minus, or it is neutral.

Equal poles do not lie side by side; the numbers outside say how many of each a line has: pluses
above and on the left, minuses below and on the right. Some cells may be given: `+`, `m` for a
minus, `x` for neither.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..cells import edges
from ..clues import Cells, Outside, Regions
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Circles, CountedSides, IfAny, Link, OptionalBits
from ..signs import MINUS, NEUTRAL, PLUS, signs

POLES = signs(**{"+": PLUS, "m": MINUS, "x": NEUTRAL})
GIVEN = {"+": "+", "m": "-", "x": "x"}
POLES_AND_HOLES = IfAny([Circles(("+", "m")), OptionalBits()])
SIGNS = {"+": 1, "-": -1, "x": 0}
OUTSIDE = {"top": (1, "+"), "bottom": (1, "-"), "left": (0, "+"), "right": (0, "-")}


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a sign for each cell; those of a plate add up to nothing."""
    made, plates = Puzzle("magnetic"), grid.regions
    pole = made.choices("pole", cell=grid.cells, sign=list(SIGNS))
    made.exactly_one(pole, by="cell")
    for cell, mark in grid.clues.items():
        made.given(pole, cell=cell, sign=GIVEN[mark])
    made.sum_equals(0, pole, by=lambda cell: plates[cell], weight=lambda sign: SIGNS[sign])
    around = lambda cell, sign: [(sign, edge) for edge in edges(cell) if sign != "x"]
    made.at_most_one(pole, covering=around, name="alike")
    counts = {(*key, k): n for part, key in OUTSIDE.items() for k, n in grid.numbers(part).items()}

    def lines(cell: Cell, sign: str) -> list[tuple[int, str, int]]:
        return [(axis, sign, k) for axis, k in enumerate(cell) if (axis, sign, k) in counts]

    made.exactly(counts, pole, covering=lines, name="number")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the signs."""
    return dict(answer["pole"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[
        Outside("top"),
        Outside("bottom"),
        Outside("left"),
        Outside("right"),
        Cells(signs=POLES, optional=True),
        Regions(),
    ],
    answer=[marked(**{"+": PLUS, "-": MINUS, "x": NEUTRAL})],
    example="""
4 4
- 1 1 2
- 1 1 2
- 1 2 1
1 2 - 2
1 2 3 4
1 2 3 4
5 6 7 7
5 6 8 8

4 4
+ - x +
- + x -
+ x - +
- x + -
""",
    source="contests, as in the collection of Simon Tatham; rules as in pzprjs",
    link=Link("magnets", CountedSides(), Borders(bare=("x",), then=[POLES_AND_HOLES])),
)
