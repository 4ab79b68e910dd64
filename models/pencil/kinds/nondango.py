"""Nondango: in each region exactly one circle becomes black.

Three circles in a row, straight or diagonal, are never all black nor all white.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from minuet.models import Answer, Puzzle

from ...picture.picture import Circle, Text
from ..answers import marked
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import Body, Spelling
from ..link_codes import Bits, Borders, Link
from ..signs import BLACK_CIRCLE, WHITE_CIRCLE, Look, signs, sizes


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each circle that may be black."""
    made = Puzzle("nondango")
    black = made.choices("black", cell=list(grid.clues))
    made.exactly_one(black, by=lambda cell: grid.regions[cell], over=set(grid.regions.values()))
    lines = {
        (cell, step): [(cell[0] + k * step[0], cell[1] + k * step[1]) for k in range(3)]
        for cell, step in product(grid.clues, ((0, 1), (1, 0), (1, 1), (1, -1)))
    }
    threes = {key: line for key, line in lines.items() if all(cell in grid.clues for cell in line)}
    in_line = lambda cell: [key for key, line in threes.items() if cell in line]
    made.between(1, 2, black, covering=in_line, name="three")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black circles and the white ones."""
    return dict.fromkeys(grid.clues, "o") | {cell: "x" for (cell,) in answer["black"]}


ANY_CIRCLE = Look(
    lambda place: [Circle(place, "ring"), Text(place, "○", "blank")],
    (("circle_M", 4), *sizes("circle", 1)),
)


class NoBits(Bits):
    """One sign that cells have where a bit is 0, and not where it is 1."""

    def marks(self, body: Body, count: int) -> list[bool]:
        """Return which of so many places have the sign."""
        return [not bit for bit in body.bits(count)]

    def spell(self, spelling: Spelling, marks: Sequence[bool]) -> None:
        """Spell which places have the sign."""
        spelling.bits([not mark for mark in marks])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=signs(x=ANY_CIRCLE)), Regions()],
    answer=[marked(x=BLACK_CIRCLE, o=WHITE_CIRCLE)],
    example="""
4 4
x - x -
- x x x
x - x x
x x - x
1 2 3 3
1 2 2 2
2 2 2 4
2 2 2 4

4 4
x - x -
- o o x
o - o o
o o - x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("nondango", Borders(), NoBits()),
)
