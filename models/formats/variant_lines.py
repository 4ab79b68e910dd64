"""Sudoku variants, a puzzle a line: sudoku X, windoku, and jigsaws with their layouts.

[layout] puzzle [solution]     the layout in jigsaws only: n*n labels, each region's cells alike
# comment                      a line of its own

A solution, where one stands, is not read: whoever solves the puzzle wants to find it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple, overload

from ..errors import ModelError, excerpt
from ..sudoku import Sudoku
from .grids import DIGIT_SIZES, Grid
from .source import Source, plural, tokens

__all__ = ["VariantLines", "read_variant_lines"]

JIGSAW_SIZES = range(4, 10)


class Line(NamedTuple):
    """A line as it was read: its number, the regions' layout of a jigsaw, the grid."""

    number: int
    layout: str | None
    grid: Grid


class VariantLines(Sequence[Sudoku]):
    """The puzzles of a file, each made when it is asked for; neighbours of one layout share it."""

    def __init__(self, lines: Sequence[Line], variant: str) -> None:
        self.lines, self.variant = lines, variant
        self._blank: tuple[object, Sudoku] | None = None

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, place: int) -> Sudoku: ...
    @overload
    def __getitem__(self, place: slice) -> list[Sudoku]: ...
    def __getitem__(self, place: int | slice) -> Sudoku | list[Sudoku]:
        if isinstance(place, slice):
            return [self._puzzle(line) for line in self.lines[place]]
        return self._puzzle(self.lines[place])

    def _puzzle(self, line: Line) -> Sudoku:
        what = (line.layout, len(line.grid))
        if self._blank is None or self._blank[0] != what:
            self._blank = what, blank_of(self.variant, line.layout, len(line.grid))
        return self._blank[1].with_givens(line.grid)


def blank_of(variant: str, layout: str | None, size: int) -> Sudoku:
    """Return the puzzle without givens."""
    if layout is not None:
        blank = Sudoku(regions=layout)
    elif variant == "sudoku-x":
        blank = Sudoku(size=size, diagonals=True)
    else:
        blank = Sudoku(size=size, windoku=True)
    blank.name, blank.layout = variant, "line"
    return blank


def read_variant_lines(source: Source, variant: str) -> VariantLines:
    """Return the puzzles of a text; `variant` is `sudoku-x`, `windoku` or `jigsaw`.

    Raises InputError for a line with too few or too many fields, a field of the wrong length, a
    character that is no digit, or a layout whose regions are of different sizes.
    """
    lines = [
        _line(source, number, line, variant)
        for number, line in source.numbered()
        if not line.lstrip().startswith("#")
    ]
    if not lines:
        raise source.error(f"no line that is not a comment, expected a {variant}", 1)
    return VariantLines(lines, variant)


def _line(source: Source, number: int, line: str, variant: str) -> Line:
    fields = list(tokens(line))
    first = 1 if variant == "jigsaw" else 0
    names = ["layout", "puzzle", "solution"][1 - first :]
    if not first < len(fields) <= first + 2:
        wanted = f"{' and '.join(names[:-1])}, and a solution or none"
        column = fields[first + 2][0] if len(fields) > first + 2 else len(line) + 1
        raise source.error(f"{plural(len(fields), 'field')}, expected {wanted}", number, column)
    sizes = JIGSAW_SIZES if variant == "jigsaw" else DIGIT_SIZES
    size = isqrt(len(fields[0][1]))
    if size not in sizes:
        size = 9
    for (column, text), name in zip(fields, names, strict=False):
        if len(text) != size * size:
            what = f"a {name} of {plural(len(text), 'character')}, expected {size * size}"
            raise source.error(what, number, column)
    layout = _layout(source, number, fields[0]) if first else None
    column, text = fields[first]
    for place, mark in enumerate(text):
        if mark != "." and not "0" <= mark <= str(size):
            what = f"{excerpt(mark)}, expected 0 to {size} or ."
            raise source.error(what, number, column + place)
    cells = [0 if mark == "." else int(mark) for mark in text]
    return Line(number, layout, [cells[k : k + size] for k in range(0, size * size, size)])


def _layout(source: Source, number: int, field: tuple[int, str]) -> str:
    from ..grid_shape import regions_of

    column, layout = field
    try:
        regions_of(layout, None)
    except ModelError as error:
        raise source.error(str(error), number, column) from None
    return layout
