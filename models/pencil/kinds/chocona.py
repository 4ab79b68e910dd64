"""Chocona: blacken cells so that those that hang together make up rectangles.

A number says how many cells of its region are black.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, RoomNumbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white; no block of 2 x 2 has three black ones."""
    made = Puzzle("chocona")
    black = made.choices("black", cell=grid.cells)
    made.exactly(grid.room_counts, black, by=grid.counted_room)
    inner = [(row, col) for row, col in grid.cells if row and col]
    full = made.choices("full", block=inner, number=[0, 1, 2, 4])
    made.exactly_one(full, by="block")
    have = made.sum(
        black, covering=lambda cell: [item for item in grid.corners(cell) if item in set(inner)]
    )
    made.compare(have, "==", made.sum(full, by="block", weight="number"))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS), Regions()],
    answer=[shaded],
    example="""
4 4
- - - -
3 - - 2
- 2 - -
- 3 - 0
1 1 2 2
1 3 3 2
4 3 5 5
4 4 5 5

4 4
x x - x
x x - x
x x - -
x x - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("chocona", Borders(), RoomNumbers()),
)
