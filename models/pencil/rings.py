"""Clues of Tapa: the stretches in the ring of up to eight cells around a clue.

They are of black cells, or of cells that a loop runs through one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import groupby, pairwise, product

from .grid import Cell, Grid
from .signs import Pattern, Signs

__all__ = ["STRETCHES", "loop_rings", "rings"]

STRETCHES = Signs(patterns={"[0-8?]{1,4}": Pattern("the lengths of up to four stretches")})

_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def rings(grid: Grid, cell: Cell) -> Iterator[tuple[tuple[Cell, bool], ...]]:
    """Yield how the cells around a clue may be colored: pairs of a cell and whether it is black.

    Cells with clues are not black.
    """
    around, free = _around(grid, cell)
    for colors in product(*((False, True) if may else (False,) for may in free)):
        if _matches(grid.clues[cell], _stretches(colors)):
            pairs = zip(around, colors, strict=True)
            yield tuple((item, black) for item, black in pairs if grid.has(item))


def loop_rings(grid: Grid, cell: Cell) -> Iterator[tuple[tuple[Cell, bool], ...]]:
    """Yield how a loop may run around a clue: pairs of a place and whether it passes there.

    The places are the cells and the sides between them, in halves of cells. Cells with clues are
    not passed.
    """
    around, free = _around(grid, cell)
    for steps, lengths in _loops():
        passes = zip(free, steps, strict=True)
        if _matches(grid.clues[cell], lengths) and all(may or not step for may, step in passes):
            both = zip(around, around[1:] + around[:1], steps, strict=True)
            yield tuple(
                pair
                for (row, col), (down, right), step in both
                for pair in (((2 * row, 2 * col), step > 0), ((row + down, col + right), step > 1))
                if grid.has((row, col))
            )


@cache
def _loops() -> list[tuple[tuple[int, ...], list[int]]]:
    """Return how a loop may run through eight cells in a ring, with the lengths of its stretches.

    A number for each cell: 0 where the loop does not pass, 2 where it goes on to the next cell.
    """
    found = []
    for steps in product(range(3), repeat=8):
        turned = steps[-1:] + steps
        starts = [k for k in range(8) if steps[k] and turned[k] < 2]
        if not any(step == 2 and after == 0 for step, after in pairwise(turned)) and min(steps) < 2:
            ends = [next(n for n in range(k, k + 8) if steps[n % 8] == 1) for k in starts]
            lengths = [1 + end - start for start, end in zip(starts, ends, strict=True)]
            found.append((steps, lengths or [0]))
    return found


def _around(grid: Grid, cell: Cell) -> tuple[list[Cell], list[bool]]:
    """Return the places around a cell, and which of them are cells without clues."""
    around = [(cell[0] + down, cell[1] + right) for down, right in _RING]
    return around, [grid.has(item) and item not in grid.clues for item in around]


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
