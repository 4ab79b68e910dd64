"""Dominoes on a rectangle: every cell is covered by one of 2 cells.

Counted in closed form by Kasteleyn, and by Temperley and Fisher, in 1961.
"""

from __future__ import annotations

from itertools import product

from ....models.puzzle import Puzzle
from ....models.tables.rows import Rows
from ..generator import Generator, Parameter

__all__ = ["GENERATORS"]


def _dominoes(rows: int, cols: int) -> Puzzle:
    puzzle = Puzzle(f"dominoes {rows} x {cols}")
    places = [
        (row, col, turn)
        for row, col, turn in product(range(1, rows + 1), range(1, cols + 1), "-|")
        if (col < cols if turn == "-" else row < rows)
    ]
    domino = puzzle.choices("domino", Rows(("row", "col", "turn"), places))

    def cells(row: int, col: int, turn: str) -> tuple[tuple[int, int], ...]:
        return (row, col), (row, col + 1) if turn == "-" else (row + 1, col)

    board = list(product(range(1, rows + 1), range(1, cols + 1)))
    puzzle.exactly_one(domino, covering=cells, over=board, name="cell")
    puzzle.drawn(domino, covering=cells, show="turn", label=False)
    return puzzle


GENERATORS = (
    Generator(
        "dominoes",
        "A board of rows x cols is covered by dominoes.",
        "Kasteleyn 1961; Temperley and Fisher 1961; OEIS A099390",
        {
            "rows": Parameter(6, "cells down", 1, 300),
            "cols": Parameter(6, "cells across", 1, 300),
        },
        "rows",
        _dominoes,
    ),
)
