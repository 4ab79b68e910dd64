"""Turn and run: draw a loop that runs in one direction and turns at each number.

It leaves a number straight on for so many cells, then turns again; at a `?` it turns, too. It
crosses itself at each `+` and nowhere else, and enters no black cell. A loop that may run both ways
is two.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..answers import loop_lines
from ..clues import Cells
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Link, Numbers, OptionalBits
from ..passages import BACK, DIRECTED, beyond, border, edge, flows, sides_of
from ..signs import BLACK_CELL, POSITIVE, UNKNOWN, looks_like, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: by which side the loop comes into each cell, and by which it leaves."""
    made, marks = Puzzle("turn and run"), grid.marks
    free = [cell for cell in grid.cells if marks[cell] != "x"]
    ways = ((cell, sides, passed(grid, cell, sides)) for cell in free for sides in DIRECTED)
    rows = [{"cell": c, "sides": sides, "passed": tuple(p.items())} for c, sides, p in ways if p]
    way = made.choices("way", rows)
    lane = lambda cell, sides: (cell, marks[cell] == "+" and sides[0] in "ns")
    lanes = [(cell, axis) for cell in free for axis in ((0, 1) if marks[cell] == "+" else (0,))]
    made.exactly_one(way, by=lane, over=lanes)
    made.agree({way: lambda passed: dict(passed)}, name="border")
    made.one_loop(way, by=edge)
    return made


def passed(grid: Grid, cell: Cell, sides: str) -> dict[Cell, Cell | tuple[()]]:
    """Return from where the loop comes over borders, if it passes a cell so; {} if it may not."""
    mark, number = grid.marks[cell], grid.counts.get(cell, 0)
    straight = sides[:1] == BACK.get(sides[1:])
    may = straight if mark == "+" else cell not in grid.clues or (sides != "" and not straight)
    run = grid.ray(cell, sides[1])[:number] if sides else []
    if not may or len(run) < number or "+" in [grid.marks[c] for c in run[-1:]]:
        return {}
    if any(grid.marks.get(beyond(cell, side), "x") == "x" for side in sides):
        return {}
    ahead = {border(c, sides[1]): () if c == run[-1] else c for c in run}
    return flows(cell, sides, sides if mark == "+" else BACK) | ahead


CROSS_MARK = looks_like("+", ("math", 2))


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Cells(signs=POSITIVE | signs(x=BLACK_CELL, **{"?": UNKNOWN, "+": CROSS_MARK}))],
    answer=[loop_lines],
    example="""
6 6
- - - - 1 -
2 - 2 2 - -
- x - - - -
- - - - + -
- - - - - -
- - - - - -

6 6
- - - - se sw
se ew sw se nw ns
ns - ns ns se nw
ns se nw ne nsew sw
ns ne ew ew nw ns
ne ew ew ew ew nw
""",
    source="contests; rules as in pzprjs",
    link=Link("turnrun", Numbers(names={NO_NUMBER: "?", 0: "+"}, others=("x",)), OptionalBits()),
)
