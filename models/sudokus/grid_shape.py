"""The shape of a sudoku grid: its cells, its houses, and how they are laid out.

A house is a set of as many cells as there are values, which holds each of them once: a row, a
column, a box or a jigsaw region, a diagonal, a window.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import isqrt

from ..errors import ModelError, excerpt
from .cells import Cell, Cells, Layout, cells_of, labels_of, spell_cell

__all__ = [
    "BESIDE",
    "GridShape",
    "boxes_of",
    "diagonals_of",
    "extra_regions",
    "regions_of",
    "square_grid",
    "windows_of",
]

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
        found: dict[Cell, int] = dict.fromkeys(self.every_cell, 0)
        for number, house in enumerate(self.houses):
            for cell in house:
                found[cell] |= 1 << number
        return found

    def houses_of(self, cell: Cell) -> list[int]:
        """Return the numbers of the houses that a cell is in; none of one beside the grid."""
        bits = self._houses_of.get(cell, 0)
        return [number for number in range(bits.bit_length()) if bits >> number & 1]

    def differ(self, one: Cell, other: Cell) -> bool:
        """Whether two cells are in one house, so that their values differ in any case."""
        houses = self._houses_of
        return houses[one] & houses[other] != 0

    def neighbours(self, steps: Sequence[Cell]) -> Iterable[tuple[Cell, Cell]]:
        """Yield the pairs of cells that are one of the steps (down, right) apart."""
        for row, col in sorted(self.cells):
            for down, right in steps:
                other = (row + down, col + right)
                if other in self.cells:
                    yield (row, col), other

    def ways(self, cell: Cell) -> tuple[tuple[Cell, ...], ...]:
        """Return the lines from a cell, itself first, to the four sides; itself if none goes on."""
        found = []
        for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            way = [cell]
            while (further := (way[-1][0] + down, way[-1][1] + right)) in self.cells:
                way.append(further)
            found.append(tuple(way))
        return tuple(way for way in found if len(way) > 1) or ((cell,),)


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
        found = _cells_by_label(labels_of(extra, size))
        regions = [tuple(cells) for label, cells in found.items() if label != "."]
    elif isinstance(extra, Iterable):
        regions = [cells_of(cells) for cells in extra]
    else:
        raise ModelError(f"extra regions {excerpt(repr(extra))}, expected a layout or a list")
    for number, cells in enumerate(regions, 1):
        for cell in cells:
            if not (0 <= cell[0] < size and 0 <= cell[1] < size):
                what = f"{spell_cell(cell)} is outside the grid of {size}x{size}"
                last = spell_cell((size - 1, size - 1))
                raise ModelError(f"extra region {number}: {what}, expected R1C1 to {last}")
        if len(set(cells)) != size or len(cells) != size:
            raise ModelError(f"extra region {number} has {len(set(cells))} cells, expected {size}")
    return regions


def _cells_by_label(labels: Sequence[Sequence[str]]) -> dict[str, list[Cell]]:
    found: dict[str, list[Cell]] = {}
    for r, row in enumerate(labels):
        for c, label in enumerate(row):
            found.setdefault(label, []).append((r, c))
    return found


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
