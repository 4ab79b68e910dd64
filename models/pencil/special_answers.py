"""How answers of single kinds are drawn: bridges, diagonals, strokes, numbers."""

from __future__ import annotations

from collections.abc import Iterator

from ..picture.picture import Line, Shape
from .answers import written
from .grid import Grid, Marks

__all__ = ["bridges", "counted", "slants", "strokes"]


def bridges(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield bridges: 1 and 2 run level, a and b upright; 2 and b are double."""
    for (row, col), mark in solution.items():
        down, right = (0, 1) if mark in "12" else (1, 0)
        if mark in ("1", "2", "a", "b") and solution.get((row - down, col - right)) != mark:
            water = [(row - down, col - right), (row, col)]
            while solution.get((water[-1][0] + down, water[-1][1] + right)) == mark:
                water.append((water[-1][0] + down, water[-1][1] + right))
            end = water[-1][0] + down, water[-1][1] + right
            yield Line((*water, end), "double way" if mark in "2b" else "way")


def counted(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield the marks that are numbers as texts, but for those of clues."""
    numbers = {cell: mark for cell, mark in solution.items() if mark.isdecimal()}
    yield from written(grid, numbers)


def slants(grid: Grid, solution: Marks) -> Iterator[Shape]:
    r"""Yield the diagonals of cells, `\` and `/`."""
    for (row, col), mark in solution.items():
        right = 0.5 if mark == "\\" else -0.5
        yield Line(((row - 0.5, col - right), (row + 0.5, col + right)), "way")


def strokes(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield a short line in each cell, upright for `v` and level for `h`."""
    for (row, col), mark in solution.items():
        down, right = (0.3, 0.0) if mark == "v" else (0.0, 0.3)
        yield Line(((row - down, col - right), (row + down, col + right)), "way")
