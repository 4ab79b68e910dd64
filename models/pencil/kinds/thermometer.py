"""Thermometers: each is filled from its bulb on up to some cell, or not at all.

The numbers outside say how many cells are filled in the columns, in the first line, and in the
rows, in the second. The cells of one are numbered from its bulb, as in 3.1, 3.2, 3.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from minuet.models import Answer, Puzzle

from ...picture.picture import Circle, Line, Shape
from ..answers import tinted
from ..clues import Cells, Outside
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..signs import Pattern, Signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each thermometer and how far it is filled."""
    made = Puzzle("thermometer")
    tubes: dict[str, list[tuple[int, Cell]]] = {}
    for cell, mark in grid.marks.items():
        name, _, place = mark.partition(".")
        tubes.setdefault(name, []).append((int(place), cell))
    rows = [
        {"name": name, "filled": tuple(cell for _, cell in sorted(tube)[:k])}
        for name, tube in tubes.items()
        for k in range(len(tube) + 1)
    ]
    level = made.choices("level", rows)
    made.exactly_one(level, by="name")
    counts = grid.outside
    lines = lambda filled: [key for cell in filled for key in enumerate(cell) if key in counts]
    made.exactly(counts, level, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the filled cells."""
    return {cell: "x" for _, filled in answer["level"] for cell in filled}


PLACED = Signs(patterns={"[A-Za-z0-9]+[.][0-9]+": Pattern("a name and a place, as in 3.1")})


@dataclass(frozen=True)
class Tubes(Cells):
    """Thermometers: the name of each and, behind a dot, the place of the cell in it, from 1."""

    signs: Signs = PLACED

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the thermometers."""
        tubes: dict[str, list[tuple[int, Cell]]] = {}
        for cell, mark in grid.block(self.name).items():
            name, _, place = mark.partition(".")
            tubes.setdefault(name, []).append((int(place), cell))
        for tube in tubes.values():
            cells = [cell for _, cell in sorted(tube)]
            yield Line(tuple(cells), "thermometer")
            yield Circle(cells[0], "bulb")


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left"), Tubes()],
    answer=[tinted],
    example="""
4 4
2 2 2 2
3 1 3 1
1.1 1.2 1.3 2.4
3.2 3.1 4.1 2.3
5.1 5.2 4.2 2.2
6.1 5.3 4.3 2.1

4 4
x x x -
- - x -
x x - x
- - - x
""",
    source="contests; rules as in puzzlekit",
)
