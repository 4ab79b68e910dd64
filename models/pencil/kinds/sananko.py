"""San-anko: put the numbers 1 to 3 into cells, in groups of three equal ones that hang together.

Two groups do not touch at a side. A number in a black cell is the sum of the numbers beside it.
"""

from __future__ import annotations

from collections import Counter

from minuet.models import Answer, Puzzle
from minuet.models.packings import polyominoes

from ..answers import written
from ..cells import edges
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import KakuruNumbers, Link
from ..pieces import pieces
from ..signs import BLACK_NUMBERS, UNKNOWN, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each three cells and number."""
    made = Puzzle("sananko")
    free = [cell for cell in grid.cells if cell not in grid.clues]
    rows = [row | {"value": value} for row in pieces(free, polyominoes(3)) for value in (1, 2, 3)]
    group = made.choices("group", rows)
    made.at_most_one(group, covering=lambda cells: {*edges(*cells)}, name="apart")

    def sums(cells: list[Cell], value: int) -> dict[Cell, int]:
        beside = Counter(clue for cell in cells for clue in grid.beside(cell))
        return {clue: value * beside[clue] for clue in grid.counts.keys() & beside}

    made.sum_equals(grid.counts, group, covering=sums, name="sum")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for _, cells, value in answer["group"] for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=BLACK_NUMBERS | signs(**{"?": UNKNOWN}))],
    answer=[written],
    example="""
5 5
- 8 - - -
- - - 4 -
- 5 - - -
- - 7 - -
- - - - -

5 5
3 - 2 2 2
3 3 - - -
- - 2 2 -
- - - 2 -
3 3 3 - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("sananko", KakuruNumbers()),
)
