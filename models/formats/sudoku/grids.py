"""Sudoku grids as they come out of a text, before any puzzle is made of them.

A file may hold fifty thousand puzzles that share one matrix, so reading stops at plain numbers:
`Grids`. The layouts' readers (character_grids, number_grids, json_grid) have in common what stands
here: sizes, the choice of the size that a text most probably means, and grids made of rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from string import ascii_uppercase

import numpy as np
import numpy.typing as npt

from ...errors import ModelError
from ...sudokus.grid_values import box_shape
from ..source import Source, plural

__all__ = [
    "DIGIT_SIZES",
    "Grid",
    "Grids",
    "givens_of",
    "grid_and_layout",
    "grids_of_rows",
    "has_boxes",
    "most_likely",
]

Grid = list[list[int]]
Row = tuple[int, list[int]]

SMALLEST = 4
_VALUES = ascii_uppercase[:25]
DIGIT_SIZES = (4, 6, 8, 9)  # those whose values are one digit each


@dataclass(frozen=True)
class Grids:
    """Grids of one size: n rows of n numbers each, 0 for a blank, and the layout they stood in."""

    size: int
    layout: str
    grids: Sequence[Grid]

    @cached_property
    def cells(self) -> npt.NDArray[np.int64]:
        """All numbers: int[grids, size * size], row after row."""
        table = getattr(self.grids, "cells", None)
        if table is None:
            table = np.array(self.grids, np.int64).reshape(len(self.grids), self.size**2)
        return table


def has_boxes(size: int) -> bool:
    """Whether a sudoku of that size can be read: it is of a sensible size and has boxes."""
    try:
        return size >= SMALLEST and box_shape(size) is not None
    except ModelError:
        return False


def most_likely(found: Iterable[int], valid: Collection[int], usual: int) -> int:
    """Return the commonest of the lengths found, a valid one before another, or else `usual`.

    So one short row among many is the error, not the many.
    """
    counts = Counter(found)
    best = max(counts, key=lambda length: (counts[length], length in valid))
    return best if best in valid else usual


def grids_of_rows(source: Source, rows: Iterable[Row], size: int) -> list[Grid]:
    """Cut (line number, row) pairs into grids; empty lines may stand between grids only."""
    grids: list[Grid] = []
    grid: Grid = []
    last = 0
    for number, row in rows:
        if grid and number != last + 1:
            what = f"an empty line behind {plural(len(grid), 'row')}, expected {size} rows"
            raise source.error(what, last + 1)
        grid.append(row)
        last = number
        if len(grid) == size:
            grids.append(grid)
            grid = []
    if grid:
        raise source.error(f"{plural(len(grid), 'row')} in the grid, expected {size}", last + 1)
    return grids


def grid_and_layout(line: str) -> tuple[str, str] | None:
    """Return the grid and, behind it, the layout of its regions; None if it is no such line.

    Letters are values, A for 1, or digits are. The layout has each label as often as the grid has
    rows, and some row of it has a label twice: so it is no solution, which stands behind its
    puzzle in some collections.
    """
    words = line.split(maxsplit=2)
    if len(words) != 2 or len(words[0]) != len(words[1]):
        return None
    grid, layout = words
    size = isqrt(len(grid))
    if size * size != len(grid) or not SMALLEST <= size <= len(_VALUES):
        return None
    if not set(grid) <= set(_values(grid, size)) | {"."} or not _is_layout(layout, size):
        return None
    return grid, layout


def givens_of(grid: str) -> tuple[str, ...]:
    """Return the givens as constraint strings have them, such as `R1C3_1`."""
    size = isqrt(len(grid))
    values = _values(grid, size)
    return tuple(
        f"R{place // size + 1}C{place % size + 1}_{values.index(mark) + 1}"
        for place, mark in enumerate(grid)
        if mark in values and mark != "0"
    )


def _values(grid: str, size: int) -> str:
    """Return the marks of the values; a grid of digits may have 0 for a blank."""
    if any(mark in _VALUES for mark in grid):
        return _VALUES[:size]
    return "123456789"[:size] + ("0" if size <= 9 else "")


def _is_layout(layout: str, size: int) -> bool:
    rows = [layout[start : start + size] for start in range(0, len(layout), size)]
    sizes = set(Counter(layout).values())
    return sizes == {size} and any(len(set(row)) < size for row in rows)
