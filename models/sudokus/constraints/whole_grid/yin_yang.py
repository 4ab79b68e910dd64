"""Yin-yang: cells are shaded or not, and clues that speak of the shading.

A clue has the shading found even where it stands alone. What one demands is a `ShadeDemand`
(region_demands.py); found_regions/shaded.py makes rules of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ....errors import ModelError
from ....picture.shapes import Cage as Frame
from ....picture.shapes import Circle, Shape, Square
from ...cells import Cell, Cells
from ...demands import Demand
from ...grid_shape import GridShape
from ..constraint import Constraint
from ..region_demands import ShadeDemand

__all__ = ["ShadedCells", "ShadedCount", "YinYang"]


class _OnShading(Constraint):
    """A constraint of cells that are to be shaded: it demands nothing of the digits alone."""

    finds_shading = True

    def demands(self, grid: GridShape) -> Iterator[Demand]:
        """Yield nothing."""
        return iter(())


@dataclass(frozen=True)
class YinYang(_OnShading):
    """Cells are shaded: they are connected, so are the others, and no 2x2 is all of one kind.

    >>> YinYang().to_toml()
    'yin_yang = true\\n'
    """

    kind = "yin yang"
    whole = True


@dataclass(frozen=True)
class ShadedCells(_OnShading):
    """The cells are shaded in the yin-yang that is to be found, or none is if `shaded` is false.

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
class ShadedCount(_OnShading):
    """The digit in `cell` says how many of `cells` are shaded in the yin-yang that is to be found.

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
        yield ShadeDemand(self.path(self.cells, 0) or _around(self._one(), grid), self._one())

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Square(self._one(), "ring", title=self.title)
        if self.cells:
            yield Frame(tuple(sorted(self.path(self.cells))), "", "cage", title=self.title)

    def _one(self) -> Cell:
        cells = self.path(self.cell)
        if len(cells) > 1:
            raise ModelError(f"{len(cells)} cells with the digit, expected one")
        return cells[0]


def _around(cell: Cell, grid: GridShape) -> tuple[Cell, ...]:
    """Return a cell and those that touch it at a side or a corner."""
    near = ((cell[0] + down, cell[1] + right) for down, right in product((-1, 0, 1), repeat=2))
    return tuple(one for one in near if one in grid.cells)
