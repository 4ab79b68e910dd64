"""Read sudokus of one character a cell, or of numbers with blanks between.

53..7....6..195...           81 characters a line; a line `end` closes the file
53..7....                    9 lines of 9 characters
--A----C-----O-I             16 lines of 16 letters, `-` for a blank
--A----C-----O-I-BD...       256 letters a line, `-` or `.` for a blank
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import ascii_uppercase

import numpy as np
import numpy.typing as npt

from ...errors import excerpt
from ..source import Source, column_of, plural
from .grids import (
    DIGIT_SIZES,
    Grids,
    GridTable,
    alike,
    are_rows,
    grids_of_rows,
    has_boxes,
    most_likely,
)
from .puzzle_fields import read_rest

__all__ = [
    "read_digit_rows",
    "read_letter_lines",
    "read_letter_rows",
    "read_number_rows",
    "read_numbers",
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
        message = f"{plural(len(line), 'character')}{where}, expected {length}"
        raise source.error(message, number, min(len(line), length) + 1)
    try:
        return [marks[mark] for mark in line]
    except KeyError:
        column = next(k for k, mark in enumerate(line) if mark not in marks)
        message = f"{excerpt(line[column])}, expected {expected}"
        raise source.error(message, number, column + 1) from None


# ---- Numbers with blanks between -----------------------------------------------------------------
# n lines of n numbers, or all n x n of them on one line. 0 and `.` are blank cells. A line of 16
# numbers is a row of a 16x16 grid or a whole 4x4 grid (36, 64, 81 and 100 are ambiguous, too). It
# is a row where the file has a number that no whole grid holds, or where no number stands twice in
# a row or column of what is then read.


LARGEST = 100
_SIZES = [size for size in range(1, LARGEST + 1) if has_boxes(size)]
_AREAS = {size * size: size for size in _SIZES}
_CELL = re.compile(r"[0-9]{1,3}|\.")


def read_numbers(source: Source) -> Grids:
    """Read either layout, detected from the first lines."""
    lengths = [len(line.split()) for line in source.head(_SAMPLE)]
    length = most_likely(lengths, {*_SIZES, *_AREAS}, 0)
    if not length:
        reason = f"{plural(lengths[0], 'number')} in the row, expected as many as the grid has rows"
        raise source.error(f"{reason} (4, 6, 8, 9 ... {LARGEST})", source.lines[0][0])
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
    lines = [line.split() for _, line in source.lines]
    fitting = [words for words in lines if len(words) == length]
    values = [[int(w) if _CELL.fullmatch(w) and w != "." else 0 for w in x] for x in fitting]
    if max(map(max, values)) > _AREAS[length]:
        return False
    return len(fitting) < len(lines) or not are_rows(values)


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
        message = f"{plural(len(words), 'number')} {where}, expected {length}"
        raise source.error(message, number, column_of(line, min(len(words), length)))
    return row
