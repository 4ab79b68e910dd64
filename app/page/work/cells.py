"""Puzzles whose choices are a digit for each cell of a grid, and what stands in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....models.picture.painters.painting import picture_of
from ....models.picture.shapes import Outline
from ....models.puzzle import Puzzle
from ....models.sudokus.grid_puzzle import GridPuzzle
from ....models.tables.table import Choices

__all__ = ["Cells", "cells_of"]

LARGEST = 100  # rows, columns


class Cells:
    """A grid over a table of three columns: row, column and what may stand in the cell."""

    def __init__(self, puzzle: Puzzle, table: Choices, choices: Iterable[tuple[Any, ...]]) -> None:
        self.puzzle, self.table = puzzle, table
        known = list(choices)
        rows, cols = (sorted({one[k] for one in known}) for k in (0, 1))
        self.rows = {row: place for place, row in enumerate(rows)}
        self.cols = {col: place for place, col in enumerate(cols)}
        self.there = {(self.rows[one[0]], self.cols[one[1]]) for one in known}
        self.symbols = [str(one) for one in dict.fromkeys(one[2] for one in known)]

    def values(self, options: Iterable[int]) -> list[list[str | None]]:
        """Return what chosen options put into the cells: "" nothing; None: there is no cell."""
        filled: list[list[str | None]] = [
            ["" if (row, col) in self.there else None for col in range(len(self.cols))]
            for row in range(len(self.rows))
        ]
        first, end = self.table.offset, self.table.offset + len(self.table)
        for option in options:
            if first <= option < end:
                row, col, value = self.table[option - first]
                filled[self.rows[row]][self.cols[col]] = str(value)
        return filled

    def text(self, options: Iterable[int]) -> str:
        """Return what chosen options put into the cells, a row a line; `.` for an empty cell."""
        wide = max(map(len, self.symbols))
        between = " " if wide > 1 else ""
        return "\n".join(
            between.join(" " * wide if one is None else f"{one or '.':>{wide}}" for one in line)
            for line in self.values(options)
        )

    def option(self, row: int, col: int, value: str) -> int | None:
        """Return the option that puts a value into a cell, both from 0; None: there is none."""
        for number, one in enumerate(self.table):
            if (self.rows[one[0]], self.cols[one[1]], str(one[2])) == (row, col, value):
                return self.table.offset + number
        return None

    def described(self) -> dict[str, Any]:
        """Return the grid as `/api/read` tells it."""
        values = self.values(self.puzzle.given_options)
        return {
            "rows": len(self.rows),
            "cols": len(self.cols),
            "values": values,
            "given": [[bool(value) for value in row] for row in values],
            "symbols": self.symbols,
            "boxes": self._boxes(),
        }

    def _boxes(self) -> list[list[tuple[int, int]]]:
        """Return the cells of each box or region that the puzzle's picture outlines, from 0."""
        shapes = picture_of(self.puzzle, None).shapes
        boxes = [one.cells for one in shapes if isinstance(one, Outline) and one.role == "box"]
        places = [place for cells in boxes for place in cells]
        top, left = (min((place[k] for place in places), default=0) for k in (0, 1))
        return [[(int(one[0] - top), int(one[1] - left)) for one in cells] for cells in boxes]


def cells_of(puzzle: object) -> Cells | None:
    """Return the grid of a puzzle; None for one that is no such grid."""
    if not isinstance(puzzle, Puzzle) or not puzzle.tables:
        return None
    if not isinstance(puzzle, GridPuzzle) and len(puzzle.tables) != 1:
        return None
    table = puzzle.digit if isinstance(puzzle, GridPuzzle) else puzzle.tables[0]
    if tuple(table.columns) != ("row", "col", "value") or len(table) > LARGEST**2 * LARGEST:
        return None
    cells = Cells(puzzle, table, table)
    full = len(cells.rows) <= LARGEST and len(cells.cols) <= LARGEST
    return cells if full and len(cells.symbols) > 1 else None
