"""Nanro: some cells of each region have numbers, all of them the number of these cells.

Numbers hang together and fill no block of 2x2 cells; equal ones do not lie side by side across the
edge of a region.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..cells import cells_by, squares, walls
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, Link, Numbers
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how many numbers a region has, and which cells have them."""
    made, names = Puzzle("nanro"), grid.regions
    sizes = {name: len(cells) for name, cells in cells_by(names).items()}
    rows = [{"name": name, "value": k} for name, size in sizes.items() for k in range(1, size + 1)]
    room = made.choices("room", rows)
    fits = lambda cell, value: value <= sizes[names[cell]] and value == grid.counts.get(cell, value)
    number = made.choices(
        "number", cell=grid.cells, value=range(1, max(sizes.values()) + 1), where=fits
    )
    made.exactly_one(room, by="name")
    made.at_most_one(number, by="cell")
    for cell in grid.clues:
        made.any_of(number.where(cell=cell))
    inside = made.sum(number, by=lambda cell, value: (names[cell], value))
    made.compare(inside, "==", made.sum(room, by=("name", "value"), weight="value"))
    made.connected(number, by="cell", name="numbers")
    made.at_most(3, number, covering=lambda cell: squares(grid.rows, grid.cols, cell), name="block")
    across = lambda cell, value: [(value, edge) for edge in walls(names, cell)]
    made.at_most_one(number, covering=across, name="across")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS), Regions()],
    answer=[written],
    example="""
4 4
2 - - 2
- - 2 -
- - - -
- - 5 2
1 1 1 1
2 2 3 4
2 2 3 3
2 2 2 3

4 4
2 - - 2
5 5 2 1
- 5 - -
- 5 5 2
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("nanro", Borders(), Numbers()),
)
