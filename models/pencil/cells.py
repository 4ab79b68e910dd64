"""What many rules look at: the edges around cells, blocks of 2x2 cells, the cells of a region."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TypeVar

from .grid import SIDES, Cell

__all__ = ["Edge", "cells_by", "edges", "squares", "walls"]

Edge = tuple[Cell, Cell]
Name = TypeVar("Name")


def edges(*cells: Cell) -> list[Edge]:
    """Return the edges around cells, each as the pair of cells that it parts.

    An edge between two of the cells stands there twice.
    """
    found = []
    for row, col in cells:
        for down, right in SIDES.values():
            one, other = sorted([(row, col), (row + down, col + right)])
            found.append((one, other))
    return found


def walls(names: Mapping[Cell, str], *cells: Cell) -> list[Edge]:
    """Return the edges around cells that part two regions, by the names of all cells."""
    return [
        edge for edge in edges(*cells) if len({names.get(cell, "") for cell in edge} - {""}) == 2
    ]


def squares(rows: int, cols: int, *cells: Cell) -> list[Cell]:
    """Return the blocks of 2x2 cells of a grid that cells lie in, each as often as a cell does.

    A block is told by its upper left cell.
    """
    return [
        (row - down, col - right)
        for row, col in cells
        for down in (0, 1)
        for right in (0, 1)
        if down <= row < rows - 1 + down and right <= col < cols - 1 + right
    ]


def cells_by(names: Mapping[Cell, Name]) -> dict[Name, list[Cell]]:
    """Return the cells of each name."""
    found: dict[Name, list[Cell]] = defaultdict(list)
    for cell, name in names.items():
        found[name].append(cell)
    return dict(found)
