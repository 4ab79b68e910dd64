"""Constraints of areas: cells that hold some values, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import ModelError, excerpt
from ...picture.picture import Cage as Frame
from ...picture.picture import Shape
from ..demands import Count, Demand, Joined
from ..grid_shape import Cells, GridShape
from . import text_fields as text
from .constraint import Constraint

__all__ = ["ConnectedValues"]


@dataclass(frozen=True)
class ConnectedValues(Constraint):
    """The cells that hold one of the values are one area, joined side by side, of `count` cells.

    Without `count` the area has any number of cells, at least one. Without `cells` they are all
    cells of the grid. A constraint string is about all of them.

    >>> ConnectedValues([1, 2], "R1C1 R1C2 R2C1 R2C2").holds("13.. 32.. .... ....")
    False
    >>> ConnectedValues([1, 2], count=8).to_text()
    'ConnectedValues~~1_2~8'
    """

    kind = "connected values"
    words = ("ConnectedValues",)
    values: Sequence[int]
    cells: Cells = ()
    count: int | None = None

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        grid.require_values(self.values)
        cells = self.path(self.cells, 0) or tuple(sorted(grid.cells))
        if self.count is not None and not 1 <= self.count <= len(cells):
            raise ModelError(f"{self.count} cells, expected 1 to {len(cells)}")
        some = frozenset(self.values)
        yield Joined(cells, some)
        there = any(len(house) == grid.size and set(house) <= set(cells) for house in grid.houses)
        if self.count is not None or not there:
            low, high = self.count or 1, self.count or len(cells)
            yield Count(cells, (some,) * len(cells), low, high)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        group, listed, *further = (*given, "", "")[: max(len(given), 2)]
        if group:
            raise ModelError(f"{excerpt(group)}, expected nothing: all cells of the grid")
        if len(further) > 1:
            raise ModelError(f"{len(given)} fields, expected values and a number of cells")
        digits = listed.split("_")
        values = tuple(text.number(digits, place) for place in range(len(digits)))
        return [cls(values, (), text.number(further) if any(further) else None)]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        listed = "_".join(map(str, self.values))
        yield text.word(
            "ConnectedValues", "", listed, *([] if self.count is None else [self.count])
        )

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        if self.cells:
            yield Frame(tuple(sorted(self.path(self.cells))), "", "cage", title=self.title)

    @property
    def note(self) -> str:  # noqa: D102
        of_cells = "" if self.count is None else f", {self.count} cells"
        return f"{self.title}: {', '.join(map(str, self.values))}{of_cells}"
