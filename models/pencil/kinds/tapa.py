"""Tapa: blacken cells without clues, so that all black ones hang together and fill no block of 2x2.

A clue such as 13 has the lengths of the stretches of black cells that follow one another in the
ring of cells around it, in any order. A `?` is any length from 1; alone it may also be 0.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ...errors import ModelError
from ..answers import shaded
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import DIGITS, Body
from ..link_codes import Link, Words
from ..rings import STRETCHES, rings
from ..shades import no_blocks, shades


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white, and how the ring of each clue is colored."""
    made = Puzzle("tapa")
    black, white = shades(made, grid, grid.clues)
    rows = [{"clue": clue, "colors": ring} for clue in grid.clues for ring in rings(grid, clue)]
    around = made.choices("around", rows)
    made.exactly_one(around, by="clue", over=list(grid.clues))
    in_ring = lambda colors: dict(colors)
    colors = {black: lambda cell: {cell: True}, white: lambda cell: {cell: False}, around: in_ring}
    made.agree(colors, name="color")
    made.connected(black, by="cell")
    made.at_least(1, black, name="any")
    no_blocks(made, grid, black)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


class TapaNumbers(Words):
    """The clues of Tapa: one to four lengths, as in `13` or `1?`."""

    def word(self, body: Body) -> str:
        """Return the next clue, of one or two characters; a 0 in a number of two is a `?`."""
        if body.skip("."):
            return "?"
        digit = body.digit(16)
        if digit < 10:
            return "1111" if digit == 9 else str(digit)
        number = 36 * digit + body.digit(36)
        count = next(count for count in (4, 3, 2) if number >= _TAPA[count][1])
        base, first = _TAPA[count]
        places = [(number - first) // base**k % base for k in reversed(range(count))]
        return "".join(str(place or "?") for place in places)

    def spelled(self, word: str) -> str:
        """Return the characters of a clue. Raises ModelError for one that they cannot say."""
        if len(word) == 1 or word == "1111":
            return "." if word == "?" else "9" if len(word) > 1 else word
        base, number = _TAPA[len(word)][0], 0
        for mark in word:
            place = 0 if mark == "?" else int(mark)
            if not 0 <= place < base or mark == "0":
                raise ModelError(f"a clue {word}, expected lengths up to {base - 1}")
            number = number * base + place
        high, low = divmod(number + _TAPA[len(word)][1], 36)
        return DIGITS[high] + DIGITS[low]


_TAPA = {
    2: (6, 360),
    3: (4, 396),
    4: (2, 460),
}  # the base and the first number, by how many lengths


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=STRETCHES)],
    answer=[shaded],
    example="""
5 5
- 5 - - -
- - - 6 -
- - 2 - -
- 5 - 5 -
- - - - -

5 5
x - x x x
x x x - x
x - - - x
x - - - x
x x x x x
""",
    source="Serkan Yürekli; rules as in pzprjs",
    link=Link("tapa", TapaNumbers()),
)
