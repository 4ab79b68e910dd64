"""Tenner grid: every row has the digits 0 to 9; equal ones do not touch, not even at a corner.

The last line has the sums of the columns.
"""

from __future__ import annotations

from collections.abc import Iterator

from minuet.models import Answer, Puzzle

from ...picture.picture import Outline, Shape
from ..answers import written
from ..cells import squares
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell above the sums."""
    made, sums = Puzzle("tenner grid"), grid.rows - 1
    fits = lambda cell, value: cell[0] < sums and value == grid.counts.get(cell, value)
    digit = made.choices("digit", cell=grid.cells, value=range(grid.cols), where=fits)
    made.exactly_one(digit, by="cell", over=grid.cells[: sums * grid.cols])
    made.exactly_one(digit, by=lambda cell, value: (cell[0], value), name="row")
    blocks = lambda cell, value: [(block, value) for block in squares(sums, grid.cols, cell)]
    made.at_most_one(digit, covering=blocks, name="touching")
    told = {col: grid.counts[sums, col] for col in range(grid.cols) if (sums, col) in grid.counts}
    columns = lambda cell: cell[1] if cell[1] in told else None
    made.sum_equals(told, digit, by=columns, weight="value", name="column")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the digits, and the sums below."""
    return grid.marks | {cell: str(value) for cell, value in answer["digit"]}


class DigitsAndSums(Cells):
    """Digits, which are outlined, and the sums below them."""

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the numbers and the outline."""
        yield from super().shapes(grid)
        yield Outline(tuple(grid.cells[: -grid.cols]), "box")


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[DigitsAndSums()],
    answer=[written],
    example="""
4 5
- - 4 - 2
- - 0 3 -
4 - 2 - -
6 7 6 5 6

4 5
0 3 4 1 2
2 1 0 3 4
4 3 2 1 0
6 7 6 5 6
""",
    source="puzzle magazines; rules as in puzzlekit",
)
