"""Makaro: the n white cells of a region have the numbers 1 to n; no two side by side are equal.

An arrow points from its black cell to the neighbour with the one greatest number around it.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..cells import cells_by, edges
from ..grid import SIDES, Grid, Marks
from ..passages import beyond


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each white cell."""
    made = Puzzle("makaro")
    room = {c: grid.regions[c] for c in grid.cells if grid.marks[c] not in (*SIDES, "x")}
    rows = [
        {"cell": cell, "value": value}
        for cells in cells_by(room).values()
        for cell in cells
        for value in range(1, len(cells) + 1)
        if grid.counts.get(cell, value) == value
    ]
    number = made.choices("number", rows)
    made.exactly_one(number, by="cell", over=room)
    made.exactly_one(number, by=lambda cell, value: (room[cell], value), name="room")
    around = lambda cell, value: [(value, edge) for edge in edges(cell)]
    made.at_most_one(number, covering=around, name="beside")
    arrows = [(cell, beyond(cell, mark)) for cell, mark in grid.clues.items() if mark in SIDES]
    less = [[c, top] for at, top in arrows for c in grid.beside(at) if c in room and c != top]
    made.increasing(number, along="cell", lines=less, value="value", strict=True)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}
