"""Sudokus as numbers with blanks between: n lines of n numbers, or all n x n of them on one line.

0 and `.` stand for a blank cell. A line of 16 numbers may be a row of a 16x16 grid or a whole 4x4
one (36, 64, 81 and 100 are alike in this); the greatest number in the file tells which.
"""

from __future__ import annotations

import re

from ...errors import excerpt
from ..source import Source, column_of, plural
from .grids import Grids, grids_of_rows, has_boxes, most_likely

__all__ = ["read_number_rows", "read_numbers"]

LARGEST = 100
_SAMPLE = 100
_SIZES = [size for size in range(1, LARGEST + 1) if has_boxes(size)]
_AREAS = {size * size: size for size in _SIZES}
_CELL = re.compile(r"[0-9]{1,3}|\.")


def read_numbers(source: Source) -> Grids:
    """Read either layout, told by the first lines."""
    lengths = [len(line.split()) for line in source.head(_SAMPLE)]
    length = most_likely(lengths, {*_SIZES, *_AREAS}, 0)
    if not length:
        what = f"{plural(lengths[0], 'number')} in the row, expected as many as the grid has rows"
        raise source.error(f"{what} (4, 6, 8, 9 ... {LARGEST})", source.lines[0][0])
    if length in _AREAS and (length not in _SIZES or _is_whole(source, length)):
        size = _AREAS[length]
        cells = _cells_of(size, dot=True)
        grids = []
        for number, line in source.numbered():
            flat = _row(source, number, line, size * size, cells)
            grids.append([flat[k : k + size] for k in range(0, size * size, size)])
        return Grids(size, "numbers", grids)
    return read_number_rows(source, length)


def read_number_rows(source: Source, size: int, *, dot: bool = True) -> Grids:
    """Read n lines of n numbers a grid; `dot`: whether `.` is a blank too, besides 0."""
    cells = _cells_of(size, dot)
    rows = ((number, _row(source, number, line, size, cells)) for number, line in source.numbered())
    return Grids(size, "grid", grids_of_rows(source, rows, size))


def _is_whole(source: Source, length: int) -> bool:
    """Whether lines of that many numbers are whole grids, where they might be rows as well."""
    greatest = 0
    for _, line in source.lines:
        words = line.split()
        if len(words) == length:
            values = [int(word) for word in words if _CELL.fullmatch(word) and word != "."]
            greatest = max(greatest, *values, 0)
    blank_rows = greatest == 0 and len(source.lines) % length == 0
    return greatest <= _AREAS[length] and not blank_rows


def _cells_of(size: int, dot: bool) -> dict[str, int]:
    return ({".": 0} if dot else {}) | {str(value): value for value in range(size + 1)}


def _row(source: Source, number: int, line: str, length: int, cells: dict[str, int]) -> list[int]:
    words = line.split()
    try:
        row = [cells[word] for word in words[: length + 1]]
    except KeyError:
        terms = line.split()
        place = next(k for k, word in enumerate(terms) if word not in cells)
        fault = f"{excerpt(terms[place])}, expected a number from 0 to {max(cells.values())}"
        raise source.error(fault, number, column_of(line, place)) from None
    if len(words) != length:
        where = "in the row" if length < max(cells.values()) ** 2 else "on the line"
        what = f"{plural(len(words), 'number')} {where}, expected {length}"
        raise source.error(what, number, column_of(line, min(len(words), length)))
    return row
