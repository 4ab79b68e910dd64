"""Hitori: blacken cells so that no number is left twice in a row or column.

No two black cells share a side, and all white cells hang together.
"""

from __future__ import annotations

from collections.abc import Sequence

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER, Body, Number, Spelling, spell_one_or_two
from ..link_codes import Link, Numbers
from ..shades import shades
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white."""
    made = Puzzle("hitori")
    black, white = shades(made, grid)
    for k, name in enumerate(("row", "column")):
        number = lambda cell, k=k: (cell[k], grid.counts[cell]) if cell in grid.counts else None
        made.at_most_one(white, by=number, name=name)
    made.at_most_one(black, covering=grid.pairs)
    made.connected(white, by="cell")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


class HitoriNumbers(Numbers):
    """Numbers in base 36, two characters behind a `-`; a `.` is a blank."""

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        return body.runs(count, lambda: self._number(body), ".")

    def _number(self, body: Body) -> int:
        return NO_NUMBER if body.skip("@") or body.skip("%") else body.one_or_two(36)

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers. Raises ModelError for one of three digits."""
        texts = {None: None, NO_NUMBER: "@"}
        spelling.runs(
            (texts[n] if n in texts else spell_one_or_two(n or 0, 36) for n in numbers), "."
        )


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[shaded],
    example="""
4 4
4 2 3 2
2 4 2 3
3 1 4 2
2 4 4 1

4 4
- - - x
x - - -
- - x -
- x - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("hitori", HitoriNumbers()),
)
