"""Sudokus of one character a cell: a puzzle a line, a row a line, or a row of letters a line.

53..7....6..195...           81 characters a line; a line `end` closes the file
53..7....                    9 lines of 9 characters
--A----C-----O-I             16 lines of 16 letters, `-` for a blank
--A----C-----O-I-BD...       256 letters a line, `-` or `.` for a blank
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

import numpy as np
import numpy.typing as npt

from ...errors import excerpt
from ..source import Source, plural
from .grid_table import GridTable, alike
from .grids import DIGIT_SIZES, Grids, grids_of_rows, has_boxes, most_likely
from .pasted.puzzle_fields import read_rest

__all__ = [
    "read_digit_rows",
    "read_letter_lines",
    "read_letter_rows",
    "read_puzzle_lines",
]

_SAMPLE = 100
_LETTER_SIZES = [size for size in range(1, 26) if has_boxes(size)]
_LETTER_AREAS = frozenset(size * size for size in _LETTER_SIZES if size * size > _LETTER_SIZES[-1])


def read_puzzle_lines(source: Source, size: int | None = None, *, zero: bool = True) -> Grids:
    """Read one puzzle a line.

    size  the only size that is expected; None: what the first lines look like
    zero  whether `0` is a blank too, besides `.`, and other fields may stand behind a puzzle
    """
    if size is None:
        areas = {n * n: n for n in DIGIT_SIZES}
        size = areas[most_likely(map(len, source.head(_SAMPLE)), areas, 81)]
    marks = _digits(size, zero)
    cells, start, before = alike(source, size * size, 1, marks)
    if zero:
        begins: Sequence[int] = range(1, len(cells) + 1)
        if start < len(source.text):
            rest, lines = read_rest(source, size, marks, start, before)
            cells, begins = np.concatenate([cells, rest]), [*begins, *lines]
        return Grids(size, "line", GridTable(cells, size), begins)
    expected = f"1 to {size} or ."
    grids = []
    for number, line in source.numbered(start, before):
        if line == "end":
            break
        grids.append(_cells(source, (number, line), size * size, marks, (expected, "")))
    return Grids(size, "line", _table(cells, grids, size))


def read_digit_rows(source: Source) -> Grids:
    """Read grids of n lines of n digits or dots."""
    size = most_likely(map(len, source.head(_SAMPLE)), DIGIT_SIZES, 9)
    return Grids(size, "rows", _rows(source, size, _digits(size, zero=True), f"0 to {size} or ."))


def read_letter_rows(source: Source, size: int | None = None) -> Grids:
    """Read grids of n lines of n letters; `size` is the only size expected, or None."""
    if size is None:
        size = most_likely(map(len, source.head(_SAMPLE)), _LETTER_SIZES, 16)
    letters = ascii_uppercase[:size]
    marks = {"-": 0} | {letter: value for value, letter in enumerate(letters, 1)}
    return Grids(size, "letters", _rows(source, size, marks, f"A to {letters[-1]} or -"))


def read_letter_lines(source: Source) -> Grids:
    """Read one puzzle of letters a line."""
    areas = {area: round(area**0.5) for area in _LETTER_AREAS}
    size = areas[most_likely(map(len, source.head(_SAMPLE)), areas, 256)]
    letters = ascii_uppercase[:size]
    marks = {"-": 0, ".": 0} | {letter: value for value, letter in enumerate(letters, 1)}
    cells, start, before = alike(source, size * size, 1, marks)
    expected = f"A to {letters[-1]} or -", ""
    grids = [
        _cells(source, numbered, size * size, marks, expected)
        for numbered in source.numbered(start, before)
    ]
    return Grids(size, "letter-line", _table(cells, grids, size))


def _digits(size: int, zero: bool) -> dict[str, int]:
    blanks = {".": 0, "0": 0} if zero else {".": 0}
    return blanks | {str(value): value for value in range(1, size + 1)}


def _rows(source: Source, size: int, marks: Mapping[str, int], expected: str) -> GridTable:
    cells, start, before = alike(source, size, size, marks)
    rows = (
        (number, _cells(source, (number, line), size, marks, (expected, " in the row")))
        for number, line in source.numbered(start, before)
    )
    return _table(cells, grids_of_rows(source, rows, size), size)


def _table(cells: npt.NDArray[np.uint8], grids: Sequence[Sequence[object]], size: int) -> GridTable:
    """Return the grids that stand one like the other, and those behind them."""
    if grids:
        rest = np.array(grids, np.uint8).reshape(len(grids), size * size)
        cells = np.concatenate([cells, rest])
    return GridTable(cells, size)


def _cells(
    source: Source,
    numbered: tuple[int, str],
    length: int,
    marks: Mapping[str, int],
    words: tuple[str, str],
) -> list[int]:
    """Return the values of a line's characters; `words` are what is expected, and where."""
    number, line = numbered
    expected, where = words
    if len(line) != length:
        what = f"{plural(len(line), 'character')}{where}, expected {length}"
        raise source.error(what, number, min(len(line), length) + 1)
    try:
        return [marks[mark] for mark in line]
    except KeyError:
        column = next(k for k, mark in enumerate(line) if mark not in marks)
        what = f"{excerpt(line[column])}, expected {expected}"
        raise source.error(what, number, column + 1) from None
