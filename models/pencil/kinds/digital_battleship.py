"""Digital battleship: place a fleet of straight ships that do not touch, not even at a corner.

Each cell has a number; beside a row or column stands the sum of those that its ships lie on.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Answer, Puzzle

from ..answers import shaded_as
from ..clues import Cells, Outside
from ..grid import Cell, Grid, Marks
from ..kind import Kind

Parts = tuple[tuple[Cell, str], ...]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each place of a ship; `head` says how many have 1, 2 ... cells."""
    made, rows = Puzzle("digital battleship"), []
    for cell, side, size in product(grid.cells, "es", range(1, len(grid.head) + 1)):
        cells = [cell, *grid.ray(cell, side)][:size]
        marks = {"e": "w" + "m" * (size - 2) + "e", "s": "n" + "m" * (size - 2) + "s"}[side]
        if len(cells) == size and (size > 1 or side == "e"):
            parts = tuple(zip(cells, marks if size > 1 else "o", strict=False))
            rows.append({"size": size, "parts": parts})
    ship = made.choices("ship", rows)
    made.exactly({k: int(n) for k, n in enumerate(grid.head, 1)}, ship, by="size")
    made.at_most_one(ship, covering=lambda parts: {c for p, _ in parts for c in grid.corners(p)})
    for k, sums in (1, grid.numbers("top")), (0, grid.numbers("left")):

        def lines(parts: Parts, k: int = k, sums: dict[int, int] = sums) -> dict[int, int]:
            inside = [(cell[k], grid.counts[cell]) for cell, _ in parts if cell[k] in sums]
            return {line: sum(n for item, n in inside if item == line) for line, _ in inside}

        made.sum_equals(sums, ship, covering=lines)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the parts of the ships."""
    return {cell: part for _, parts in answer["ship"] for cell, part in parts}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left"), Cells()],
    head=["how many ships have one cell", "..."],
    answer=[shaded_as(*"nsewmo")],
    example="""
4 4 1 1
5 - 0 5
0 1 4 5
2 5 1 3
1 4 4 4
4 2 1 4
1 4 4 5

4 4
- - - -
n - - -
s - - -
- - - o
""",
    source="Otto Janko's collection; rules as in puzzlekit",
)
