"""Pairs of arrows that point at each other along a row or column, with empty cells between them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from .grid import Cell, Grid, Marks

__all__ = ["arrow_marks", "at_ends", "facing", "over_between"]


def facing(
    grid: Grid, given: Mapping[Cell, str], blocked: Container[Cell] = (), least: int = 0
) -> list[dict[str, Any]]:
    """Return the pairs of arrows that may be, as rows: cells from end to end, and two ways.

    given    arrows that are known, by their sides
    blocked  cells without arrows, over which none points
    least    how many cells are between the two at least
    """
    return [
        {"cells": cells, "ways": ways}
        for ways in ("ew", "sn")
        for cell in grid.cells
        if cell not in blocked
        for line in [grid.ray(cell, ways[0], blocked)]
        for far in range(least + 1, len(line) + 1)
        for cells in [(cell, *line[:far])]
        if all(given.get(end, way) == way for end, way in at_ends(cells, ways).items())
        and not any(between in given for between in cells[1:-1])
    ]


def at_ends(cells: tuple[Cell, ...], ways: str) -> Marks:
    """Return the two arrows of a pair by their cells."""
    return {cells[0]: ways[0], cells[-1]: ways[1]}


def over_between(cells: tuple[Cell, ...], ways: str) -> list[tuple[Cell, str]]:
    """Return groups of which each may have one pair: the cells between two arrows are empty."""
    ends = [(end, both) for end in (cells[0], cells[-1]) for both in ("ew", "sn")]
    return ends + [(cell, ways) for cell in cells[1:-1]]


def arrow_marks(pairs: Any) -> Marks:
    """Return the arrows of pairs, of rows of cells and ways."""
    return {cell: way for cells, ways in pairs for cell, way in at_ends(cells, ways).items()}
