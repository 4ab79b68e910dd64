"""Yin-yang and caves: shaded cells, and clues about them.

A clue has the shading found even where it stands alone: a yin-yang, unless a cave is asked for.
What one demands is a `ShadeDemand` (demands.py); `add_shading` and `add_cave` make rules of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ...errors import ModelError
from ...picture.picture import Cage as Frame
from ...picture.picture import Circle, Shape, Square
from ..demands import Demand, ShadeDemand, Sight
from ..grid_shape import Cell, Cells, GridShape
from .constraint import Constraint

__all__ = ["Cave", "CaveCount", "ShadedCells", "ShadedCount", "YinYang"]


class OnShading(Constraint):
    """A constraint of cells that are to be shaded: it demands nothing of the digits alone."""

    finds_shading = True

    def demands(self, grid: GridShape) -> Iterator[Demand]:
        """Yield nothing."""
        return iter(())

    def only(self, cells: Cells) -> Cell:
        """Return the one cell that has the digit. Raises ModelError for several."""
        path = self.path(cells)
        if len(path) > 1:
            raise ModelError(f"{len(path)} cells with the digit, expected one")
        return path[0]


@dataclass(frozen=True)
class YinYang(OnShading):
    """Cells are shaded: they are connected, so are the others, and no 2x2 is all of one kind.

    >>> YinYang().to_toml()
    'yin_yang = true\\n'
    """

    kind = "yin yang"
    whole = True


@dataclass(frozen=True)
class ShadedCells(OnShading):
    """The cells are shaded in the yin-yang or cave to be found, or none is if `shaded` is false.

    >>> print(ShadedCells("R1C1 R2C2", shaded=False).to_toml(), end="")
    [[sudoku.shaded-cells]]
    cells = "R1C1 R2C2"
    shaded = false
    """

    kind = "shaded cells"
    cells: Cells
    shaded: bool = True

    def shade_demands(self, grid: GridShape) -> Iterator[ShadeDemand]:  # noqa: D102
        cells = self.path(self.cells)
        yield ShadeDemand(cells, None, len(cells) if self.shaded else 0)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for cell in self.path(self.cells):
            yield Circle(cell, "shade" if self.shaded else "ring", title=self.title)


@dataclass(frozen=True)
class ShadedCount(OnShading):
    """The digit in `cell` says how many of `cells` are shaded in the yin-yang or cave to be found.

    Without `cells` they are `cell` and those around it, corners too.

    >>> print(ShadedCount("R1C1", "R1C1-R1C4").to_toml(), end="")
    [[sudoku.shaded-count]]
    cell = "R1C1"
    cells = "R1C1 R1C2 R1C3 R1C4"
    """

    kind = "shaded count"
    cell: Cells
    cells: Cells = ()

    def shade_demands(self, grid: GridShape) -> Iterator[ShadeDemand]:  # noqa: D102
        cell = self.only(self.cell)
        yield ShadeDemand(self.path(self.cells, 0) or _around(cell, grid), cell)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Square(self.only(self.cell), "ring", title=self.title)
        if self.cells:
            yield Frame(tuple(sorted(self.path(self.cells))), "", "cage", title=self.title)


def _around(cell: Cell, grid: GridShape) -> tuple[Cell, ...]:
    """Return a cell and those that touch it at a side or a corner."""
    near = ((cell[0] + down, cell[1] + right) for down, right in product((-1, 0, 1), repeat=2))
    return tuple(place for place in near if place in grid.cells)


# ---- Caves ---------------------------------------------------------------------------------------
# The walls of a cave are shaded, and digits say how far one sees (corral). A clue about a cave adds
# the cave even where the clue stands alone.


@dataclass(frozen=True)
class Cave(OnShading):
    """Walls are shaded: all other cells, the cave, are connected, and each wall is to a side.

    Each shaded cell is joined to a side of the grid by shaded ones.

    >>> Cave().to_toml()
    'cave = true\\n'
    """

    kind = "cave"
    whole = True
    finds_cave = True


@dataclass(frozen=True)
class CaveCount(OnShading):
    """The digit in `cell`, of the cave, says how many cells of it are seen along row and column.

    The cell itself counts, and one sees as far as a wall or a side of the grid.

    >>> print(CaveCount("R1C1").to_toml(), end="")
    [[sudoku.cave-count]]
    cell = "R1C1"
    """

    kind = "cave count"
    finds_cave = True
    cell: Cells

    def shade_demands(self, grid: GridShape) -> Iterator[Sight]:  # noqa: D102
        cell = self.only(self.cell)
        yield Sight(cell, grid.ways(cell))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Circle(self.only(self.cell), "ring", title=self.title)
