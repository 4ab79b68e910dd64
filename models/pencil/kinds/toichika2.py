"""Toichika 2: put a number into one cell of each region, so that equal numbers form pairs.

Two equal numbers in one row or column have as many cells between them as they say. These are empty,
and the two regions do not lie side by side. Each number is in a pair along its row or its column,
not in both. The number of some regions is given.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..arrows import facing, over_between
from ..clues import CornerNumbers, Regions
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, RoomNumbers
from ..signs import NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each pair."""
    made, names = Puzzle("toichika2"), grid.regions
    near = {frozenset(names[cell] for cell in pair) for pair in grid.borders}

    def fits(cells: tuple[Cell, ...]) -> bool:
        both = frozenset(names[cell] for cell in (cells[0], cells[-1]))
        known = {grid.room_counts[name] for name in both if name in grid.room_counts}
        return len(both) == 2 and both not in near and known <= {len(cells) - 2}

    rows = [row for row in facing(grid, {}, least=1) if fits(row["cells"])]
    pair = made.choices("pair", rows)
    both = lambda cells: [names[cells[0]], names[cells[-1]]]
    made.exactly_one(pair, covering=both, over=set(names.values()), name="region")
    made.at_most_one(pair, covering=over_between, name="between")
    alike = lambda cells: {
        (len(cells), line) for end in (cells[0], cells[-1]) for line in enumerate(end)
    }
    made.at_most_one(pair, covering=alike, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    ends = ((cell, cells) for cells, _ in answer["pair"] for cell in (cells[0], cells[-1]))
    return {cell: str(len(cells) - 2) for cell, cells in ends}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[CornerNumbers(signs=NUMBERS), Regions()],
    answer=[written],
    example="""
4 5
- - 1 - -
- - - - -
- - - - -
- - - - -
1 1 2 2 2
3 3 3 2 4
3 5 5 4 4
6 5 4 4 4

4 5
2 - 1 - -
- 2 - - 2
- - 1 - -
2 - - - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("toichika2", Borders(), RoomNumbers(names={})),
)
