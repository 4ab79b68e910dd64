"""Slitherlink: draw one loop along the lines of the grid, around some cells.

A number says how many sides of its cell the loop has.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import lines_around
from ..cells import edges
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, SmallNumbers


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each line, told by the cells on both sides of it."""
    made = Puzzle("slitherlink")
    line = made.choices("line", sides=sorted(set(edges(*grid.cells))))
    made.exactly(grid.counts, line, covering=lambda sides: [c for c in sides if c in grid.counts])

    def ends(sides: tuple[Cell, Cell]) -> tuple[Cell, Cell]:
        (row, col), (below, _) = sides
        return (
            ((row + 1, col), (row + 1, col + 1))
            if row < below
            else ((row, col + 1), (row + 1, col + 1))
        )

    made.one_loop(line, by=ends)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells inside of the loop."""
    lines = {sides for (sides,) in answer["line"]}
    inside: dict[Cell, bool] = {}
    for row, col in grid.cells:
        before = row, col - 1
        inside[row, col] = inside.get(before, False) != ((before, (row, col)) in lines)
    return {cell: "x" for cell, is_in in inside.items() if is_in}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    answer=[lines_around],
    example="""
4 4
3 - 2 3
- - 2 -
1 2 - 1
3 3 2 -

4 4
x - - x
x - x x
x x x x
x - x x
""",
    source="Nikoli; as pzprjs has it",
    link=Link("slither", SmallNumbers(), also=("slitherlink",)),
)
