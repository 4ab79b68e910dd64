"""Clues of Tapa: the stretches of black cells in the ring of up to eight cells around a clue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, product

from .grid import Cell, Grid

__all__ = ["rings"]

_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def rings(grid: Grid, cell: Cell) -> Iterator[tuple[tuple[Cell, bool], ...]]:
    """Yield how the cells around a clue may be colored: pairs of a cell and whether it is black.

    Cells with clues are not black.
    """
    around = [(cell[0] + down, cell[1] + right) for down, right in _RING]
    free = [grid.has(item) and item not in grid.clues for item in around]
    for colors in product(*((False, True) if may else (False,) for may in free)):
        if _matches(grid.clues[cell], _stretches(colors)):
            pairs = zip(around, colors, strict=True)
            yield tuple((item, black) for item, black in pairs if grid.has(item))


def _stretches(colors: tuple[bool, ...]) -> list[int]:
    """Return the lengths of the black stretches of a ring; 0 alone if there is none."""
    if all(colors):
        return [len(colors)]
    start = colors.index(False)
    turned = colors[start:] + colors[:start]
    return [len(list(group)) for black, group in groupby(turned) if black] or [0]


def _matches(clue: str, lengths: list[int]) -> bool:
    """Whether lengths are those of a clue, in any order; a `?` stands for any of them."""
    known = Counter(int(mark) for mark in clue if mark != "?")
    return len(lengths) == len(clue) and known <= Counter(lengths)
