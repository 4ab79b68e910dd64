"""The shape of a sudoku grid: names of cells, houses, and layouts of its numbers as text.

A house is a set of as many cells as there are values, which holds each of them once: a row, a
column, a box or a jigsaw region, a diagonal, a window.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import chain, pairwise
from math import isqrt
from string import ascii_uppercase

import numpy as np
import numpy.typing as npt

from ..budget import spend
from ..errors import ModelError, excerpt

__all__ = [
    "BESIDE",
    "CHARACTERS",
    "LAYOUTS",
    "LETTERS",
    "Cell",
    "Cells",
    "GridShape",
    "Layout",
    "boxes_of",
    "cells_of",
    "diagonals_of",
    "extra_regions",
    "grid_text",
    "grid_texts",
    "option_marks",
    "regions_of",
    "spell_cell",
    "spell_cells",
    "square_grid",
    "windows_of",
]

# ---- Names of cells ------------------------------------------------------------------------------
# A line of cells is written `R1C1 R2C2 R2C3`, with blanks, commas or tildes between, or by its
# corners: `R1C1-R3C3-R3C1` goes through every cell on the way, along rows, columns and diagonals.
# In Python a cell is a pair (row, column) from 0, as in the tables of choices.
#
# Cells outside the grid, which some variants have, are called by letters and perhaps a number: VA,
# VA1, DGR4. As pairs their row is negative, one for all cells with the same letters, and their
# column is the number (0: none), so that such a cell, too, is known by its name alone.


Cell = tuple[int, int]
Cells = str | Sequence[Cell]
Layout = str | Sequence[Sequence[object]]

_NAME = re.compile(r"[Rr]([0-9]{1,4})[Cc]([0-9]{1,4})")
_OUTSIDE = re.compile(r"(V[A-Z]{1,3}|DG[A-Z]|FR[LRTB])([1-9][0-9]{0,3})?")
_TUPLE, _TWO, _WHOLE = frozenset([tuple]), frozenset([2]), frozenset([int])
_BETWEEN = re.compile(r"[\s,~]+")


def cells_of(cells: Cells) -> tuple[Cell, ...]:
    """Return cells as pairs (row, column) from 0. Raises ModelError for what names no cell."""
    if not isinstance(cells, str):
        if (
            type(cells) is tuple
            and _TUPLE.issuperset(map(type, cells))
            and _TWO.issuperset(map(len, cells))
            and _WHOLE.issuperset(map(type, chain.from_iterable(cells)))
        ):
            return cells
        if not isinstance(cells, Iterable):
            expected = "expected some such as 'R1C1 R1C2' or [(0, 0), (0, 1)]"
            raise ModelError(f"cells {excerpt(repr(cells))}, {expected}")
        return tuple(_pair(cell) for cell in cells)
    pairs: list[Cell] = []
    for word in _BETWEEN.split(cells.strip(" \t\n,~")):
        corners = [_named(name) for name in word.split("-")]
        pairs.append(corners[0])
        for start, end in pairwise(corners):
            pairs += _way(start, end)
    return tuple(pairs)


@lru_cache(maxsize=1024)
def _named(name: str) -> Cell:
    outside = _OUTSIDE.fullmatch(name)
    if outside is not None:
        # The number of some letters: A is 1, Z 26, AA 27.
        letters = outside[1]
        number = 0
        for letter in letters:
            number = 26 * number + ord(letter) - ord("A") + 1
        return -number, int(outside[2] or 0)
    match = _NAME.fullmatch(name)
    if match is None or "0" in match.groups():
        raise ModelError(f"cell {excerpt(name)}, expected a name such as R1C1")
    return int(match[1]) - 1, int(match[2]) - 1


def _pair(cell: object) -> Cell:
    if type(cell) is tuple and len(cell) == 2 and type(cell[0]) is int and type(cell[1]) is int:
        return cell[0], cell[1]
    if isinstance(cell, str):
        return _named(cell)
    if isinstance(cell, tuple | list) and [type(k) for k in cell] == [int, int]:
        return cell[0], cell[1]
    raise ModelError(f"cell {excerpt(repr(cell))}, expected (row, column) or a name such as R1C1")


def _way(start: Cell, end: Cell) -> Iterator[Cell]:
    """Yield the cells behind `start` up to `end`."""
    down, right = end[0] - start[0], end[1] - start[1]
    steps = max(abs(down), abs(right))
    if not steps or {abs(down), abs(right)} - {0, steps}:
        way = f"{spell_cell(start)}-{spell_cell(end)}"
        raise ModelError(f"{way} goes along no row, column or diagonal, expected that it does")
    spend(keys=steps)
    for k in range(1, steps + 1):
        yield start[0] + k * down // steps, start[1] + k * right // steps


def spell_cell(cell: Cell) -> str:
    """Return the name of a cell, as in R1C1."""
    row, col = cell
    if row < -26:  # the letters are two or more; nearer rows are places beside the grid
        number = -row
        letters = ""
        while number:
            number, letter = divmod(number - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{col or ''}"
    return f"R{row + 1}C{col + 1}"


def spell_cells(cells: Iterable[Cell]) -> str:
    """Return the names of cells, with blanks between."""
    return " ".join(map(spell_cell, cells))


def labels_of(layout: Layout, size: int | None = None) -> list[list[str]]:
    """Return the labels of a layout, row by row.

    layout  a string of n*n characters, in which blanks do not count, or n rows of n labels
    size    the n that is expected; None: any

    Raises ModelError for a layout that is not square or of another size.
    """
    if isinstance(layout, str):
        text = "".join(layout.split())
        n = size or round(len(text) ** 0.5)
        if len(text) != n * n:
            raise ModelError(f"a layout of {len(text)} characters, expected {n}x{n}")
        return [list(text[n * r : n * r + n]) for r in range(n)]
    if not isinstance(layout, Sequence) or not all(isinstance(row, Sequence) for row in layout):
        raise ModelError(f"a layout {excerpt(repr(layout))}, expected rows of labels")
    rows = [["".join(row.split()) if isinstance(row, str) else row][0] for row in layout]
    n = size or len(rows)
    if len(rows) != n or any(len(row) != n for row in rows):
        raise ModelError(f"a layout of {len(rows)} rows, expected {n} rows of {n} labels")
    return [list(map(str, row)) for row in rows]


# ---- Houses --------------------------------------------------------------------------------------

House = tuple[Cell, ...]
BESIDE = ((0, 1), (1, 0))  # the steps (down, right) to neighbours along rows and columns


@dataclass(frozen=True)
class GridShape:
    """A grid: `size` values from `first` on; no house (row, box ...) holds a value twice.

    boxes  those of the houses that are boxes, or regions in their place
    extra  further cells, outside the grid: houses and constraints may name them, no rule of the
           whole grid is about them
    """

    size: int
    cells: frozenset[Cell]
    houses: tuple[tuple[Cell, ...], ...]
    boxes: tuple[tuple[Cell, ...], ...] = ()
    first: int = 1
    extra: tuple[Cell, ...] = ()

    @cached_property
    def bare(self) -> GridShape:
        """The grid without its houses: what a constraint demands there, it demands by itself."""
        return replace(self, houses=()) if self.houses else self

    @cached_property
    def every_cell(self) -> list[Cell]:
        """All cells, those outside the grid last, in the order of a puzzle's table of digits."""
        return [*sorted(self.cells), *self.extra]

    @property
    def spelled(self) -> str:
        """The grid in words."""
        rows, cols = self.sides
        return f"{rows}x{cols}"

    @cached_property
    def sides(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        rows, cols = (max(cell[k] for cell in self.cells) + 1 for k in (0, 1))
        return rows, cols

    @cached_property
    def _outside(self) -> frozenset[Cell]:
        """The cells outside the grid."""
        return frozenset(self.extra)

    def require(self, cells: Iterable[Cell]) -> None:
        """Raise ModelError if a cell is outside the grid."""
        if all(map(self.cells.__contains__, cells)):
            return
        for cell in cells:
            if cell not in self.cells and cell not in self._outside:
                last = spell_cell((self.sides[0] - 1, self.sides[1] - 1))
                raise ModelError(
                    f"{spell_cell(cell)} is outside the grid of {self.spelled}, "
                    f"expected R1C1 to {last}"
                )

    @property
    def values(self) -> range:
        """The values of a cell."""
        return range(self.first, self.first + self.size)

    @property
    def last(self) -> int:
        """The greatest value."""
        return self.first + self.size - 1

    def require_values(self, values: Iterable[int]) -> None:
        """Raise ModelError for what is no value."""
        for value in values:
            if value not in self.values:
                raise ModelError(f"{value!r}, expected {self.first} to {self.last}")

    @cached_property
    def _houses_of(self) -> dict[Cell, int]:
        """The set of a cell's houses, as bits."""
        bits: dict[Cell, int] = dict.fromkeys(self.every_cell, 0)
        for number, house in enumerate(self.houses):
            for cell in house:
                bits[cell] |= 1 << number
        return bits

    def houses_of(self, cell: Cell) -> list[int]:
        """Return the numbers of the houses that a cell is in; none of one beside the grid."""
        bits = self._houses_of.get(cell, 0)
        return [number for number in range(bits.bit_length()) if bits >> number & 1]

    def differ(self, first: Cell, second: Cell) -> bool:
        """Whether two cells are in one house, so that their values differ in any case."""
        houses = self._houses_of
        return houses[first] & houses[second] != 0

    @cached_property
    def differing(self) -> npt.NDArray[np.bool_]:
        """bool[cells, cells]: the same of all cells, in the order of `every_cell`."""
        place = {cell: number for number, cell in enumerate(self.every_cell)}
        together = np.zeros((len(place), len(place)), bool)
        for house in self.houses:
            cells = [place[cell] for cell in house]
            together[np.ix_(cells, cells)] = True
        return together

    def neighbours(self, steps: Sequence[Cell]) -> Iterable[tuple[Cell, Cell]]:
        """Yield the pairs of cells that are one of the steps (down, right) apart."""
        for row, col in sorted(self.cells):
            for down, right in steps:
                other = (row + down, col + right)
                if other in self.cells:
                    yield (row, col), other

    def ways(self, cell: Cell) -> tuple[tuple[Cell, ...], ...]:
        """Return the lines from a cell, itself first, to the four sides; itself if none goes on."""
        ways = []
        for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            way = [cell]
            while (further := (way[-1][0] + down, way[-1][1] + right)) in self.cells:
                way.append(further)
            ways.append(tuple(way))
        return tuple(way for way in ways if len(way) > 1) or ((cell,),)


@cache
def square_grid(size: int) -> GridShape:
    """Return a square grid of which no houses are known."""
    return GridShape(size, frozenset((r, c) for r in range(size) for c in range(size)), ())


def regions_of(layout: Layout, size: int | None) -> list[list[str]]:
    """Return the labels of a jigsaw, row by row.

    Raises ModelError for a layout that is not square, or a region that has not n cells.
    """
    labels = labels_of(layout, size)
    n = len(labels)
    for label, cells in _cells_by_label(labels).items():
        if len(cells) != n:
            raise ModelError(f"region {label!r} has {len(cells)} cells, expected {n}")
    return labels


def extra_regions(extra: str | Sequence[Cells], size: int) -> list[House]:
    """Return further regions: those of a layout in which dots are in none, or lists of cells.

    Raises ModelError for a region that has not n cells, or has one twice or outside the grid.
    """
    if isinstance(extra, str):
        by_label = _cells_by_label(labels_of(extra, size))
        regions = [tuple(cells) for label, cells in by_label.items() if label != "."]
    elif isinstance(extra, Iterable):
        regions = [cells_of(cells) for cells in extra]
    else:
        raise ModelError(f"extra regions {excerpt(repr(extra))}, expected a layout or a list")
    for number, cells in enumerate(regions, 1):
        for cell in cells:
            if not (0 <= cell[0] < size and 0 <= cell[1] < size):
                problem = f"{spell_cell(cell)} is outside the grid of {size}x{size}"
                last = spell_cell((size - 1, size - 1))
                raise ModelError(f"extra region {number}: {problem}, expected R1C1 to {last}")
        if len(set(cells)) != size or len(cells) != size:
            raise ModelError(f"extra region {number} has {len(set(cells))} cells, expected {size}")
    return regions


def _cells_by_label(labels: Sequence[Sequence[str]]) -> dict[str, list[Cell]]:
    by_label: dict[str, list[Cell]] = {}
    for r, row in enumerate(labels):
        for c, label in enumerate(row):
            by_label.setdefault(label, []).append((r, c))
    return by_label


def diagonals_of(size: int) -> list[House]:
    """Return the two long diagonals."""
    return [
        tuple((k, k) for k in range(size)),
        tuple((k, size - 1 - k) for k in range(size)),
    ]


def windows_of(size: int, high: int, wide: int) -> list[House]:
    """Return the windows of a windoku: boxes one cell from the rim and from each other."""
    return [
        tuple((top + r, left + c) for r in range(high) for c in range(wide))
        for top in range(1, size - high, high + 1)
        for left in range(1, size - wide, wide + 1)
    ]


def boxes_of(rows: int, cols: int, cells: int) -> tuple[tuple[int, int] | None, list[House]]:
    """Return the (rows, columns) of a box of that many cells, and all boxes; None if none fits.

    It is the squarest that tiles the grid, lying rather than standing.
    """
    for short in range(isqrt(cells), 1, -1):
        if cells % short:
            continue
        for high, wide in ((short, cells // short), (cells // short, short)):
            if rows % high == 0 and cols % wide == 0:
                return (high, wide), [
                    tuple((top + r, left + c) for r in range(high) for c in range(wide))
                    for top in range(0, rows, high)
                    for left in range(0, cols, wide)
                ]
    return None, []


# ---- Layouts of text -----------------------------------------------------------------------------
# grid     a row a line, blanks between the numbers
# rows     a row a line without blanks; from 10 on values are letters, A for 10
# line     all cells on one line without blanks, as in rows
# zero-rows, zero-line  the same of more than 9 values, with 0 for the greatest
# numbers  all cells on one line, blanks between
# letters  a row a line, A for 1
# letter-line  all cells on one line, A for 1
# json     an array of rows of strings
# json-numbers  an array of rows of numbers


Marks = npt.NDArray[np.uint8]
LINE_END = ord("\n")
LAYOUTS = (
    "grid",
    "rows",
    "line",
    "zero-rows",
    "zero-line",
    "numbers",
    "letters",
    "letter-line",
    "json",
    "json-numbers",
)
LETTERS = ("letters", "letter-line")
CHARACTERS = ("line", "rows", "zero-line", "zero-rows")


def grid_text(rows: Sequence[Sequence[int]], layout: str) -> str:
    """Return rows of numbers in a layout. An empty cell, 0, is `-` in letters and `.` in JSON."""
    if layout in CHARACTERS:
        # The character of each value, the blank first.
        size = len(rows)
        if size <= 9:
            marks = "0123456789"
        else:
            symbols = "." + "123456789" + ascii_uppercase[: size - 9]
            marks = symbols[:-1] + "0" if layout.startswith("zero") else symbols
        lines = ["".join(marks[value] for value in row) for row in rows]
        return ("\n" if layout.endswith("rows") else "").join(lines)
    if layout == "numbers":
        return " ".join(str(value) for row in rows for value in row)
    if layout in LETTERS:
        return ("\n" if layout == "letters" else "").join(
            "".join(map(_letter, row)) for row in rows
        )
    if layout in ("json", "json-numbers"):
        import json

        if layout == "json-numbers":
            return json.dumps([list(row) for row in rows], separators=(",", ":"))
        cells = [[str(value) if value else "." for value in row] for row in rows]
        return json.dumps(cells, separators=(",", ":"))
    width = len(str(len(rows)))
    return "\n".join(" ".join(f"{value:{width}}" for value in row) for row in rows)


def _letter(value: int) -> str:
    return chr(ord("A") + value - 1) if value else "-"


def option_marks(values: Sequence[int], layout: str) -> Marks:
    """Return the character that stands for each value; `layout` is line, rows or one of letters."""
    marks = map(_letter, values) if layout in LETTERS else map(str, values)
    return np.frombuffer("".join(marks).encode(), np.uint8)


def grid_texts(marks: Marks, layout: str) -> Marks:
    """Return the texts of many grids in a layout of one character a cell, each ending its line.

    marks  uint8[grids, size * size], the character in each cell

    Returns uint8[grids, characters].
    """
    grids, area = marks.shape
    lines = 1 if layout in ("line", "letter-line") else round(area**0.5)
    width = area // lines
    texts = np.full((grids, lines, width + 1), LINE_END, np.uint8)
    texts[:, :, :-1] = marks.reshape(grids, lines, width)
    return texts.reshape(grids, lines * (width + 1))
