"""Black and white cells: each cell is one of the two."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ..puzzle import Puzzle
from ..tables.table import Choices
from .cells import edges, squares
from .grid import Cell, Grid

__all__ = ["no_blocks", "reached", "scattered", "shades"]


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


def reached(made: Puzzle, grid: Grid, black: Choices) -> Choices:
    """Add the table `reach`, where one may go from each number: clue, cell and on.

    One goes from cell to cell, through white cells without clues, and may end at a clue.
    """
    pairs = [(clue, cell) for clue in grid.counts for cell in grid.cells]
    inner = {(clue, cell) for clue, cell in pairs if cell == clue or cell not in grid.clues}
    reach = made.choices("reach", clue=list(grid.counts), cell=grid.cells, on=(True, False))

    def steps(clue: Cell, cell: Cell, on: bool) -> dict[object, bool]:
        return {(clue, edge): on for edge in edges(cell) if (clue, cell) in inner}

    def last(clue: Cell, cell: Cell, on: bool) -> list[object]:
        return [
            (clue, cell, near) if on else (clue, near, cell)
            for near in grid.beside(cell)
            if ((clue, cell) in inner) == on != ((clue, near) in inner)
        ]

    each: dict[Choices, Any] = {
        black: lambda cell: [(clue, cell) for clue in grid.counts],
        reach: lambda clue, cell: [(clue, cell)],
    }
    made.exactly_one([black, reach], covering=each, name="reached")
    made.agree({reach: steps}, name="on")
    made.at_most_one(reach, covering=last, name="clue beside")
    onward = {
        (clue, cell): [(clue, to) for to in grid.beside(cell) if (clue, cell) in inner]
        for clue, cell in pairs
    }
    if pairs:
        made.reachable(
            reach,
            [(clue, clue) for clue in grid.counts],
            by=lambda clue, cell, on: (clue, cell) if on else None,
            along=onward,
            directed=True,
        )
    return reach
