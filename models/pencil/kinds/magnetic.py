"""Magnets: a plate of two cells is a magnet, with a plus and a minus, or it is neutral.

Equal poles do not lie side by side; the numbers outside say how many of each a line has: pluses
above and on the left, minuses below and on the right. Some cells may be given: `+`, `m` for a
minus, `x` for neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..cells import edges
from ..clues import Cells, Outside, Regions
from ..grid import Cell, Draft, Grid, Marks
from ..kind import Kind
from ..link_characters import Body, Spelling
from ..link_codes import Borders, Circles, IfAny, Link, Numbers, OptionalBits, size_of, words_of
from ..signs import looks_like, signs

GIVEN = {"+": "+", "m": "-", "x": "x"}
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


PLUS = looks_like("+", ("math_G", 2), spelled=("+",))
MINUS = looks_like("−", ("math_G", 3), spelled=("-", "−"))
NEUTRAL = looks_like("×", ("math_G", 4), spelled=("x", "×"))
POLES = signs(**{"+": PLUS, "m": MINUS, "x": NEUTRAL})
POLES_AND_HOLES = IfAny([Circles(("+", "m")), OptionalBits()])


@dataclass(frozen=True)
class CountedSides(Numbers):
    """Numbers beside the grid, several for each column and then for each row, nearest first.

    parts  those of the columns, the nearest first, and those of the rows
    """

    parts: Sequence[str] = ("bottom", "top", "right", "left")

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for what does not fit."""
        half = len(self.parts) // 2
        numbers = iter(self.numbers(body, size_of(draft, *self.parts)))
        for parts in (self.parts[:half], self.parts[half:]):
            for k in range(size_of(draft, parts[0])):
                for part, number in zip(parts, islice(numbers, half), strict=True):
                    draft.parts[part][0][k] = "-" if number is None else self.word(number, body)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts."""
        half = len(self.parts) // 2
        words = [
            word
            for parts in (self.parts[:half], self.parts[half:])
            for line in zip(*(words_of(grid, part) for part in parts), strict=True)
            for word in line
        ]
        self.spell(spelling, [self.number(word) for word in words])


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
