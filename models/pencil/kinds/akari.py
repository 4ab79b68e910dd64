"""Akari (light up): place lamps on white cells so that every white cell is lit.

A lamp lights its row and column as far as the next black cell, and no lamp lights another. The
number in a black cell says how many of its neighbours are lamps.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ...picture.picture import Circle, Text
from ..answers import marked
from ..clues import Cells
from ..grid import SIDES, Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Link, SmallNumbers
from ..signs import BLACK_NUMBERS, Look


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may have a lamp."""
    made = Puzzle("akari")
    white = [cell for cell in grid.cells if cell not in grid.clues]
    lit = {
        cell: [cell] + [item for s in SIDES for item in grid.ray(cell, s, grid.clues)]
        for cell in white
    }
    lamp = made.choices("lamp", cell=white)
    made.at_least(1, lamp, covering=lambda cell: lit[cell], name="lit")
    for side in "nw":
        made.at_most_one(lamp, by=lambda cell, s=side: [cell, *grid.ray(cell, s, grid.clues)][-1])
    made.exactly(grid.counts, lamp, covering=lambda cell: grid.counts.keys() & grid.beside(cell))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the lamps."""
    return {cell: "o" for (cell,) in answer["lamp"]}


BULB = Look(lambda place: [Circle(place, "bulb"), Text(place, "o", "blank")])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=BLACK_NUMBERS)],
    answer=[marked(o=BULB)],
    marks=("o",),
    example="""
4 4
- - x -
- - x x
- 1 x -
- 2 - x

4 4
- - - o
- o - -
- - - o
o - o -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("lightup", SmallNumbers(names={NO_NUMBER: "x"}), also=("akari",)),
)
