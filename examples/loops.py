"""A loop as the collection writes it: for each cell the two sides by which the loop leaves it.

A way from a cell to its neighbour is told by the cell and `down`: 1 to the one below, 0 to the one
at the right. So it is the row of a table of choices with the columns row, col and down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from .grid import Cell, Grid, Marks

__all__ = ["ends", "loop_marks", "ways"]

ORDER = "nsew"


def ways(grid: Grid) -> list[dict[str, int]]:
    """Return the ways between neighbouring cells, as rows of a table: row, col and down."""
    return [
        {"row": row, "col": col, "down": down}
        for row, col in grid.cells
        for down in (0, 1)
        if grid.has((row + down, col + 1 - down))
    ]


def ends(row: int, col: int, down: int) -> tuple[Cell, Cell]:
    """Return the two cells that a way joins."""
    return (row, col), (row + down, col + 1 - down)


def loop_marks(chosen: Iterable[Any]) -> Marks:
    """Return how a loop of chosen ways leaves each of its cells: `ns`, `ew`, `se` ..."""
    sides: dict[Cell, str] = defaultdict(str)
    for row, col, down, *_ in chosen:
        one, other = ends(row, col, down)
        sides[one] += "s" if down else "e"
        sides[other] += "n" if down else "w"
    return {cell: "".join(sorted(told, key=ORDER.index)) for cell, told in sides.items()}
