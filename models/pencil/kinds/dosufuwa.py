"""Dosun-fuwari: place a balloon and an iron ball into each region.

A balloon is at the top of the grid, or below a black cell or another balloon. An iron ball is at
the bottom, or on a black cell or another iron ball.
"""

from __future__ import annotations

from collections.abc import Sequence

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import Body, Spelling
from ..link_codes import Borders, Crosses, Link
from ..signs import BLACK_CELL, BLACK_CIRCLE, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the cells with a balloon or a ball."""
    made, free = Puzzle("dosufuwa"), [cell for cell in grid.cells if cell not in grid.clues]
    kind = made.choices("kind", cell=free, ball=(False, True))
    made.at_most_one(kind, by="cell")
    rooms = {(grid.regions[cell], ball) for cell in free for ball in (False, True)}
    made.exactly_one(kind, by=lambda cell, ball: (grid.regions[cell], ball), over=rooms)
    for row, col in free:
        for ball, next_row in (False, row - 1), (True, row + 1):
            if (next_row, col) in free:
                held = kind.where(cell=(next_row, col), ball=ball)
                made.implies(kind.where(cell=(row, col), ball=ball), held)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the balloons and the iron balls."""
    return {cell: "b" if ball else "w" for cell, ball in answer["kind"]}


class FewCrosses(Crosses):
    """One sign that places have or not, spelled by the blanks before each alone."""

    def marks(self, body: Body, count: int) -> list[bool]:
        """Return which of so many places have the sign."""
        return body.few_crosses(count)

    def spell(self, spelling: Spelling, marks: Sequence[bool]) -> None:
        """Spell which places have the sign."""
        last = max((k for k, mark in enumerate(marks) if mark), default=-1)
        if last >= 0:
            spelling.crosses(marks[: last + 1])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=signs(x=BLACK_CELL)), Regions(apart=("x",))],
    answer=[marked(w=WHITE_CIRCLE, b=BLACK_CIRCLE)],
    example="""
4 4
- - x -
- x - -
- - - -
- - - -
1 1 4 5
1 8 5 5
9 9 9 9
9 9 15 15

4 4
w b - -
- - w b
- - w b
- - w b
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("dosufuwa", Borders(), FewCrosses()),
)
