"""Shakashaka: blacken some white cells by half, along a diagonal; white areas become rectangles.

They may stand upright or on a corner. A number in a black cell says how many of its neighbours are
half black.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from minuet.models import Answer, Puzzle

from ...picture.picture import Shape, Text, Wedge
from ..cells import clockwise
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Link, SmallNumbers
from ..passages import beyond
from ..signs import BLACK_NUMBERS

CORNERS = ("nw", "ne", "se", "sw")  # corner k lies between the sides k - 1 and k of "nesw"


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: which cells are white, and which corner k of others is black."""
    made, around = Puzzle("shakashaka"), product(range(-1, grid.rows + 1), range(-1, grid.cols + 1))
    near = {c: [beyond(c, side) for side in "nesw"] for c in grid.cells if c not in grid.clues}
    fits = lambda cell, k: near[cell][k - 3] in near and near[cell][k - 2] in near
    white = made.choices("white", cell=list(near))
    half = made.choices("half", cell=list(near), k=range(4), where=fits)
    made.exactly_one([white, half], by="cell")
    # The white side of a triangle is no black side of another one.
    sides = lambda cell, k: [(c, (s + 2) % 4) for s in (k - 1, k) for c in (cell, near[cell][s])]
    made.at_most_one(half, covering=sides, name="side")
    # At each end of a slant another one begins, straight on or at a right angle.
    ends = lambda cell, k: {
        (clockwise(cell)[k - 2 + way], (k + way * step) % 4, -way * (step | 1)): step | 1
        for way, step in product((1, -1), (-1, 0, 1))
    }
    made.at_least(0, half, covering=ends, name="end")
    # Round a point the three cells beside a black corner are not all white there.
    plain = lambda cell: [(p, k) for j, p in enumerate(clockwise(cell)) for k in range(4) if k != j]
    sharp = lambda cell, k: [(clockwise(cell)[j], k) for j in (k, k - 2)]
    most = {(p, k): 2 + (c in near) for c in around for k, p in enumerate(clockwise(c))}
    made.at_most(most, [white, half], covering={white: plain, half: sharp}, name="angle")
    counts = {cell: number for cell, number in grid.counts.items() if number < 5}  # 5 is unknown
    made.exactly(counts, half, covering=lambda cell: counts.keys() & near[cell], name="number")
    made.at_least(1, half, over=["all"], name="some")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells that are half black, by the corner that is."""
    return {cell: CORNERS[k] for cell, k in answer["half"]}


def half_cells(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield triangles that fill half of a cell, of marks that name its corner, as `nw`."""
    for cell, corner in solution.items():
        for side in corner:
            yield Wedge(cell, "nesw".index(side), 0)
        yield Text(cell, {"nw": "◤", "ne": "◥", "sw": "◣", "se": "◢"}[corner], "blank")


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=BLACK_NUMBERS)],
    answer=[half_cells],
    example="""
5 5
- - x - -
- - - - -
- - - - 2
- - - - -
- - - 2 -

5 5
- - - nw ne
nw ne - sw se
sw se nw ne -
- nw - se -
- sw se - -
""",
    source="Guten, Nikoli; rules as in pzprjs",
    link=Link("shakashaka", SmallNumbers(names={NO_NUMBER: "x"})),
)
