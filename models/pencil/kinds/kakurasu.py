"""Kakurasu: blacken cells so that the numbers of those in each line add up to the number beside it.

The cells of a row count 1, 2, 3 ... from the left, those of a column from above.
"""

from __future__ import annotations

from collections.abc import Sequence

from minuet.models import Answer, Puzzle

from ...errors import ModelError
from ..answers import shaded
from ..clues import Outside
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import Body, Number, Spelling, spell_one_or_two
from ..link_codes import Link, Numbers


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell."""
    made = Puzzle("kakurasu")
    black = made.choices("black", row=range(grid.rows), col=range(grid.cols))
    below, right = grid.numbers("top"), grid.numbers("left")
    made.sum_equals(below, black, covering=lambda row, col: {col: row + 1} if col in below else {})
    made.sum_equals(right, black, covering=lambda row, col: {row: col + 1} if row in right else {})
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return dict.fromkeys(answer["black"], "x")


class BoxSums(Numbers):
    """A number beside each line in base 32, two characters behind a `-`."""

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        return [body.one_or_two(32) for _ in range(count)]

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers. Raises ModelError for a line without one."""
        if None in numbers:
            raise ModelError("a line without a number, expected one beside each")
        spelling.text += "".join(spell_one_or_two(n or 0, 32) for n in numbers)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left")],
    answer=[shaded],
    example="""
3 3
5 5 4
3 3 6

3 3
- - x
x x -
x x x
""",
    source="rules as in pzprjs (Box)",
    link=Link("box", BoxSums(("top", "left"))),
)
