"""Nurimaze: blacken whole tiles, so that the white cells form a maze without loops.

All white cells hang together, and no block of 2x2 cells is of one color. The way from s to g, which
are white, runs through all circles and through no triangle; these are white, too.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Answer, Puzzle

from ..answers import loop_lines, shaded
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, FewSigns, Link
from ..passages import joined
from ..shades import no_blocks, shades
from ..signs import TRIANGLE_UP, WHITE_CIRCLE, looks_like, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell's color, where two cells are white, and the steps of the way."""
    made, clues = Puzzle("nurimaze"), grid.clues
    sides = sorted({pair for cell in grid.cells for pair in grid.pairs(cell)})
    free = [pair for pair in sides if all(clues.get(cell) != "t" for cell in pair)]
    black, white = shades(made, grid, clues)
    link = made.choices("link", ends=sides, colors=product((False, True), repeat=2))
    step = made.choices("step", ends=free)
    made.exactly_one(link, by="ends")
    names = grid.regions
    both = lambda ends, colors: dict(zip(ends, colors, strict=True))
    colors = {black: lambda cell: {cell: False, names[cell]: False}, link: both}
    made.agree(colors | {white: lambda cell: {cell: True, names[cell]: True}}, name="color")
    no_blocks(made, grid, black, white)
    made.connected(white, by="cell")
    made.acyclic(link, by=lambda ends, colors: ends if all(colors) else None)
    start, goal = (cell for end in "sg" for cell, mark in clues.items() if mark == end)
    made.path(step, by="ends", ends=(start, goal))
    beside = lambda cell: [(cell, pair) for pair in grid.pairs(cell)]
    at_ends = lambda ends: [(cell, ends) for cell in ends]
    made.at_most_one([black, step], covering={black: beside, step: at_ends}, name="white way")
    circles = {cell for cell, mark in clues.items() if mark == "o"}
    made.at_least(1, step, covering=lambda ends: circles & {*ends}, over=circles, name="circle")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells and the way."""
    return {cell: "x" for (cell,) in answer["black"]} | joined(ends for (ends,) in answer["step"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[
        Cells(signs=signs(s=looks_like("S"), g=looks_like("G"), o=WHITE_CIRCLE, t=TRIANGLE_UP)),
        Regions(),
    ],
    answer=[shaded, loop_lines],
    marks=("x",),
    example="""
5 5
- - - - -
- - - - o
- - - - -
- - g - -
s - - - -
1 2 3 3 4
5 6 6 7 8
5 5 9 10 11
12 13 14 15 15
12 13 13 16 16

5 5
se ew ew sw x
ns x x ne sw
ns - x x ns
ns x e ew nw
n x x x x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("nurimaze", Borders(), FewSigns("sgot")),
)
