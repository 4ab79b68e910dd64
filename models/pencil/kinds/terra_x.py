"""Terra X: each region has one digit, 0 to 9, another than each region that it shares a side with.

Where four regions meet in a point, their digits add up to 10.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..cells import squares, walls
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each region."""
    made, names = Puzzle("terra x"), grid.regions
    given = {names[cell]: value for cell, value in grid.counts.items()}
    fits = lambda name, value: value == given.get(name, value)
    digit = made.choices("digit", name=sorted(set(names.values())), value=range(10), where=fits)
    made.exactly_one(digit, by="name", over=set(names.values()))
    pairs = {tuple(sorted(names[cell] for cell in edge)) for edge in walls(names, *grid.cells)}
    near = {name: [pair for pair in pairs if name in pair] for name in names.values()}
    touching = lambda name, value: [(pair, value) for pair in near[name]]
    made.at_most_one(digit, covering=touching, name="beside")
    points: dict[str, list[object]] = {name: [] for name in names.values()}
    for row, col in squares(grid.rows, grid.cols, *grid.cells):
        around = {names[row + down, col + right] for down in (0, 1) for right in (0, 1)}
        for name in around if len(around) == 4 else ():
            points[name].append((row, col))
    made.sum_equals(
        10, digit, covering=lambda name: set(points[name]), weight="value", name="point"
    )
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the digit of each cell."""
    digits: dict[str, int] = dict(answer["digit"])
    return {cell: str(digits[name]) for cell, name in grid.regions.items() if name in digits}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(), Regions()],
    answer=[written],
    example="""
4 4
0 - 0 -
4 - - 5
- - 9 -
8 - 9 8
1 2 3 3
4 4 5 5
4 4 6 6
7 4 6 8

4 4
0 1 0 0
4 4 5 5
4 4 9 9
8 4 9 8
""",
    source="janko.at; rules as in puzzlekit",
)
