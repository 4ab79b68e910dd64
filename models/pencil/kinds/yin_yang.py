"""Yin-yang: each cell is black or white; all black cells hang together, and so do all white ones.

No block of 2x2 cells is of one color.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..cells import squares
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Circles, Link
from ..signs import BLACK_CIRCLE, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a color for each cell."""
    made = Puzzle("yin yang")
    stone = made.choices("stone", cell=grid.cells, color=("b", "w"))
    made.exactly_one(stone, by="cell")
    made.connected(stone, by="cell", regions="color", name="together")
    blocks = lambda cell, color: [(item, color) for item in squares(grid.rows, grid.cols, cell)]
    made.at_most(3, stone, covering=blocks, name="block")
    # Nor are two of each color across from each other: a way between two parts the others.
    crossed = lambda cell, color: [
        (item, (color == "b") == (sum(cell) % 2 == sum(item) % 2))
        for item in squares(grid.rows, grid.cols, cell)
    ]
    made.at_most(3, stone, covering=crossed, name="crossing")
    for cell, color in grid.clues.items():
        made.given(stone, cell=cell, color=color)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the colors."""
    return dict(answer["stone"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=signs(w=WHITE_CIRCLE, b=BLACK_CIRCLE))],
    answer=[marked(w=WHITE_CIRCLE, b=BLACK_CIRCLE)],
    example="""
5 5
- - b b b
b - - - -
- - b - w
- - w - -
w - w - -

5 5
b b b b b
b w w w w
b b b b w
w b w b w
w w w w w
""",
    source="contests; rules as in pzprjs",
    link=Link("yinyang", Circles()),
)
