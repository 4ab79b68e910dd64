"""Compass: cut the grid into regions, each with one compass.

A number in a compass says how many cells of its region are further up (n), down (s), left (w) or
right (e) than the compass; `?` is a compass without numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from minuet.models import Answer, Puzzle

from ...picture.picture import Place, Shape, Text
from ..answers import area_outlines
from ..clues import Cells
from ..grid import SIDES, Cell, Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER, Body, spell_number
from ..link_codes import DIRECTIONS, Link, Words
from ..signs import BLACK_CELL, UNKNOWN, Pattern, Signs, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: for each cell in which compass's region it is."""
    made, counts = Puzzle("compass"), dict[tuple[Cell, str], int]()
    compasses = {cell: mark for cell, mark in grid.clues.items() if mark != "x"}
    free = [cell for cell in grid.cells if grid.marks[cell] != "x"]
    region = made.choices("region", cell=free, compass=list(compasses))
    made.exactly_one(region, by="cell")
    made.exactly_one(region, by=lambda cell, compass: compass if cell == compass else None)
    made.connected(region, by="cell", regions="compass")
    for compass, mark in compasses.items():
        counts |= {(compass, side): int(n) for side, n in re.findall("([nswe])([0-9]+)", mark)}

    def further(cell: Cell, compass: Cell) -> list[tuple[Cell, str]]:
        down, right = cell[0] - compass[0], cell[1] - compass[1]
        sides = zip("nswe", (-down, down, -right, right), strict=True)
        return [(compass, side) for side, far in sides if far > 0 and (compass, side) in counts]

    made.exactly(counts, region, covering=further)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the compass of each cell's region."""
    return {cell: f"{row}:{col}" for cell, (row, col) in answer["region"]}


COMPASSES = Signs(
    {"?": UNKNOWN},
    {
        "(?=.)(n[0-9]+)?(s[0-9]+)?(w[0-9]+)?(e[0-9]+)?": Pattern(
            "a compass, as in n2e0", lambda place, mark: _draw_compass(place, mark)
        )
    },
)


def _draw_compass(place: Place, mark: str) -> Iterable[Shape]:
    for side, number in re.findall("([nswe])([0-9]+)", mark):
        down, right = SIDES[side]
        yield Text((place[0] + 0.3 * down, place[1] + 0.3 * right), number, "sign")


class Compasses(Words):
    """Compasses, each with four numbers (up, down, left, right), as in `n2e0`; `x` are no cells."""

    def word(self, body: Body) -> str:
        """Return the next compass. Raises ModelError for what is none."""
        if body.skip("_"):
            return "x"
        four = [(side, body.number()) for side in DIRECTIONS]
        return "".join(f"{side}{number}" for side, number in four if number != NO_NUMBER) or "?"

    def spelled(self, word: str) -> str:
        """Return the characters of a compass."""
        four = dict(re.findall("([nswe])([0-9]+)", word))
        numbers = [spell_number(int(four.get(side, NO_NUMBER))) for side in DIRECTIONS]
        return "_" if word == "x" else "".join(numbers)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=COMPASSES | signs(x=BLACK_CELL))],
    answer=[area_outlines],
    areas=True,
    vacant=lambda grid: [cell for cell, mark in grid.marks.items() if mark == "x"],
    example="""
4 4
- - - -
- - - -
- - w4 -
- - n3 ?

4 4
1 1 1 1
1 2 2 1
1 2 1 1
2 2 2 3
""",
    source="rules as in pzprjs",
    link=Link("compass", Compasses()),
)
