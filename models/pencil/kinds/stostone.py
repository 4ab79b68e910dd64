"""Stostone: blacken in each region cells that hang together, so that such blocks do not touch.

A number says how many cells the block of its region has. If all blocks fell straight down without
changing their shapes, they would fill the lower half of the grid. Walls cut off the regions; over
none of them, even within a region, do two black cells touch.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ...errors import ModelError
from .. import link_codes
from ..answers import shaded
from ..clues import Cells, Walls
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, RoomNumbers
from ..passages import border
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: for each black cell the height to which it falls, from 0."""
    if grid.rows % 2:
        raise ModelError("an odd number of rows, expected an even one")
    made, high, names = Puzzle("stostone"), grid.rows // 2, grid.regions
    stone = made.choices("stone", row=range(grid.rows), col=range(grid.cols), height=range(high))
    region = lambda row, col: names[row, col]
    made.at_most_one(stone, by=("row", "col"))
    falling = "empty* " + " empty* ".join(map(str, reversed(range(high)))) + " empty*"
    made.regular(falling, stone, by="col", along="row", value="height", empty="empty")
    beside = lambda row, col, height: {border((row, col), side): height for side in "ew"}
    made.agree({stone: beside}, name="beside")
    made.connected(stone, by=("row", "col"), regions=region, name="block")
    walled = lambda row, col: grid.between.keys() & grid.pairs((row, col))
    made.at_most_one(stone, covering=walled, name="apart")
    made.at_least(1, stone, by=region, over=set(names.values()), name="any")
    counted = lambda row, col: grid.counted_room((row, col))
    made.exactly(grid.room_counts, stone, by=counted, name="number")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {(row, col): "x" for row, col, _ in answer["stone"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS), Walls("right sides"), Walls("lower sides")],
    answer=[shaded],
    example="""
4 5
- - - - -
- - - - -
- - - - -
- - - - -
- 1 - -
- 1 - -
1 1 - -
- 1 - 1
- - 1 1 1
- 1 - - -
1 1 1 1 -

4 5
x x - - x
- - x x -
- x - x x
x - x - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("stostone", link_codes.Walls(), RoomNumbers(regions="")),
)
