"""Nanbaboru: the numbers 1 to n go once into each row and each column; the other cells stay empty.

Some cells are marked: with o or 0 those that have a number, with x those that stay empty.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import BLACK_CELL, NUMBERS, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell and each number."""
    made = Puzzle("nanbaboru")
    fits = lambda cell, value: grid.marks[cell] in ("-", "o", "0", str(value))
    number = made.choices(
        "number", cell=grid.cells, value=range(1, int(grid.head[0]) + 1), where=fits
    )
    made.at_most_one(number, by="cell")
    for cell in [cell for cell, clue in grid.clues.items() if clue != "x"]:
        made.any_of(number.where(cell=cell))
    lines = lambda cell, value: [(axis, place, value) for axis, place in enumerate(cell)]
    made.exactly_one(number, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | signs(o=WHITE_CIRCLE, x=BLACK_CELL, **{"0": WHITE_CIRCLE}))],
    head=["the largest number"],
    answer=[written],
    example="""
4 4 3
- - 0 0
2 3 - x
- 0 0 3
- - x 0

4 4
1 - 3 2
2 3 1 -
- 1 2 3
3 2 - 1
""",
    source="Naoki Inaba (Number ball), janko.at; rules as in puzzlekit",
)
