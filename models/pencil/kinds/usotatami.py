"""Uso-tatami: cut the grid into strips of one row or column, each with exactly one number.

The number is not how many cells the strip has. Nowhere do the corners of four strips meet.
"""

from __future__ import annotations

from collections.abc import Sequence

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..cells import strip_corners, strips
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import Body, Number, Spelling
from ..link_codes import Digits, Link
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each strip."""
    made = Puzzle("usotatami")
    fitting = [
        cells
        for cells in strips(grid)
        if len(clues := [grid.clues[cell] for cell in cells if cell in grid.clues]) == 1
        and clues != [str(len(cells))]
    ]
    strip = made.choices("strip", cells=fitting)
    made.exactly_one(strip, covering="cells", over=grid.cells)
    made.at_most(3, strip, covering=strip_corners, name="corners")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each strip."""
    return {cell: str(k) for k, (cells,) in enumerate(answer["strip"]) for cell in cells}


class DigitsOrNumbers(Digits):
    """Numbers of one decimal digit, or behind a `-` in hexadecimal digits."""

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        return body.numbers(count) if body.skip("-") else body.tens(count)

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers."""
        if all(number is None or number < 10 for number in numbers):
            super().spell(spelling, numbers)
        else:
            spelling.text += "-"
            spelling.numbers(numbers)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[area_outlines],
    areas=True,
    example="""
4 5
- 1 1 - 1
2 - - 2 -
- 1 2 - -
1 2 - - 4

4 5
0 0 1 2 3
4 5 1 2 3
6 5 7 2 8
6 9 9 9 8
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("usotatami", DigitsOrNumbers()),
)
