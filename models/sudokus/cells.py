"""Cells of a grid, named as puzzles name them: R1C1 is the upper left one.

A line of cells is written `R1C1 R2C2 R2C3`, with blanks, commas or tildes between, or by its
corners: `R1C1-R3C3-R3C1` goes through every cell on the way, along rows, columns and diagonals.
In Python a cell is a pair (row, column) from 0, as in the tables of choices.

Cells outside the grid, which some variants have, are called by letters and perhaps a number: VA,
VA1, DGR4. As pairs their row is negative, one for all cells with the same letters, and their column
is the number (0: none), so that such a cell, too, is known by its name alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from ..budget import spend
from ..errors import ModelError, excerpt

__all__ = ["Cell", "Cells", "Layout", "cells_of", "labels_of", "spell_cell", "spell_cells"]

Cell = tuple[int, int]
Cells = str | Sequence[Cell]
Layout = str | Sequence[Sequence[object]]

_NAME = re.compile(r"[Rr]([0-9]{1,4})[Cc]([0-9]{1,4})")
_OUTSIDE = re.compile(r"(V[A-Z]{1,3}|DG[A-Z]|FR[LRTB])([1-9][0-9]{0,3})?")
_TUPLE, _TWO, _WHOLE = frozenset([tuple]), frozenset([2]), frozenset([int])
_BETWEEN = re.compile(r"[\s,~]+")


def cells_of(cells: Cells) -> tuple[Cell, ...]:
    """Return cells as pairs (row, column) from 0. Raises ModelError for what names no cell."""
    if not isinstance(cells, str):
        if (
            type(cells) is tuple
            and _TUPLE.issuperset(map(type, cells))
            and _TWO.issuperset(map(len, cells))
            and _WHOLE.issuperset(map(type, chain.from_iterable(cells)))
        ):
            return cells
        if not isinstance(cells, Iterable):
            what = "expected some such as 'R1C1 R1C2' or [(0, 0), (0, 1)]"
            raise ModelError(f"cells {excerpt(repr(cells))}, {what}")
        return tuple(_pair(cell) for cell in cells)
    found: list[Cell] = []
    for word in _BETWEEN.split(cells.strip(" \t\n,~")):
        corners = [_named(name) for name in word.split("-")]
        found.append(corners[0])
        for start, end in pairwise(corners):
            found += _way(start, end)
    return tuple(found)


@lru_cache(maxsize=1024)
def _named(name: str) -> Cell:
    outside = _OUTSIDE.fullmatch(name)
    if outside is not None:
        # The number of some letters: A is 1, Z 26, AA 27.
        letters = outside[1]
        number = 0
        for letter in letters:
            number = 26 * number + ord(letter) - ord("A") + 1
        return -number, int(outside[2] or 0)
    match = _NAME.fullmatch(name)
    if match is None or "0" in match.groups():
        raise ModelError(f"cell {excerpt(name)}, expected a name such as R1C1")
    return int(match[1]) - 1, int(match[2]) - 1


def _pair(cell: object) -> Cell:
    if type(cell) is tuple and len(cell) == 2 and type(cell[0]) is int and type(cell[1]) is int:
        return cell[0], cell[1]
    if isinstance(cell, str):
        return _named(cell)
    if isinstance(cell, tuple | list) and [type(k) for k in cell] == [int, int]:
        return cell[0], cell[1]
    raise ModelError(f"cell {excerpt(repr(cell))}, expected (row, column) or a name such as R1C1")


def _way(start: Cell, end: Cell) -> Iterator[Cell]:
    """Yield the cells behind `start` up to `end`."""
    down, right = end[0] - start[0], end[1] - start[1]
    steps = max(abs(down), abs(right))
    if not steps or {abs(down), abs(right)} - {0, steps}:
        way = f"{spell_cell(start)}-{spell_cell(end)}"
        raise ModelError(f"{way} goes along no row, column or diagonal, expected that it does")
    spend(keys=steps)
    for k in range(1, steps + 1):
        yield start[0] + k * down // steps, start[1] + k * right // steps


def spell_cell(cell: Cell) -> str:
    """Return the name of a cell, as in R1C1."""
    row, col = cell
    if row < -26:  # the letters are two or more; nearer rows are places beside the grid
        number = -row
        found = ""
        while number:
            number, letter = divmod(number - 1, 26)
            found = chr(ord("A") + letter) + found
        return f"{found}{col or ''}"
    return f"R{row + 1}C{col + 1}"


def spell_cells(cells: Iterable[Cell]) -> str:
    """Return the names of cells, with blanks between."""
    return " ".join(map(spell_cell, cells))


def labels_of(layout: Layout, size: int | None = None) -> list[list[str]]:
    """Return the labels of a layout, row by row.

    layout  a string of n*n characters, in which blanks do not count, or n rows of n labels
    size    the n that is expected; None: any

    Raises ModelError for a layout that is not square or of another size.
    """
    if isinstance(layout, str):
        text = "".join(layout.split())
        n = size or round(len(text) ** 0.5)
        if len(text) != n * n:
            raise ModelError(f"a layout of {len(text)} characters, expected {n}x{n}")
        return [list(text[n * r : n * r + n]) for r in range(n)]
    if not isinstance(layout, Sequence) or not all(isinstance(row, Sequence) for row in layout):
        raise ModelError(f"a layout {excerpt(repr(layout))}, expected rows of labels")
    rows = [["".join(row.split()) if isinstance(row, str) else row][0] for row in layout]
    n = size or len(rows)
    if len(rows) != n or any(len(row) != n for row in rows):
        raise ModelError(f"a layout of {len(rows)} rows, expected {n} rows of {n} labels")
    return [list(map(str, row)) for row in rows]
