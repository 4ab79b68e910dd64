"""Shaded cells beside the digits of one 4x4 grid, told in plain Python."""

from __future__ import annotations

from collections.abc import Iterable

Cell = tuple[int, int]
GRID = ["1234", "3412", "2143", "4321"]
DIGITS = {(r, c): int(GRID[r][c]) for r in range(4) for c in range(4)}
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def joined(cells: Iterable[Cell], start: Iterable[Cell]) -> bool:
    """Whether all cells are reached from those of the start."""
    left, edge = set(cells), list(start)
    while edge:
        row, col = edge.pop()
        if (row, col) in left:
            left.discard((row, col))
            edge += [(row + down, col + right) for down, right in STEPS]
    return not left


def connected(cells: Iterable[Cell]) -> bool:
    """Whether each is reached from each."""
    every = sorted(cells)
    return joined(every, every[:1])
