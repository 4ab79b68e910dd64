"""Yajirushi 2: put arrows into empty cells, so that each points at another one that points back.

The two of such a pair do not lie side by side, and the cells between them are empty. A number,
where no arrow is and over which none points, says how many of the cells beside it have arrows. All
empty cells hang together.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..arrows import arrow_marks, facing, over_between
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, SmallNumbers
from ..signs import ARROW_SYMBOLS, NUMBERS, UNKNOWN_OR_GRAY, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each pair, and each cell without an arrow."""
    made = Puzzle("yajirushi2")
    pair = made.choices("pair", facing(grid, {}, grid.clues, least=1))
    empty = made.choices("empty", cell=[cell for cell in grid.cells if cell not in grid.clues])

    def ends(cells: tuple[Cell, ...]) -> list[Cell]:
        return [cells[0], cells[-1]]

    made.exactly_one([pair, empty], covering={pair: ends, empty: lambda cell: [cell]})
    made.at_most_one(pair, covering=over_between, name="between")
    made.connected(empty, by="cell", name="together")
    beside = lambda cells: [
        clue for cell in ends(cells) for clue in grid.beside(cell) if clue in grid.counts
    ]
    made.exactly(grid.counts, pair, covering=beside, name="number")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the arrows."""
    return arrow_marks(answer["pair"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | signs(**{"?": UNKNOWN_OR_GRAY}))],
    answer=[marked(**ARROW_SYMBOLS.looks)],
    example="""
4 5
- - 1 2 -
- - - - -
2 - - - -
- - - - -

4 5
- - - - s
e - w s -
- - - - -
e - w n n
""",
    source="rules as in pzprjs",
    link=Link("yajirushi2", SmallNumbers()),
)
