"""The fields of a word of constraint strings, as in `Cage~15~R1C1~R1C2`: read, and written.

The words are those of the Interactive Sudoku Solver (Sigh, 2020). A field more or less than a word
has is an error that names it, for a clue that is dropped in silence makes another puzzle. Every
reader raises ModelError, without the word, for fields that are not what it reads.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from ...errors import ModelError, excerpt
from ..grid_shape import Cell, GridShape, cells_of, spell_cell

__all__ = [
    "Fields",
    "cell_name",
    "cells",
    "is_place",
    "named_lines",
    "neighbours",
    "no_fields",
    "number",
    "one_field",
    "places",
    "shifted_cells",
    "side",
    "spell_side",
    "sum_and_weights",
    "word",
]

Fields = Sequence[str]
Way = tuple[Cell, ...]

_SHORT_NAME = re.compile(r"[Rr]([1-9a-z])[Cc]([1-9a-z])")
_SIDE = re.compile(r"([RCrc])([0-9]{1,3}|[a-z])")
_PLACE = re.compile(r"CC([1-9][0-9]{0,3})")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def word(name: str, *fields: str | int | Sequence[Cell]) -> str:
    """Return a word with its fields; cells are a field each.

    >>> word("Cage", 15, [(0, 0), (0, 1)])
    'Cage~15~R1C1~R1C2'
    """
    parts = [name]
    for part in fields:
        parts += [str(part)] if isinstance(part, str | int) else map(spell_cell, part)
    return "~".join(parts)


def no_fields(fields: Fields) -> None:
    """Raise ModelError if a word that is about nothing more is."""
    if any(fields):
        raise ModelError(f"{excerpt('~'.join(fields))}, expected nothing behind the word")


def one_field(fields: Fields, expected: str) -> str:
    """Return the only field. Raises ModelError, expecting `expected`, if there are none or more."""
    if len(fields) != 1:
        raise ModelError(f"{excerpt('~'.join(fields)) or 'nothing'}, expected {expected} alone")
    return fields[0]


def number(fields: Fields, place: int = 0) -> int:
    """Return the number at a place."""
    if place >= len(fields) or not re.fullmatch("[0-9]{1,6}", fields[place]):
        actual = excerpt(fields[place]) if place < len(fields) else "nothing"
        raise ModelError(f"{actual}, expected a number")
    return int(fields[place])


def sum_and_weights(fields: Fields) -> tuple[int, tuple[int, ...]]:
    """Return a sum, and the weights that may stand behind it, as in 0_=_1_1_-10."""
    field = fields[0] if fields else ""
    if not re.fullmatch(r"-?[0-9]{1,6}(_=(_-?[0-9]{1,3})+)?", field):
        raise ModelError(f"{excerpt(field) or 'nothing'}, expected a number")
    total, _, weights = field.partition("_=_")
    return int(total), tuple(map(int, weights.split("_"))) if weights else ()


def cell_name(name: str) -> str:
    """Return the name of a cell in decimals: row 16 and column 11 may be called `RgCb`, too."""
    match = _SHORT_NAME.fullmatch(name)
    return name if match is None else "R{}C{}".format(*map(_DIGITS.index, match.groups()))


def cells(fields: Fields) -> Way:
    """Return the cells that all the fields name."""
    return tuple(cell for name in fields or [""] for cell in cells_of(cell_name(name)))


def is_place(field: str) -> bool:
    """Whether a field names a cell by its number in the grid, row by row, as in CC1."""
    return _PLACE.fullmatch(field) is not None


def places(fields: Fields, grid: GridShape) -> Way:
    """Return the cells that fields name, some perhaps by their numbers."""
    result: list[Cell] = []
    for name in fields:
        match = _PLACE.fullmatch(name)
        if match is None:
            result += cells([name])
            continue
        cell = divmod(int(match[1]) - 1, grid.sides[1])
        if cell not in grid.cells:
            raise ModelError(f"{name}, expected CC1 to CC{len(grid.cells)}")
        result.append(cell)
    if not result:
        raise ModelError("no cells, expected some such as CC1 CC2")
    return tuple(result)


def named_lines(fields: Fields) -> list[Fields]:
    """Return the lines that an empty field, or one `_name`, parts from each other."""
    lines: list[list[str]] = [[]]
    for field in fields:
        if not field or field[0] == "_":
            lines.append([])
        else:
            lines[-1].append(field)
    full_lines = [line for line in lines if line]
    if not full_lines:
        raise ModelError("no cells, expected a line")
    return list(map(tuple, full_lines))


def neighbours(fields: Fields) -> list[tuple[Cell, Cell]]:
    """Return the pairs of neighbours, along rows and columns, among the cells, in their order."""
    cell_list = cells(fields)
    if len(cell_list) < 2:
        raise ModelError("1 cell, expected 2 or more")
    for place, cell in enumerate(cell_list):
        if cell in cell_list[:place]:
            raise ModelError(f"{spell_cell(cell)} twice, expected each cell once")
    pairs = [
        (first, second)
        for first, second in combinations(cell_list, 2)
        if abs(first[0] - second[0]) + abs(first[1] - second[1]) == 1
    ]
    if not pairs:
        raise ModelError(f"no two neighbours among {len(cell_list)} cells, expected some")
    return pairs


def side(name: str, grid: GridShape) -> Way:
    """Return the cells of a row or column such as R3 or C9, from its beginning."""
    match = _SIDE.fullmatch(name)
    line = 0
    if match is not None:
        line = int(match[2]) if match[2].isdecimal() else _DIGITS.index(match[2])
    rows, cols = grid.sides
    most = cols if match is not None and match[1] in "Cc" else rows
    if match is None or not 1 <= line <= most:
        raise ModelError(f"{excerpt(name)}, expected R1 to R{rows} or C1 to C{cols}")
    if match[1] in "Rr":
        return tuple((line - 1, k) for k in range(cols))
    return tuple((k, line - 1) for k in range(rows))


def spell_side(line: Sequence[Cell], grid: GridShape) -> str:
    """Return the name of a row or column. Raises ModelError for another line."""
    row, col = line[0]
    for name in (f"R{row + 1}", f"C{col + 1}"):
        if (row, col) in grid.cells and tuple(line) == side(name, grid):
            return name
    raise ModelError(f"a line from {spell_cell(line[0])}, expected a row or column")


def shifted_cells(field: str, down: int, right: int) -> str:
    """Return a field that names a cell, perhaps with values, with that of another place."""
    if is_place(field):
        raise ModelError(f"{field} at several places, expected a cell such as R1C1")
    name, dash, values = field.partition("_")
    if not re.fullmatch(r"[Rr]\w+[Cc]\w+", name):
        return field
    ((row, col),) = cells([name])
    if row + down < 0 or col + right < 0:
        raise ModelError(f"{spell_cell((row, col))} moved out of the grid, expected room for it")
    return spell_cell((row + down, col + right)) + dash + values
