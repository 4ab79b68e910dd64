"""Mejilink: draw one loop along the dotted lines, which part the grid into pieces.

Of the dotted sides of each piece, the loop leaves out as many as the piece has cells. Marks add up
which sides of a cell are dotted: 8 the upper, 4 the left, 2 the lower and 1 the right one. A piece
at a part of the rim that is not dotted has any number of them.
"""

from __future__ import annotations

from collections import Counter

from minuet.models import Answer, Puzzle

from ..answers import lines_around
from ..cells import edges
from ..clues import DottedSides
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import regions_within
from ..link_codes import Link, OpenSides
from ..loops import inside, line_ends

BITS = (8, 1, 2, 4)  # in the order of the edges of a cell


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each dotted line, told by the cells on both sides of it."""
    made, counts, right, lower = Puzzle("mejilink"), grid.counts, list[bool](), list[bool]()
    for row, col in grid.cells:
        right += [bool(counts[row, col] & 1)] if col + 1 < grid.cols else []
        lower += [bool(counts[row, col] & 2)] if row + 1 < grid.rows else []
    names = regions_within(grid.rows, grid.cols, right, lower)
    sides = [
        (edge, names[row][col], bool(mark & bit))
        for (row, col), mark in counts.items()
        for edge, bit in zip(edges((row, col)), BITS, strict=True)
    ]
    line = made.choices("line", sides=sorted({edge for edge, _, dotted in sides if dotted}))
    made.one_loop(line, by=line_ends)
    free = {name for edge, name, dotted in sides if not dotted and not all(map(grid.has, edge))}
    kept = Counter(name for _, name, dotted in sides if dotted)
    kept.subtract(name for row in names for name in row)
    known = {name: number for name, number in kept.items() if name not in free}
    beside = lambda sides: [
        names[r][c] for r, c in sides if grid.has((r, c)) and names[r][c] in known
    ]
    made.exactly(known, line, covering=beside)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells inside of the loop."""
    return inside(grid, {sides for (sides,) in answer["line"]})


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[DottedSides()],
    answer=[lines_around],
    example="""
3 3
15 13 5
15 7 7
14 11 15

3 3
x x -
- x -
x x x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("mejilink", OpenSides()),
)
