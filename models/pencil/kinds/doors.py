"""Doors: between cells side by side are doors; close some of them.

A number says how many cells one sees from its cell, which does not count, along the row and column
as far as the next closed door. Every cell can be reached from every other one. A solution adds up
the closed sides of each cell: 8 the upper, 4 the right, 2 the lower and 1 the left one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from minuet.models import Answer, Puzzle

from ...picture.picture import Border, Shape
from ..grid import SIDES, Grid, Marks
from ..kind import Kind
from ..passages import border

BITS = dict(zip("nesw", (8, 4, 2, 1), strict=True))  # of the sides of a cell


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: which doors are closed, and how far one sees to each side."""
    made, rows = Puzzle("doors"), []
    doors = {border(cell, side) for cell in grid.cells for side in SIDES if grid.ray(cell, side)}
    closed = made.choices("closed", door=doors, yes=(True, False))
    made.exactly_one(closed, by="door")
    for cell, side in product(grid.counts, SIDES):
        line = [border(item, side) for item in [cell, *grid.ray(cell, side)]][:-1]
        for far in range(len(line) + 1):
            passed = tuple((door, k == far) for k, door in enumerate(line[: far + 1]))
            rows.append({"cell": cell, "side": side, "far": far, "passed": passed})
    sight = made.choices("sight", rows)
    made.exactly_one(sight, by=("cell", "side"))
    made.sum_equals(grid.counts, sight, by="cell", weight="far")
    made.agree({closed: lambda door, yes: {door: yes}, sight: "passed"})
    around = {cell: doors & {border(cell, side) for side in SIDES} for cell in grid.cells}
    near = [pair for own in around.values() for pair in combinations(sorted(own), 2)]
    made.connected(closed, by=lambda door, yes: None if yes else door, along=near)
    beside = lambda door, yes: [] if yes else [c for c in grid.cells if door in around[c]]
    made.at_least(1, closed, covering=beside, over=grid.cells, name="entrance")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the closed sides of each cell, the rim too."""
    closed = {door for door, yes in answer["closed"] if yes}
    closed |= {border(cell, s) for cell in grid.cells for s in BITS if not grid.ray(cell, s)}
    return {c: str(sum(b for s, b in BITS.items() if border(c, s) in closed)) for c in grid.cells}


def closed_sides(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield the closed sides of cells, added up: 8 the upper, 4 right, 2 lower, 1 left."""
    for (row, col), mark in solution.items():
        for bit, other in ((4, (row, col + 1)), (2, (row + 1, col))):
            if mark.isdecimal() and int(mark) & bit and grid.has(other):
                yield Border((row, col), other)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    answer=[closed_sides],
    example="""
4 4
4 3 4 -
6 5 6 4
4 3 4 1
4 1 4 1

4 4
9 12 9 12
1 0 0 6
1 6 1 14
3 14 3 14
""",
    source="Otto Janko's collection; rules as in puzzlekit",
)
