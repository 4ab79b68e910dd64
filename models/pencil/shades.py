"""Black and white cells: each cell is one of the two."""

from __future__ import annotations

from collections.abc import Container

from ..puzzle import Puzzle
from ..tables.table import Choices
from .cells import squares
from .grid import Cell, Grid

__all__ = ["no_blocks", "scattered", "shades"]


def shades(made: Puzzle, grid: Grid, white: Container[Cell] = ()) -> tuple[Choices, Choices]:
    """Add the tables `black` and `white`, each with a column cell, and return them.

    white  cells that are white
    """
    free = [cell for cell in grid.cells if cell not in white]
    tables = made.choices("black", cell=free), made.choices("white", cell=grid.cells)
    made.exactly_one(tables, by="cell", over=grid.cells)
    return tables


def scattered(made: Puzzle, grid: Grid, white: Container[Cell] = ()) -> tuple[Choices, Choices]:
    """Add black cells, at least one, of which no two lie side by side, and white ones.

    All white cells hang together.
    """
    black, whites = shades(made, grid, white)
    made.at_most_one(black, covering=grid.pairs, name="apart")
    made.connected(whites, by="cell", name="together")
    made.at_least(1, black, name="any")
    return black, whites


def no_blocks(made: Puzzle, grid: Grid, *tables: Choices) -> None:
    """Demand of tables of cells that none of them fills a block of 2x2 cells."""
    for table in tables:
        blocks = lambda cell: squares(grid.rows, grid.cols, cell)  # noqa: E731
        made.at_most(3, table, covering=blocks, name="block")
