"""Sudokus that share cells: squares of 9 x 9 cells, each a sudoku of its own.

`squares` makes the puzzle of them; a kind adds what else it demands to the table `digit`, whose
columns are cell and value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import product

from ..answer import Answer
from ..puzzle import Puzzle
from .grid import Cell, Grid, Marks

__all__ = ["digits", "outside", "squares"]


def squares(name: str, grid: Grid, corners: Iterable[Cell]) -> Puzzle:
    """Return the puzzle of the squares whose first cells are told, with the clues as givens."""
    made = Puzzle(name)
    houses: dict[Cell, set[tuple[object, ...]]] = defaultdict(set)
    for (top, left), (row, col) in product(corners, product(range(9), range(9))):
        lines = ("row", top + row, left), ("col", top, left + col)
        box = ("box", top + row // 3 * 3, left + col // 3 * 3)
        houses[top + row, left + col].update([*lines, box])
    digit = made.choices("digit", cell=list(houses), value=range(1, 10))
    made.exactly_one(digit, by="cell")
    made.exactly_one(
        digit,
        covering=lambda cell, value: [(*house, value) for house in houses[cell]],
        name="house",
    )
    for cell, value in grid.counts.items():
        made.given(digit, cell=cell, value=value)
    return made


def outside(grid: Grid, corners: Iterable[Cell]) -> list[Cell]:
    """Return the cells that are in none of the squares whose first cells are told."""
    inside = {
        (top + row, left + col) for top, left in corners for row in range(9) for col in range(9)
    }
    return [cell for cell in grid.cells if cell not in inside]


def digits(grid: Grid, answer: Answer) -> Marks:
    """Return the digits of an answer with a table `digit` of cells and values."""
    return {cell: str(value) for cell, value in answer["digit"]}
