"""View: some cells have numbers, each the number of empty cells that one sees from it.

One sees up, down, left and right as far as the next number. Equal numbers do not lie side by side,
and all numbers hang together.
"""

from __future__ import annotations

from typing import Any

from minuet.models import Answer, Choices, Puzzle

from ..answers import written
from ..cells import edges
from ..clues import Cells
from ..grid import BLANKS, SIDES, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import FILLED_OR_EMPTY, NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the numbers, and how far one sees from each to each side."""
    made = Puzzle("view")
    may = [cell for cell in grid.cells if grid.marks[cell] != "x"]
    fits = lambda cell, value: value == grid.counts.get(cell, value)
    number = made.choices("number", cell=may, value=range(grid.rows + grid.cols - 1), where=fits)
    empty = made.choices("empty", cell=[c for c in grid.cells if grid.marks[c] in (*BLANKS, "x")])
    sight = made.choices("sight", grid.sights(may))
    made.exactly_one([number, empty], by="cell", over=grid.cells)
    all_sides = lambda cell: [(cell, side) for side in SIDES]
    one_side = lambda cell, side: [(cell, side)]
    both: dict[Choices, Any] = {empty: all_sides, sight: one_side}
    made.exactly_one([empty, sight], covering=both, name="sight")
    seen = lambda far, line: {cell: k == far for k, cell in enumerate(line)}
    both = {number: lambda cell: {cell: True}, empty: lambda cell: {cell: False}, sight: seen}
    made.agree(both, name="filled")
    far = made.sum(sight, by="cell", weight="far")
    made.compare(far, "==", made.sum(number, by="cell", weight="value"))
    made.connected(number, by="cell", name="together")
    made.at_least(1, number, name="any")
    around = lambda cell, value: [(value, edge) for edge in edges(cell)]
    made.at_most_one(number, covering=around, name="alike")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | FILLED_OR_EMPTY)],
    answer=[written],
    example="""
4 4
- 2 - -
- - - 3
1 - - -
- - - -

4 4
0 2 1 0
2 - - 3
1 - 3 -
0 2 0 1
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("view", Numbers()),
)
