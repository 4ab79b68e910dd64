"""The sudoku board of LeetCode 36 and 37: a JSON array of n rows of n strings, `"."` for a blank.

Read by hand, not by the json module: an error then says which cell is wrong, and a text of a
million brackets ends at the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...errors import InputError, excerpt
from ..source import Source, plural
from .grids import DIGIT_SIZES, Grid, Grids

__all__ = ["read_json_grid"]

_TOKEN = re.compile(r'[\[\],]|"[^"\n]{0,40}"|[^\s\[\],"]{1,40}|"')


def read_json_grid(source: Source, size: int | None = None) -> Grids:
    """Read the array; `size` is the only size expected, None: any of 4, 6, 8 and 9."""
    reader = _Reader(source)
    grid = reader.rows()
    n = len(grid) if size is None else size
    if len(grid) != n or n not in DIGIT_SIZES:
        expected = size or "4, 6, 8 or 9"
        raise reader.error(f"{plural(len(grid), 'row')} in the array, expected {expected}", 0)
    for (place, row), cells in zip(reader.begins, grid, strict=True):
        if len(cells) != n:
            found = plural(len(cells), "cell")
            raise source.error(f"{found} in the row, expected {n}", place, row)
    for place, column, value in reader.cells:
        if value > n:
            raise source.error(f'"{value}", expected "1" to "{n}" or "."', place, column)
    return Grids(n, "json", [grid])


class _Reader:
    """A reader of `[["5", "."], ...]` that remembers where rows and cells stood."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = _tokens(source)
        self.begins: list[tuple[int, int]] = []
        self.cells: list[tuple[int, int, int]] = []
        self.place = (1, 1)

    def rows(self) -> Grid:
        """Read the whole text."""
        self._next("[")
        grid = [self._row()]
        while self._next(",", "]") == ",":
            self._room(grid, "rows in the array")
            grid.append(self._row())
        rest = next(self.tokens, None)
        if rest is not None:
            self.place = rest[:2]
            raise self.error(f"{excerpt(rest[2])} behind the array, expected no more", 0)
        return grid

    def _row(self) -> list[int]:
        self._next("[")
        self.begins.append(self.place)
        row = [self._cell()]
        while self._next(",", "]") == ",":
            self._room(row, "cells in the row")
            row.append(self._cell())
        return row

    def _cell(self) -> int:
        token = self._next()
        mark = token[1:-1] if token[0] == '"' else ""
        if len(mark) != 1 or mark not in ".123456789":
            raise self.error(f'{excerpt(token)}, expected "1" to "9" or "."', 0)
        value = 0 if mark == "." else int(mark)
        self.cells.append((*self.place, value))
        return value

    def _room(self, found: Sequence[object], what: str) -> None:
        most = DIGIT_SIZES[-1]
        if len(found) == most:
            raise self.error(f"more than {most} {what}, expected {most} at most", 0)

    def _next(self, *expected: str) -> str:
        found = next(self.tokens, None)
        words = " or ".join(expected) or 'a cell such as "5"'
        if found is None:
            raise self.error(f"the text ends, expected {words}", 1)
        self.place = found[:2]
        if expected and found[2] not in expected:
            raise self.error(f"{excerpt(found[2])}, expected {words}", 0)
        return found[2]

    def error(self, what: str, behind: int) -> InputError:
        """Return the error that stands at the current token, or so many columns behind it."""
        line, column = self.place
        return self.source.error(what, line, column + behind)


def _tokens(source: Source) -> Iterator[tuple[int, int, str]]:
    for number, line in source.numbered():
        for match in _TOKEN.finditer(line):
            yield number, match.start() + 1, match[0]
