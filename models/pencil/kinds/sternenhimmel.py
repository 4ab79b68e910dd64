"""Sternenhimmel (starry sky): each arrow points at one star, and one arrow points at each star.

Arrows point to eight sides as far as the rim, past one another. The numbers of stars stand outside:
those of the columns in the first line, those of the rows in the second.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..clues import Cells, Outside
from ..grid import SIDES, Cell, Grid, Marks
from ..kind import Kind
from ..signs import EIGHT_ARROWS, STAR


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell at which exactly one arrow points."""
    made, marks = Puzzle("sternenhimmel"), grid.marks
    arrows: dict[Cell, list[Cell]] = {cell: [] for cell in grid.cells}
    pointed = {cell: mark for cell, mark in marks.items() if mark != "-"}
    for cell, mark in pointed.items():
        down, right = (sum(SIDES[side][axis] for side in mark) for axis in (0, 1))
        for k in range(1, max(grid.rows, grid.cols)):
            arrows.get((cell[0] + k * down, cell[1] + k * right), []).append(cell)
    star = made.choices(
        "star", cell=[c for c in grid.cells if marks[c] == "-" and len(arrows[c]) == 1]
    )
    made.exactly_one(star, by=lambda cell: arrows[cell][0], over=pointed, name="arrow")
    counts = grid.outside
    lines = lambda cell: [key for key in enumerate(cell) if key in counts]
    made.exactly(counts, star, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the stars."""
    return {cell: "*" for (cell,) in answer["star"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left"), Cells(signs=EIGHT_ARROWS)],
    head=["stars in each row, or any number"],
    answer=[marked(**{"*": STAR})],
    example="""
5 5 1
1 1 0 1 2
1 2 0 1 1
- - w - -
- - se - -
n se - - -
- - ne - -
- - - - -

5 5
- * - - -
* - - - *
- - - - -
- - - - *
- - - * -
""",
    source="janko.at; rules as in puzzlekit",
)
