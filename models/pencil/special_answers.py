"""How answers of single kinds are drawn: bridges, diagonals of cells."""

from __future__ import annotations

from collections.abc import Iterator

from ..picture.picture import Line, Shape
from .grid import Grid, Marks

__all__ = ["bridges", "slants", "strokes"]


def bridges(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield bridges: 1 and 2 run level, a and b upright; 2 and b are double."""
    for (row, col), mark in solution.items():
        down, right = (0, 1) if mark in "12" else (1, 0)
        if mark in ("1", "2", "a", "b"):
            ends = ((row - down, col - right), (row + down, col + right))
            yield Line(ends, "double way" if mark in "2b" else "way")


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
