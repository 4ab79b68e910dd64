"""Grids of one character a cell, as a table of bytes.

A file may hold fifty thousand sudokus. As long as its grids stand one like the other, line for line
and character for character, they are cut out of the text as one table, and each becomes lists of
numbers only if somebody asks for it. Where that ends, at an empty line, a trailing blank or a
mistake, the reader goes on line by line (character_grids.py), and finds out what it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import overload

import numpy as np
import numpy.typing as npt

from ..source import Source
from .grids import Grid

__all__ = ["GridTable", "alike"]

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
