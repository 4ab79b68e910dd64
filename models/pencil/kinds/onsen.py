"""Onsen-meguri: draw loops from cell to cell, each through one of the clues, that do not meet.

A loop enters and leaves a region at most once, and runs through as many cells in each region that
it visits: in that of a number through so many. At least one loop visits each region.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, Numbers
from ..passages import beyond, loops_through
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: which loop passes each cell how, and how many cells of each region."""
    made, names, clues, area = Puzzle("onsen"), grid.regions, grid.clues, grid.rows * grid.cols
    way = loops_through(made, grid, clues)
    in_room = lambda cell, sides, clue: (names[cell], clue) if sides else None
    visits = {(names[cell], clue) for cell, sides, clue in way.rows if sides}
    sizes = {
        clue: {0, grid.counts[clue]} if clue in grid.counts else range(area + 1) for clue in clues
    }
    rows = [{"visit": visit, "size": size} for visit in visits for size in sizes[visit[1]]]
    tally = made.choices("tally", rows)
    made.exactly_one(tally, by="visit")
    counted = made.sum(tally, by="visit", weight="size")
    made.compare(made.sum(way, by=in_room), "==", counted)
    made.agree({tally: lambda visit, size: {visit[1]: size} if size else {}}, name="alike")
    some = lambda visit, size: visit[0] if size else None
    made.at_least(1, tally, by=some, over=set(names.values()), name="visited")
    leaving = lambda cell, sides, clue: [
        (names[cell], clue) for side in sides if names[beyond(cell, side)] != names[cell]
    ]
    made.at_most(2, way, covering=leaving, name="once")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loops."""
    return {cell: sides for cell, sides, _ in answer["way"] if sides}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS), Regions()],
    answer=[loop_lines],
    example="""
5 5
4 - - - -
- - 2 - -
- - - - -
- - - - -
- - - - -
1 1 1 2 2
1 1 1 3 3
4 4 4 3 3
4 4 3 3 3
4 4 3 3 3

5 5
se sw se ew sw
ns ns ne ew nw
ns ns - - -
ne nw - - -
- - - - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("onsen", Borders(), Numbers()),
)
