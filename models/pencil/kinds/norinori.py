"""Norinori: blacken two cells of each region.

Each black cell lies beside exactly one other, of its own region or of the next.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link
from ..signs import Signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each two cells side by side; two such do not touch."""
    made = Puzzle("norinori")
    pairs = [edge for edge in sorted(set(edges(*grid.cells))) if all(map(grid.has, edge))]
    domino = made.choices("domino", cells=pairs)
    made.at_most_one(domino, covering=lambda cells: set(edges(*cells)), name="apart")
    inside = lambda cells: [grid.regions[cell] for cell in cells]
    made.exactly(2, domino, covering=inside, over=set(grid.regions.values()), name="region")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cells,) in answer["domino"] for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=Signs()), Regions()],
    answer=[shaded],
    example="""
5 5
- - - - -
- - - - -
- - - - -
- - - - -
- - - - -
1 1 2 2 3
1 1 4 2 3
1 1 4 2 5
1 1 4 4 5
1 1 4 4 5

5 5
- x x - x
- - - - x
- - x x -
- - - - x
- x x - x
""",
    source="Nikoli; as pzprjs has it",
    link=Link("norinori", Borders()),
)
