"""Cave (corral) beside digits: the walls of one cave are shaded, and digits say how far one sees.

A clue that says how much of a cave is seen has it found even where it stands alone.
found_regions/cave.py makes rules of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....picture.shapes import Circle, Shape
from ...cells import Cells
from ...grid_shape import GridShape
from ..region_demands import Sight
from .yin_yang import OnShading

__all__ = ["Cave", "CaveCount"]


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
