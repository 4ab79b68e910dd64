"""Yajilin: blacken some cells, no two side by side, and draw one loop through all the others.

A number with an arrow says how many cells are black as one looks along it; neither the loop nor a
black cell is where one stands.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import loop_lines, shaded
from ..cells import edges
from ..clues import Cells
from ..grid import SIDES, Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import ArrowNumbers, Link
from ..passages import loop, sides_of
from ..signs import ARROW_CLUES, HOLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell; what it leaves out is black."""
    made, clues = Puzzle("yajilin"), grid.clues
    way = loop(made, grid, barred=clues)
    seen = {cell: grid.ray(cell, clue[-1]) for cell, clue in clues.items() if clue[-1] in SIDES}
    counts = {cell: int(clues[cell][:-1]) for cell in seen if clues[cell][:-1].isdecimal()}
    black: dict[Cell, list[Cell]] = {cell: [] for cell in grid.cells}
    for clue_cell in counts:
        for cell in seen[clue_cell]:
            black[cell].append(clue_cell)
    looking = lambda cell, sides: () if sides or cell in clues else black[cell]
    made.exactly(counts, way, covering=looking, name="number")
    beside = lambda cell, sides: () if sides or cell in clues else edges(cell)
    made.at_most_one(way, covering=beside, name="beside")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop and the black cells."""
    black = {cell: "x" for cell in grid.cells if cell not in grid.clues}
    return black | sides_of(grid, answer)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ARROW_CLUES | signs(x=HOLE, **{"@": HOLE}))],
    answer=[loop_lines, shaded],
    example="""
5 5
- - - - -
- - - - -
- - - - -
- - - - 1n
- 1n - - -

5 5
x se ew ew sw
se nw se ew nw
ns x ne sw x
ne ew sw ns -
x - ne nw x
""",
    source="Nikoli; as pzprjs has it",
    link=Link("yajilin", ArrowNumbers(), also=("yajirin",), flags="b"),
)
