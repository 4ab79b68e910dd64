"""Binairo: fill the grid with two marks, as many of the one as of the other in each row and column.

No three neighbours in a row or column are alike. The word "unlike" behind the size demands that no
two rows are alike, and no two columns.
"""

from __future__ import annotations

from dataclasses import replace

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import BLACK_CIRCLE, WHITE_CIRCLE, Signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a mark for each cell, 1 or 2, and perhaps each two 1 on a line."""
    made, halves = Puzzle("binairo"), (grid.cols // 2, grid.rows // 2)
    mark = made.choices("mark", cell=grid.cells, value=["1", "2"])
    made.exactly_one(mark, by="cell")
    for k, half in enumerate(halves):
        threes = lambda cell, value, k=k: [(cell[k], cell[1 - k] - n, value) for n in range(3)]
        made.exactly(half, mark, by=lambda cell, value, k=k: (cell[k], value))
        made.at_most(2, mark, covering=threes)
    for cell, value in grid.clues.items():
        made.given(mark, cell=cell, value=value)
    if "unlike" in grid.head:
        after = lambda cell: [(cell, other) for side in "es" for other in grid.ray(cell, side)]
        before = lambda cell: [(other, cell) for side in "nw" for other in grid.ray(cell, side)]
        pairs = [(c, other) for c in grid.cells for side in "es" for other in grid.ray(c, side)]
        both = made.choices("both", pair=pairs)
        ones = mark.where(value="1")
        made.equivalent(both.where(), ones.covering(after) & ones.covering(before), by="pair")
        for k, half in enumerate(halves):
            lines = lambda pair, k=k: (pair[0][k], pair[1][k]) if pair[0][k] != pair[1][k] else None
            made.at_most(half - 1, both, by=lines)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the marks."""
    return dict(answer["mark"])


TWO_COLORS = Signs(
    {
        "1": replace(WHITE_CIRCLE, symbols=(("circle_M", 1), ("circle_L", 1))),
        "2": replace(BLACK_CIRCLE, symbols=(("circle_M", 2), ("circle_L", 2))),
    }
)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=TWO_COLORS)],
    variants={"unlike": "no two rows are alike, and no two columns"},
    answer=[marked(**TWO_COLORS.looks)],
    example="""
4 4
- - - 2
1 - 2 -
- 2 - 2
2 1 - -

4 4
2 1 1 2
1 2 2 1
1 2 1 2
2 1 2 1
""",
    source='puzzlekit, whose grids may have equal rows; Binairo and Takuzu demand "unlike"',
)
