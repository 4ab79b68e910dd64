"""Curving road: blacken cells so that a white way from one circle to another turns at least twice.

Circles are white, no two black cells share a side, and all white cells hang together.
"""

from __future__ import annotations

from itertools import combinations, product

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Bits, Link
from ..shades import shades
from ..signs import WHITE_CIRCLE, signs


def straight(item: Cell, two: Cell) -> set[Cell]:
    """Return the cells from one to another of the same row or column."""
    rows, cols = (range(min(pair), max(pair) + 1) for pair in zip(item, two, strict=True))
    return set(product(rows, cols))


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white; on each way that turns once one is black."""
    made = Puzzle("curving road")
    black, white = shades(made, grid, grid.clues)
    made.connected(white, by="cell")
    made.at_most_one(black, covering=grid.pairs)
    paths = {
        frozenset(straight(item, turn) | straight(turn, two)) - {item, two}
        for item, two in combinations(grid.clues, 2)
        for turn in ((item[0], two[1]), (two[0], item[1]))
    }
    paths = {path for path in paths if not path & grid.clues.keys()}
    made.at_least(
        1, black, covering=lambda cell: [path for path in paths if cell in path], over=paths
    )
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["black"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=signs(o=WHITE_CIRCLE))],
    answer=[shaded],
    example="""
5 5
- o - - o
- - - - -
o - - o -
- o - - o
- - - - -

5 5
x - - x -
- - - - -
- x - - x
x - - x -
- - - - -
""",
    source="rules as in pzprjs",
    link=Link("curving", Bits("o")),
)
