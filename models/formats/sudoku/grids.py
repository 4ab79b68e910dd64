"""Sudoku grids as plain numbers, between a text and its puzzles.

A file may hold fifty thousand puzzles that share one matrix, so reading stops at plain numbers:
`Grids`. The layouts' readers (character_grids.py, drawn_grids.py, listed_grids.py) have in common
what stands here: sizes, the choice of the size that a text most probably means, and grids made of
rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import isqrt
from string import ascii_uppercase
from typing import TypeVar, overload

import numpy as np
import numpy.typing as npt

from ...errors import InputError, ModelError
from ...matrix.exact_cover import ExactCover
from ...sudokus.grid_shape import spell_cell
from ...sudokus.grid_values import box_shape
from ...sudokus.sudoku import Sudoku
from ..format import Problem
from ..source import Source, plural

__all__ = [
    "DIGIT_SIZES",
    "Grid",
    "GridTable",
    "Grids",
    "alike",
    "are_long_rows",
    "are_of_letters",
    "cut_rows",
    "given_rows",
    "givens_of",
    "grid_and_layout",
    "grids_of_rows",
    "has_boxes",
    "is_letter_line",
    "line_of",
    "most_likely",
    "rows_of_options",
    "size_of",
]

Grid = list[list[int]]
Row = tuple[int, list[int]]
T = TypeVar("T")

SMALLEST = 4
_VALUES = ascii_uppercase[:25]
DIGIT_SIZES = (4, 6, 8, 9)  # those whose values are one digit each


@dataclass(frozen=True)
class Grids:
    """Grids of one size: n rows of n numbers each, 0 for a blank, and the layout they stood in.

    begins  the line at which each begins; None if the text shows it
    """

    size: int
    layout: str
    grids: Sequence[Grid]
    begins: Sequence[int] | None = None

    @cached_property
    def cells(self) -> npt.NDArray[np.int64]:
        """All numbers: int[grids, size * size], row after row."""
        table = getattr(self.grids, "cells", None)
        if table is None:
            table = np.array(self.grids, np.int64).reshape(len(self.grids), self.size**2)
        return table


def has_boxes(size: int) -> bool:
    """Whether a sudoku of that size can be read: it is of a sensible size and has boxes."""
    try:
        return size >= SMALLEST and box_shape(size) is not None
    except ModelError:
        return False


_LETTER_AREAS = frozenset(size**2 for size in range(6, 26) if has_boxes(size))


def is_letter_line(line: str) -> bool:
    """Whether a line has as many letters as a grid has cells; no row is as long."""
    if len(line) not in _LETTER_AREAS:
        return False
    letters = sum(map(line.count, ascii_uppercase[: isqrt(len(line))]))
    digits = sum(map(line.count, "0123456789"))
    blanks = line.count("-")
    if len(line) > max(DIGIT_SIZES) ** 2:
        blanks += line.count(".")
        return letters > 0 and not digits and letters + blanks > len(line) / 2
    return letters >= digits and letters + blanks > len(line) / 2


def are_rows(lines: Sequence[Sequence[object]]) -> bool:
    """Whether lines that might be whole grids are rather the rows of larger ones.

    There are as many as these have rows, and no value stands twice in a row or in a column, as is
    hardly so where each line is a sudoku.

    lines  the cells of each line, all of one length; a blank is false
    """
    size = len(lines[0])
    if len(lines) % size:
        return False
    grids = [lines[start : start + size] for start in range(0, len(lines), size)]
    houses = [house for grid in grids for house in (*grid, *zip(*grid, strict=True))]
    filled = [list(filter(None, house)) for house in houses]
    return all(len(set(values)) == len(values) for values in filled)


def are_long_rows(head: Sequence[str]) -> bool:
    """Whether lines are rows of 16 characters rather than whole sudokus of 4x4."""
    if {len(line) for line in head} != {16} or any(map(str.isspace, "".join(head))):
        return False
    marks = [mark for mark in "".join(head) if mark.isalnum() and mark not in "0xX"]
    if are_rows([[mark if mark in marks else "" for mark in line] for line in head]):
        return True
    if sum(mark not in "ABCD" for mark in marks) * 5 < len(marks):
        return False
    return sum(mark not in "1234" for mark in marks) > 1


def are_of_letters(head: Sequence[str], blank: str) -> bool:
    """Whether most lines are rows of a sudoku, or whole ones, of letters, digits and one blank."""
    lengths = Counter(map(len, head))
    usual = max(lengths, key=lambda length: lengths[length])
    rows = usual if len(head) * 3 > usual else 0
    for size in (rows, isqrt(usual) if isqrt(usual) ** 2 == usual else 0):
        if not SMALLEST <= size <= len(_VALUES) or not has_boxes(size):
            continue
        letters = _VALUES[:size]
        if size > max(DIGIT_SIZES):
            letters += letters.lower()
        allowed = frozenset(letters + "0123456789" + blank)
        fits = sum(len(line) == usual and allowed.issuperset(line) for line in head)
        if fits >= 0.6 * len(head):
            return True
    return False


def most_likely(sizes: Iterable[int], valid: Collection[int], usual: int) -> int:
    """Return the commonest of the lengths found, a valid one before another, or else `usual`.

    So one short row among many is the error, not the many.
    """
    counts = Counter(sizes)
    best = max(counts, key=lambda length: (counts[length], length in valid))
    return best if best in valid else usual


def grids_of_rows(source: Source, rows: Iterable[Row], size: int) -> list[Grid]:
    """Cut (line number, row) pairs into grids; between lines that do not follow on each other an
    empty line stands, as `cut_rows` has it."""
    last = 0

    def gapped() -> Iterator[tuple[int, bool, list[int]]]:
        nonlocal last
        for number, row in rows:
            yield number, number != last + 1, row
            last = number

    return [[row for _, row in grid] for grid in cut_rows(source, gapped(), size)]


def cut_rows(
    source: Source, rows: Iterable[tuple[int, bool, T]], size: int
) -> Iterator[list[tuple[int, T]]]:
    """Yield the rows of each grid with their lines.

    rows  the line of each, whether an empty line stands before it, and the row

    Empty lines may stand between grids; in a grid, behind each band of boxes or behind each row.
    Raises InputError for other ones, and for a grid that is cut short.
    """
    band, _ = box_shape(size)
    allowed: list[list[int]] = [[], list(range(band, size, band)), list(range(1, size))]
    grid: list[tuple[int, T]] = []
    gaps: list[int] = []
    for number, gap, row in rows:
        if gap and grid:
            gaps.append(len(grid))
            if not any(gaps == places[: len(gaps)] for places in allowed):
                raise _gap(source, grid, gaps[-1], size)
        grid.append((number, row))
        if len(grid) == size:
            if gaps not in allowed:
                raise _gap(source, grid, gaps[-1], size)
            yield grid
            grid, gaps = [], []
    if grid:
        shown = plural(len(grid), "row")
        raise source.error(f"{shown} in the grid, expected {size}", grid[-1][0] + 1)


def _gap(source: Source, grid: Sequence[tuple[int, T]], rows: int, size: int) -> InputError:
    message = f"an empty line behind {plural(rows, 'row')}, expected {size} rows"
    return source.error(message, grid[rows - 1][0] + 1)


def grid_and_layout(line: str) -> tuple[str, str] | None:
    """Return the grid and, behind it, the layout of its regions; None if it is no such line.

    Letters are values, A for 1, or digits are. The layout has each label as often as the grid has
    rows, and some row of it has a label twice: so it is no solution, which stands behind its
    puzzle in some collections.
    """
    words = line.split(maxsplit=2)
    if len(words) != 2 or len(words[0]) != len(words[1]):
        return None
    grid, layout = words
    size = isqrt(len(grid))
    if size * size != len(grid) or not SMALLEST <= size <= len(_VALUES):
        return None
    if not set(grid) <= set(_values(grid, size)) | {"."}:
        return None
    rows = [layout[start : start + size] for start in range(0, len(layout), size)]
    if set(Counter(layout).values()) != {size} or all(len(set(row)) == size for row in rows):
        return None
    return grid, layout


def givens_of(grid: str) -> tuple[str, ...]:
    """Return the givens as constraint strings have them, such as `R1C3_1`."""
    size = isqrt(len(grid))
    values = _values(grid, size)
    return tuple(
        f"R{place // size + 1}C{place % size + 1}_{values.index(mark) + 1}"
        for place, mark in enumerate(grid)
        if mark in values and mark != "0"
    )


def _values(grid: str, size: int) -> str:
    """Return the marks of the values; a grid of digits may have 0 for a blank."""
    if any(mark in _VALUES for mark in grid):
        return _VALUES[:size]
    return "123456789"[:size] + ("0" if size <= 9 else "")


# ---- Grids as a table of bytes -------------------------------------------------------------------
# A file may hold fifty thousand sudokus. As long as its grids stand one like the other, line for
# line and character for character, they are cut out of the text as one table, and each becomes
# lists of numbers only on request. Where that ends, at an empty line, a trailing
# blank or a mistake, the reader goes on line by line (character_grids.py), and finds out what it
# is.


Cells = npt.NDArray[np.uint8]
NO_MARK, LINE_END = 255, 254


class GridTable(Sequence[Grid]):
    """Grids in one table: cells uint8[grids, size * size], row after row, 0 for a blank."""

    def __init__(self, cells: Cells, size: int) -> None:
        self.cells, self.size = cells, size

    def __len__(self) -> int:
        return len(self.cells)

    @overload
    def __getitem__(self, place: int) -> Grid: ...
    @overload
    def __getitem__(self, place: slice) -> GridTable: ...
    def __getitem__(self, place: int | slice) -> Grid | GridTable:
        if isinstance(place, slice):
            return GridTable(self.cells[place], self.size)
        grid: Grid = self.cells[place].reshape(self.size, self.size).tolist()
        return grid

    def __iter__(self) -> Iterator[Grid]:
        return map(self.__getitem__, range(len(self)))


def alike(
    source: Source, length: int, lines: int, marks: Mapping[str, int]
) -> tuple[Cells, int, int]:
    """Return the grids at the beginning of the text that stand one like the other.

    length, lines  of a grid: characters of each line, and lines; all grids have one empty line
                   behind them, or none has
    marks          what each character means: a number below 254

    Returns the cells uint8[grids, lines * length], and where the text goes on: the place of the
    character, and how many lines stand before it.
    """
    text = source.text
    if not text.isascii():
        return np.zeros((0, lines * length), np.uint8), 0, 0
    meaning = bytearray([NO_MARK]) * 256
    meaning[ord("\n")] = LINE_END
    for mark, value in marks.items():
        meaning[ord(mark)] = value
    data = np.frombuffer(text.encode().translate(meaning), np.uint8)
    height = lines * (length + 1)
    gap = int(lines > 1 and data[height : height + 1].tolist() == [LINE_END])
    size = height + gap
    grids = data[: len(data) // size * size].reshape(-1, size)
    rows = grids[:, :height].reshape(len(grids), lines, length + 1)
    sound = (rows[:, :, :-1] < LINE_END).all(axis=(1, 2))
    sound &= (rows[:, :, -1] == LINE_END).all(axis=1) & (grids[:, height:] == LINE_END).all(axis=1)
    number = len(grids) if sound.all() else int(sound.argmin())
    cells = rows[:number, :, :-1].reshape(number, lines * length)
    return cells, number * size, number * (lines + gap)


# ---- Givens as rows of numbers -------------------------------------------------------------------


USUAL = 9


def size_of(problem: Problem) -> int:
    """Return the size of a sudoku; of another puzzle, the size of a sudoku of so many choices."""
    if isinstance(problem, Sudoku):
        return problem.size
    if isinstance(problem, ExactCover):
        return USUAL
    choices = sum(map(len, problem.tables))
    return next(size for size in count(1) if size**3 >= choices)


def given_rows(puzzle: Sudoku) -> Grid:
    """Return the givens; 0 for a blank. Raises ModelError for a cell that is given twice."""
    return rows_of_options(puzzle, puzzle.given_options)


def rows_of_options(puzzle: Sudoku, options: Iterable[int]) -> Grid:
    """Return the digits that are chosen; 0 for a blank. Raises ModelError for two in a cell."""
    rows: Grid = [[0] * puzzle.size for _ in range(puzzle.size)]
    for row, col, value in puzzle.read(options)[puzzle.digit]:
        if rows[row][col]:
            raise ModelError(f"{spell_cell((row, col))} is given twice, expected one digit a cell")
        rows[row][col] = value
    return rows


def line_of(rows: Grid) -> str:
    """Return rows of digits as one line, with dots for blanks."""
    return "".join(str(value) if value else "." for row in rows for value in row)
