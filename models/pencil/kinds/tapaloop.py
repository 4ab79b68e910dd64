"""Tapa-like loop: draw a loop from cell to cell that visits no clue.

A clue such as 13 has the lengths, in cells, of the stretches that the loop runs in the ring of
cells around it, in any order. A `?` is any length from 1; alone it may also be 0. A loop that never
leaves the ring is no stretch.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ...errors import ModelError
from ..answers import loop_lines
from ..clues import Cells
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_characters import DIGITS, Body
from ..link_codes import Link, Words
from ..passages import loop, over_border, sides_of
from ..rings import STRETCHES, loop_rings


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell, and the ring of each clue."""
    made = Puzzle("tapaloop")
    way = loop(made, grid, barred=grid.clues)
    rings = {cell: loop_rings(grid, cell) for cell in grid.clues}
    rows = [{"clue": cell, "passed": ring} for cell in rings for ring in rings[cell]]
    around = made.choices("around", rows)
    made.exactly_one(around, by="clue", over=list(grid.clues))
    made.agree({way: passed, around: lambda passed: dict(passed)}, name="ring")
    return made


def passed(cell: Cell, sides: str) -> dict[Cell, bool]:
    """Return whether the loop passes a cell and each of its sides, in halves of cells."""
    return {(2 * cell[0], 2 * cell[1]): bool(sides)} | over_border(cell, sides)


class LoopNumbers(Words):
    """One to four lengths, as in `13` or `1?`."""

    def word(self, body: Body) -> str:
        """Return the next clue, of one to three characters; a 0 in a number of two is a `?`."""
        if body.skip("."):
            return "?"
        count = 3 if body.skip("+") else 4 if body.skip("-") else 2
        digit = body.digit(36 if count > 2 else 16)
        if count == 2 and digit < 10:
            return str(digit)
        base, first = _LENGTHS[count]
        number = 36 * digit + body.digit(36) - first
        if not 0 <= number < base**count:
            raise body.error("a clue that no lengths are")
        places = [number // base**k % base for k in reversed(range(count))]
        return "".join(str(place or "?") for place in places)

    def spelled(self, word: str) -> str:
        """Return the characters of a clue. Raises ModelError for one that they cannot say."""
        if len(word) == 1:
            return "." if word == "?" else word
        (base, number), sign = _LENGTHS[len(word)], {3: "+", 4: "-"}.get(len(word), "")
        for k, mark in enumerate(reversed(word)):
            if mark != "?" and not 0 < int(mark) < base:
                raise ModelError(f"a clue {word}, expected lengths up to {base - 1}")
            number += 0 if mark == "?" else int(mark) * base**k
        high, low = divmod(number, 36)
        if high > 35:
            raise ModelError(f"a clue {word}, expected shorter lengths")
        return f"{sign}{DIGITS[high]}{DIGITS[low]}"


_LENGTHS = {2: (8, 360), 3: (7, 36), 4: (6, 36)}  # the base and the first number, by their count


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Cells(signs=STRETCHES)],
    answer=[loop_lines],
    example="""
6 6
- - - - - -
- - - - - -
- - - 3 - -
- - - - - -
22 - - 23 - -
- - - - - -

6 6
se ew ew ew ew sw
ns se sw - - ns
ns ns ns - - ns
ne nw ns - - ns
- se nw - - ns
- ne ew ew ew nw
""",
    source="contests; rules as in pzprjs",
    link=Link("tapaloop", LoopNumbers()),
)
