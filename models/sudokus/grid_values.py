"""What people write for the numbers of a sudoku, checked: sizes, boxes, grids, weights.

Grids come as strings, as rows of strings, as lists or arrays of numbers. What is no whole number
(1.9, None, True) is an error with its place, never rounded or taken for a blank.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from operator import index

import numpy as np

from ..errors import ModelError, excerpt

__all__ = [
    "Grid",
    "box_of",
    "box_shape",
    "has_boxes",
    "require_size",
    "rows_of",
    "weights_of",
    "whole_number",
]

Grid = Sequence[Sequence[int] | str]
LARGEST = 100
_WHOLE = frozenset([int])
_MARKS = b".0123456789"
_NUMBERS = bytes.maketrans(_MARKS, bytes((0, *range(10))))


def whole_number(value: object) -> int | None:
    """Return an integer, numpy's too; None for anything else, True and False included."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def box_of(box: object) -> tuple[int, int]:
    """Return a box as (rows, columns). Raises ModelError for what is not two numbers from 1 on."""
    sides = list(map(whole_number, box)) if isinstance(box, tuple | list) else []
    if len(sides) != 2 or sides[0] is None or sides[1] is None or min(sides[0], sides[1]) < 1:
        raise ModelError(f"a box of {excerpt(repr(box))}, expected (rows, columns), 1 or more each")
    return sides[0], sides[1]


def has_boxes(size: int) -> bool:
    """Whether a sudoku of that size can have boxes of more than one row: a prime size cannot."""
    return any(size % k == 0 for k in range(2, isqrt(size) + 1))


def box_shape(size: int) -> tuple[int, int]:
    """Return the squarest (rows, columns) of a box for a sudoku of that size.

    Raises ModelError if there is none (a prime size) or the size is out of range.
    """
    require_size(size)
    high = next(k for k in range(isqrt(size), 0, -1) if size % k == 0)
    if high == 1 and size > 1:
        raise ModelError(f"a sudoku of size {size} has no box shape; say which with `box`")
    return high, size // high


def require_size(size: int) -> None:
    """Raise ModelError for what is no size of a sudoku."""
    if whole_number(size) is None or not 1 <= size <= LARGEST:
        raise ModelError(f"a sudoku of size {size}, expected 1 to {LARGEST}")


def rows_of(grid: Grid | str | None, size: int) -> list[list[int]]:
    """Return a grid as rows of numbers, 0 for a blank; None is blank, of that size.

    Raises ModelError for a grid that is not square, and for a value that is none, with its place.
    """
    if grid is None:
        require_size(size)
        return [[0] * size for _ in range(size)]
    if isinstance(grid, str):
        text = "".join(grid.split())
        n = isqrt(len(text))
        marks = text.encode(errors="replace")
        if n * n != len(text) or marks.translate(None, _MARKS):
            raise ModelError(f"a grid of {len(text)} characters, expected n*n digits or dots")
        require_size(n)
        values = [*marks.translate(_NUMBERS)]
        if max(values) <= n:
            return [values[k : k + n] for k in range(0, n * n, n)]
        grid = [text[n * r : n * r + n] for r in range(n)]
    if not isinstance(grid, Sequence | np.ndarray):
        raise ModelError(f"a grid {excerpt(repr(grid))}, expected rows of numbers")
    require_size(len(grid))
    return [_row_of(r, row, len(grid)) for r, row in enumerate(grid, 1)]


def _row_of(number: int, row: object, size: int) -> list[int]:
    """Return the numbers of a row, 0 for a blank; it may be a string of digits and dots."""
    if isinstance(row, str):
        row = "".join(row.split()).replace(".", "0")
        if not (row.isascii() and row.isdecimal()):
            raise ModelError(f"row {number}: {excerpt(row)}, expected digits or dots")
        row = [int(mark) for mark in row]
    if not isinstance(row, Sequence | np.ndarray):
        raise ModelError(f"row {number}: {excerpt(repr(row))}, expected {size} numbers")
    if len(row) != size:
        raise ModelError(f"row {number} has {len(row)} numbers, expected {size}")
    if _WHOLE.issuperset(map(type, row)) and 0 <= min(row) <= max(row) <= size:
        return list(row)
    values = list(map(whole_number, row))
    for col, value in enumerate(values):
        if value is None or not 0 <= value <= size:
            place = f"row {number}, column {col + 1}"
            entry = excerpt(repr(row[col])) if value is None else value
            raise ModelError(f"{place}: {entry}, expected 0 to {size}")
    return [value for value in values if value is not None]


def weights_of(weights: object, size: int) -> list[list[int]]:
    """Return `size` rows of `size` integers. Raises ModelError for anything else."""
    try:
        table = [[whole_number(weight) for weight in row] for row in weights]  # type: ignore[attr-defined]
    except TypeError:
        table = []
    rows = [[weight for weight in row if weight is not None] for row in table]
    if [len(row) for row in table] != [size] * size or rows != table:
        raise ModelError(f"weights are not {size} rows of {size} integers")
    return rows
