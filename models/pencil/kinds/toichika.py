"""Toichika: put an arrow into one cell of each region; each points to one that points back.

The cells between the two of such a pair are empty, and the regions of the two do not lie side by
side. Some arrows are given; a cell marked x has none.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..arrows import arrow_marks, facing, over_between
from ..clues import Cells, Regions
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, FewSigns, Link
from ..signs import ARROW_SYMBOLS, GRAY_CELL, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each pair, by its first cell, direction and distance."""
    made, names = Puzzle("toichika"), grid.regions
    given = {cell: mark for cell, mark in grid.clues.items() if mark != "x"}
    near = {frozenset(names[cell] for cell in pair) for pair in grid.borders}

    def fits(cells: tuple[Cell, ...]) -> bool:
        ends = (cells[0], cells[-1])
        both = frozenset(names[cell] for cell in ends)
        others = [cell for cell in given if names[cell] in both and cell not in ends]
        empty = any(grid.marks[cell] == "x" for cell in ends)
        return len(both) == 2 and both not in near and not others and not empty

    pair = made.choices("pair", [row for row in facing(grid, given) if fits(row["cells"])])
    both = lambda cells: [names[cells[0]], names[cells[-1]]]
    made.exactly_one(pair, covering=both, over=set(names.values()), name="region")
    made.at_most_one(pair, covering=over_between, name="between")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the arrows."""
    return arrow_marks(answer["pair"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ARROW_SYMBOLS | signs(x=GRAY_CELL)), Regions()],
    answer=[marked(**ARROW_SYMBOLS.looks)],
    example="""
5 5
- - - - -
- - - - -
- - - - -
- - - - -
- - - - -
1 2 3 3 3
1 2 3 3 4
1 2 2 5 4
6 7 7 5 5
6 7 7 7 8

5 5
- - s - -
- e - - w
e - - w -
- - n - -
e - - - w
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("toichika", Borders(), FewSigns("nswe")),
)
