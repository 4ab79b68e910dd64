"""Read the sudokus of links to f-puzzles and SudokuPad, a line each.

Detection of links (addresses.py) does not import this module: it loads the readers and JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from ...errors import InputError, ModelError, excerpt
from ...sudokus.sudoku import Sudoku
from ..source import Source
from .addresses import Packed, packed_in
from .f_puzzles_reading import sudoku_of
from .json_values import Value, parsed, parsed_loosely
from .lz_string import decompressed
from .scl import sudoku_of_scl

__all__ = ["read_f_puzzles_json", "read_links", "read_scl"]

_BLANKS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"


def read_links(source: Source) -> list[Sudoku]:
    """Return the puzzles. Raises InputError, with the line, for a link that cannot be read."""
    lines = [
        (number, line) for number, line in source.numbered() if not line.lstrip().startswith("#")
    ]
    if not lines:
        raise source.error("nothing but comments, expected a link", 1)
    sudokus = []
    for number, line in lines:
        try:
            sudoku, warnings = _sudoku(packed_in(line))
        except InputError as error:
            message = f"in the packed puzzle, at character {error.column}: {error.message}"
            raise source.error(message, number) from None
        except ModelError as error:
            raise source.error(str(error), number) from None
        sudokus.append(sudoku)
        for warning in warnings:
            source.warn(warning, number if len(lines) > 1 else None)
    return sudokus


def read_f_puzzles_json(source: Source) -> Sudoku:
    """Return the puzzle of a text of JSON. Raises InputError for what does not fit."""
    return _in_json(source, sudoku_of)


def read_scl(source: Source) -> Sudoku:
    """Return the puzzle of a text in SudokuPad's own format. Raises InputError as others do."""
    return _in_json(source, sudoku_of_scl)


def _in_json(source: Source, read: Callable[[Value], Sudoku]) -> Sudoku:
    try:
        document = parsed(source.text)
        sudoku = read(document)
    except InputError as error:
        raise source.error(error.message, error.line, error.column) from None
    except ModelError as error:
        raise source.error(str(error), *_place(source, str(error))) from None
    for warning in document.warnings():
        source.warn(warning)
    return sudoku


def _place(source: Source, message: str) -> tuple[int, int]:
    """Return where the key stands with which a message begins; the beginning if none does."""
    key = message.partition(":")[0].partition(" ")[0].partition(",")[0]
    places = (source.text.find(f'"{name}"') for name in (key, f"{key}s"))
    place = next((place for place in places if place >= 0), 0)
    return source.text.count("\n", 0, place) + 1, place - source.text.rfind("\n", 0, place)


def _sudoku(packed: Packed) -> tuple[Sudoku, list[str]]:
    """Return the sudoku and warnings about what is not read."""
    if packed.form == "scf":
        # The sudoku of a line in which a character is a cell and the blanks behind it.
        content = packed.text
        cells = []
        for mark in content:
            place = _BLANKS.find(mark)
            if place < 0:
                raise ModelError(
                    f"{excerpt(mark)} in a sudoku's cells, expected letters and digits"
                )
            cells += [place % 10, *[0] * (place // 10)]
        size = isqrt(len(cells))
        if size * size != len(cells) or size not in (4, 6, 8, 9):
            raise ModelError(f"{len(cells)} cells, expected 81, or the square of 4, 6 or 8")
        if max(cells) > size:
            raise ModelError(f"{max(cells)} in a sudoku of size {size}, expected up to {size}")
        return Sudoku([cells[size * row : size * row + size] for row in range(size)]), []
    text = decompressed(packed.text)
    document = parsed(text) if packed.form == "fpuz" else _loosely(text)
    sudoku = sudoku_of(document) if packed.form == "fpuz" else sudoku_of_scl(document)
    return sudoku, document.warnings()


def _loosely(text: str) -> Value:
    try:
        return parsed(text)
    except InputError:
        return parsed_loosely(text)
