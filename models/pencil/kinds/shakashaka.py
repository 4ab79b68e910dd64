"""Shakashaka: blacken some white cells by half, along a diagonal; white areas become rectangles.

They may stand upright or on a corner. A number in a black cell says how many of its neighbours are
half black.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from minuet.models import Answer, Puzzle

from ...picture.picture import Shape, Text, Wedge
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Link, SmallNumbers
from ..signs import BLACK_NUMBERS

COLORS = ("-", "nw", "ne", "sw", "se", "nesw")  # on which sides a cell is black
ROUND = [(1, "w"), (1, "s"), (3, "n"), (3, "w"), (2, "e"), (2, "n"), (0, "s"), (0, "e")]


def fits(four: tuple[str, ...]) -> bool:
    """Tell whether all white angles round a point are right or straight, in eighths of a circle."""
    turn = "".join("b" if side in four[k] else "w" for k, side in ROUND)
    runs = (turn[turn.find("b") :] + turn[: turn.find("b")]).split("b")
    return all(len(run) in (0, 2, 4, 8) for run in runs)


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how each cell is colored, and black cells around the grid."""
    made, spans = Puzzle("shakashaka"), (range(-1, grid.rows + 1), range(-1, grid.cols + 1))
    right = lambda cell, color: (color == "nesw") != (cell in grid.marks and cell not in grid.clues)
    cell = made.choices("cell", cell=list(product(*spans)), color=COLORS, where=right)
    made.exactly_one(cell, by="cell")
    points = [list(product((r, r + 1), (c, c + 1))) for r, c in product(*(s[:-1] for s in spans))]
    angles = filter(fits, product(COLORS, repeat=4))
    made.table_rule(angles, cell, along="cell", lines=points, value="color")
    counts = {cell: number for cell, number in grid.counts.items() if number < 5}  # 5 is unknown
    near = lambda cell, color: [c for c in grid.beside(cell) if len(color) == 2 and c in counts]
    made.exactly(counts, cell, covering=near, name="number")
    half = lambda cell, color: len(color) == 2 or None
    made.at_least(1, cell, by=half, over=[True], name="some")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells that are half black, by the corner that is."""
    return {cell: color for cell, color in answer["cell"] if len(color) == 2}


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
