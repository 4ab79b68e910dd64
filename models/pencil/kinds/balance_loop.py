"""Balance loop: draw a loop through all circles; it turns somewhere on both sides of each.

At a white circle both straight stretches to the next turn are equally long, at a black one they are
not. A number is the sum of both.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines
from ..clues import Cells
from ..grid import BLANKS, Grid, Marks
from ..kind import Kind
from ..link_characters import Body, Number
from ..link_codes import Link, Numbers
from ..loops import loop_marks, loop_of_stretches, stretches
from ..signs import CIRCLED


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each way is on the loop or not; and the stretches at each circle."""
    made, rows = Puzzle("balance loop"), []
    for cell, mark in grid.clues.items():
        fits = lambda first, other, mark=mark: (
            (first == other) == ("w" in mark) and mark.strip("bw") in ("", str(first + other))
        )
        rows += [{"cell": cell, "taken": taken} for _, _, taken in stretches(grid, cell, fits)]
    loop_of_stretches(made, grid, grid.clues, rows)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(way for way in answer["way"] if way[-1])


class CircleNumbers(Numbers):
    """Circles, perhaps with a number: twice the number, and 1 more if the circle is black."""

    def word(self, number: int, body: Body) -> str:
        """Return the word of a number. Raises ModelError for a clue that the kind does not know."""
        if number < 0:
            raise body.error("a clue without a circle, which this kind does not know,")
        return "wb"[number % 2] + str(number // 2 or "")

    def number(self, word: str) -> Number:
        """Return the number of a word."""
        return None if word in BLANKS else 2 * int(word.strip("wb") or 0) + ("b" in word)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=CIRCLED)],
    answer=[loop_lines],
    example="""
4 4
- w2 - -
- - w2 -
w w2 w -
b3 - b3 -

4 4
se ew sw -
ne sw ne sw
se nw se nw
ne ew nw -
""",
    source="Prasanna Seshadri; rules as in pzprjs",
    link=Link("balance", CircleNumbers()),
)
