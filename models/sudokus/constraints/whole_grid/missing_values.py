"""Rules of the whole grid about the values that its houses lack or share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ....errors import ModelError
from ...cells import Cell, cells_of
from ...demands import Count, Demand, Different, OneOf
from ...grid_shape import GridShape
from ..constraint import Constraint

__all__ = ["Doppelganger", "SameSets"]


@dataclass(frozen=True)
class Doppelganger(Constraint):
    """Each row, column and box lacks one digit, no two of a kind the same, each has a 0.

    At a 0 the digits that its row, its column and its box lack differ. The values are 0 to the
    side. What they lack stands in cells outside the grid: `DGC1` for the first row, `DGR1` for the
    first column, `DGB1` for the first box.

    >>> Doppelganger().to_text()
    'Doppelganger'
    >>> Doppelganger().to_toml()
    'doppelganger = true\\n'
    """

    kind = "doppelganger"
    whole = True
    brings_cells = True
    words = ("Doppelganger",)

    def extra_cells(self, grid: GridShape) -> Sequence[Cell]:  # noqa: D102
        return [cell for cells in self._lacked(grid) for cell in cells]

    def _lacked(self, grid: GridShape) -> list[tuple[Cell, ...]]:
        """Return the cells of what rows, columns and boxes lack."""
        sizes = zip("CRB", (*grid.sides, len(grid.boxes)), strict=True)
        return [
            cells_of(" ".join(f"DG{kind}{k + 1}" for k in range(count))) if count else ()
            for kind, count in sizes
        ]

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        rows, cols = grid.sides
        if not (rows == cols == grid.last and grid.first == 0):
            what = f"values {grid.first} to {grid.last} on a grid of {grid.spelled}"
            raise ModelError(f"{what}, expected a square with values from 0 to its side")
        houses = (
            [tuple((r, c) for c in range(cols)) for r in range(rows)],
            [tuple((r, c) for r in range(rows)) for c in range(cols)],
            list(grid.boxes),
        )
        of_cell: dict[Cell, list[Cell]] = {}
        for of_kind, lacked in zip(houses, self._lacked(grid), strict=True):
            for house, cell in zip(of_kind, lacked, strict=True):
                yield OneOf(cell, range(1, grid.size))
                yield Different((*house, cell))
                for one in house:
                    of_cell.setdefault(one, []).append(cell)
            if lacked:
                yield Different(lacked)
        zero, ones = frozenset([0]), {v: frozenset([v]) for v in range(1, grid.size)}
        for cell, mine in of_cell.items():
            for one, other in combinations(mine, 2):
                for some in ones.values():
                    yield Count((cell, one, other), (zero, some, some), 0, 2)


@dataclass(frozen=True)
class SameSets(Constraint):
    """All rows, columns and regions of the greatest size hold the same values.

    >>> SameSets().to_text()
    'RegionSameValues'
    >>> SameSets().to_toml()
    'same_sets = true\\n'
    """

    kind = "same sets"
    whole = True
    words = ("RegionSameValues",)

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        rows, cols = grid.sides
        houses = [tuple((r, c) for c in range(cols)) for r in range(rows)]
        houses += [tuple((r, c) for r in range(rows)) for c in range(cols)]
        houses += grid.boxes
        largest = max(map(len, houses))
        first, *others = [house for house in houses if len(house) == largest]
        for other in others:
            mine, theirs = sorted(set(first) - set(other)), sorted(set(other) - set(first))
            weights = (1,) * len(mine) + (-1,) * len(theirs)
            for value in grid.values:
                held = (frozenset([value]),) * len(weights)
                yield Count((*mine, *theirs), held, 0, 0, weights)
