"""Comma-separated values (CSV) as rows of choices: a line of names, then a row a line.

    day,shift,hours
    mon,early,8
    mon,"late, with a break",7.5

Cells are set apart by commas, semicolons or tabs: whichever the first line has most of. A cell in
quotes is text, whatever it says, and may hold separators, line ends and doubled quotes. A column in
which every cell is spelled as an integer without quotes holds integers, one of numbers floats, any
other text. So `01` is text, and so is an empty cell; one among numbers is a mistake. So is a cell
that is no number where three of four are: in quotes it says that the column is text. Lines without
any value are passed over.

The csv module of Python reports neither which cells are quoted nor where a cell begins.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from ..errors import InputError, excerpt
from .file_bytes import bytes_of_file
from .rows import Rows, expected_instead, is_column

__all__ = ["rows_of_csv", "rows_of_file"]

_SEPARATORS = (",", ";", "\t")
_SHOWN = {",": "a comma", ";": "a semicolon", "\t": "a tab"}
_QUOTED = re.compile(r'"((?:[^"]|"")*+)"')
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")
_FEW = 4  # so many cells or more for each that is no number: a slip, not a column of text
_LARGEST, _DIGITS = 2**63 - 1, 20  # with its sign
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def rows_of_file(file: str | os.PathLike[str], *, most: int | None = None) -> Rows:
    """Return the rows of a file, as `rows_of_csv`; its name stands in messages.

    Raises InputError for a file that cannot be read, too.
    """
    data = bytes_of_file(file, "a table as comma-separated values")
    return rows_of_csv(data, os.fspath(file), most=most)


def rows_of_csv(text: str | bytes, file: str = "<csv>", *, most: int | None = None) -> Rows:
    """Return the rows under the names of the first line.

    text  as bytes it is UTF-8, with a byte order mark or without
    file  what messages call it
    most  so many rows are allowed; None: any number

    Raises InputError, which says where, for what is no such table: no text, no names or twice the
    same, a row of more or fewer cells, a quote that is not closed, an empty cell among numbers.
    """
    table = _Text(text if isinstance(text, str) else _decoded(text, file), file)
    records = table.records()
    first, header = next(records, (0, []))
    if not header:
        raise table.error("an empty file, expected a line with the names of the columns", 0)
    names = table.names(first, header)
    rows: list[Sequence[str]] = []
    places: list[int] = []
    for place, cells in records:
        if len(cells) != len(names):
            raise table.ragged(place, len(cells), len(names))
        if len(rows) == most:
            raise table.error(f"row {most + 1} of the table, expected {most} at most", place)
        rows.append(cells)
        places.append(place)
    columns = [table.column(k, values, places) for k, values in enumerate(zip(*rows, strict=True))]
    return Rows(names, list(zip(*columns, strict=True)))


def _decoded(data: bytes, file: str) -> str:
    if data.startswith(_UTF_16):
        raise InputError("text in UTF-16, expected UTF-8", file=file, line=1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = _Text(data[: error.start].decode("utf-8"), file)
        message = f"byte 0x{data[error.start]:02x}, expected UTF-8 text"
        raise before.error(message, len(before.text)) from None


class _Quoted(str):
    """A cell that stood in quotes."""

    __slots__ = ()


class _Text:
    """A whole text: its records, and the errors that point into it."""

    def __init__(self, text: str, file: str) -> None:
        text = text.removeprefix("\ufeff")
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.file = file
        junk = _CONTROL.search(self.text)
        if junk:
            message = f"control character 0x{ord(junk[0]):02x}, expected text"
            raise self.error(message, junk.start())
        outside = _QUOTED.sub("", self.text[:100_000]).lstrip(" \n").partition("\n")[0]
        self.separator = max(_SEPARATORS, key=outside.count)
        self.bare = re.compile(rf"[^\n{self.separator}]*")

    def error(self, message: str, place: int) -> InputError:
        """Return, for the caller to raise, the error at that place of the text."""
        line_start = self.text.rfind("\n", 0, place) + 1
        line = self.text.count("\n", 0, place) + 1
        return InputError(message, file=self.file, line=line, column=place - line_start + 1)

    def records(self) -> Iterator[tuple[int, list[str]]]:
        """Yield where each record begins, and its cells."""
        text, at = self.text, 0
        while at < len(text):
            start, end = at, text.find("\n", at)
            line = text[at:] if end < 0 else text[at:end]
            if '"' in line:
                cells = []
                for _, cell, behind in self._cells(start):
                    cells.append(cell)
                    at = behind + 1
            else:
                cells = [cell.strip() for cell in line.split(self.separator)]
                at += len(line) + 1
            if any(cell or type(cell) is _Quoted for cell in cells):
                yield start, cells

    def _cells(self, at: int) -> Iterator[tuple[int, str, int]]:
        """Yield the cells of a record: where each begins, what it says, where it ends."""
        text = self.text
        while True:
            while text.startswith(" ", at):
                at += 1
            start = at
            if text.startswith('"', at):
                cell, at = self._quoted(at)
            else:
                match = self.bare.match(text, at)
                cell, at = ("", at) if match is None else (match[0].strip(), match.end())
            yield start, cell, at
            if not text.startswith(self.separator, at):
                return
            at += 1

    def _quoted(self, at: int) -> tuple[str, int]:
        match = _QUOTED.match(self.text, at)
        if match is None:
            raise self.error("a quote that is not closed, expected another one behind it", at)
        end = match.end()
        while self.text.startswith(" ", end):
            end += 1
        if end < len(self.text) and self.text[end] not in (self.separator, "\n"):
            problem = f"{excerpt(self.text[end])} behind a closing quote"
            raise self.error(f"{problem}, expected {_SHOWN[self.separator]} or the line's end", end)
        return _Quoted(match[1].replace('""', '"')), end

    def _place(self, record: int, number: int) -> int:
        """Return where a cell of a record begins."""
        return next(at for k, (at, _, _) in enumerate(self._cells(record)) if k == number)

    def names(self, record: int, header: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the columns. Raises InputError for what is no name, or twice one."""
        for number, name in enumerate(header):
            message = ""
            if not is_column(name):
                message = f"{excerpt(name)}, expected a column's name {expected_instead(name)}"
                message += " (the first line names the columns)"
            elif name in header[:number]:
                message = f"column {excerpt(name)} twice, expected each name once"
            if message:
                raise self.error(message, self._place(record, number))
        return tuple(map(str, header))

    def ragged(self, record: int, actual: int, expected: int) -> InputError:
        """Return the error of a record with too many cells or too few, which stands at its end."""
        *_, (_, _, end) = self._cells(record)
        place = self._place(record, expected) if actual > expected else end
        cells = "1 cell" if actual == 1 else f"{actual} cells"
        return self.error(f"{cells} in the row, expected {expected} as in the first line", place)

    def column(self, number: int, cells: Sequence[str], records: Sequence[int]) -> Sequence[Any]:
        """Return the values of a column: integers, floats, or else text."""
        filled = [cell for cell in cells if cell or type(cell) is _Quoted]
        for pattern, kind in ((_INTEGER, int), (_NUMBER, float)):
            if filled and all(type(cell) is str and pattern.fullmatch(cell) for cell in filled):
                return [
                    self._number(cell, kind, record, number)
                    for cell, record in zip(cells, records, strict=True)
                ]
        self._require_text(number, cells, records)
        return list(map(str, cells))

    def _require_text(self, number: int, cells: Sequence[str], records: Sequence[int]) -> None:
        """Raise InputError for a column in which all cells but a few are spelled as numbers.

        One that is mistyped would make text of all the others, which then equal no number. A cell
        in quotes says that text is meant, and so do digits that are all as long, as 08, 09, 10.
        """
        filled = [cell for cell in cells if cell or type(cell) is _Quoted]
        if any(type(cell) is _Quoted for cell in filled):
            return
        odd = [cell for cell in filled if not _NUMBER.fullmatch(cell)]
        digits = len(set(map(len, filled))) == 1 and all(map(str.isdecimal, filled))
        if not odd or _FEW * len(odd) > len(filled) or digits:
            return
        numbers = len(filled) - len(odd)
        problem = (
            f"{excerpt(odd[0])} in a column where {numbers} of {len(filled)} cells are numbers"
        )
        expected = "expected a number (or quotes around it, if the column is to be text)"
        place = self._place(records[cells.index(odd[0])], number)
        raise self.error(f"{problem}, {expected}", place)

    def _number(self, cell: str, kind: type, record: int, number: int) -> int | float:
        message = "an empty cell in a column of numbers, expected a number"
        if cell:
            if kind is int and len(cell) <= _DIGITS and abs(int(cell)) <= _LARGEST:
                return int(cell)
            if kind is float and isfinite(float(cell)):
                return float(cell)
            message = f"{excerpt(cell)}, expected a number of 64 bits, or text in quotes"
        raise self.error(message, self._place(record, number))
