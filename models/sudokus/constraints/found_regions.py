"""Regions to be found: chaos construction, and the clues that speak of its regions.

A clue has the regions found even where it stands alone. A clue of cells that may be far from each
other is given cells of the grid; in constraint strings these may also be called `CC1`, `CC2` ...,
row by row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product

from ...errors import ModelError, excerpt
from ...picture.picture import Cage as Frame
from ...picture.picture import Circle, Line, Shape
from ..demands import Demand, Neighbours, RegionDemand, Run, Seen, Together
from ..grid_shape import Cell, Cells, GridShape, spell_cell
from . import text_fields as text
from .constraint import Constraint

__all__ = ["ChaosConstruction", "RegionCount", "RegionRun", "RegionsSeen", "SameRegion"]


class _OnRegions(Constraint):
    """A constraint of regions that are to be found: it demands nothing of the digits alone."""

    finds_regions = True

    def demands(self, grid: GridShape) -> Iterator[Demand]:
        """Yield nothing."""
        return iter(())


@dataclass(frozen=True)
class ChaosConstruction(_OnRegions):
    """Regions are to be found: each is connected, and holds every digit once.

    No boxes or regions need be given then (`NoBoxes` in a constraint string); those that are hold
    as well. Each region has as many cells as there are digits.

    >>> ChaosConstruction().to_text()
    'ChaosConstruction'
    """

    kind = "chaos construction"
    whole = True
    words = ("ChaosConstruction",)


@dataclass(frozen=True)
class SameRegion(_OnRegions):
    """The cells are of one region, of those that are to be found.

    >>> SameRegion("R1C1 R1C2 R2C1").to_text(4)
    'SameValues~3~CC1~CC2~CC5'
    """

    kind = "same region"
    small_words = ("SameRegion",)
    cells: Cells

    def region_demands(self, grid: GridShape) -> Iterator[RegionDemand]:  # noqa: D102
        yield Together(self.path(self.cells, 2))

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if word != "SameRegion":
            count = text.number(given)
            given = given[1:]
            if count != len(given):
                raise ModelError(f"{len(given)} cells in {count} groups, expected one in each")
        return [cls(text.places(given, grid))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        cells = self.path(self.cells)
        yield text.word("SameValues", len(cells), *_spelled(cells, grid))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Frame(tuple(sorted(self.path(self.cells))), "", "cage", title=self.title)


@dataclass(frozen=True)
class RegionsSeen(_OnRegions):
    """The digit in `cell` says of how many different regions, of those to be found, the others are.

    >>> RegionsSeen("R1C1", "R1C2 R2C1").to_text(4)
    'CountDistinct~R1C1~CC2~CC5'
    """

    kind = "regions seen"
    small_words = ("RegionsSeen",)
    cell: Cells
    cells: Cells

    def region_demands(self, grid: GridShape) -> Iterator[RegionDemand]:  # noqa: D102
        yield Seen(_only(self.path(self.cell)), self.path(self.cells))

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        return [cls(text.cells(given[:1]), text.places(given[1:], grid))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        cells = _spelled(self.path(self.cells), grid)
        yield text.word("CountDistinct", self.path(self.cell), *cells)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Circle(_only(self.path(self.cell)), "ring", title=self.title)
        yield Frame(tuple(sorted(self.path(self.cells))), "", "cage", title=self.title)


@dataclass(frozen=True)
class RegionCount(_OnRegions):
    """The digit in `cell` counts those of `cells` that are in the region of the first of them.

    The first counts itself, unless `counts_itself` is false. Without `cells` they are `cell` and
    those around it. Regions are those that are to be found.

    >>> RegionCount("R1C1").to_text()
    'ChaosCount~R1C1'
    >>> RegionCount("R1C1", "R1C1 R1C2 R2C1", counts_itself=False).to_text(4)
    'ChaosCount~R1C1~1~CC1~CC2~CC5'
    """

    kind = "region count"
    words = ("ChaosCount",)
    cell: Cells
    cells: Cells = ()
    counts_itself: bool = True

    def region_demands(self, grid: GridShape) -> Iterator[RegionDemand]:  # noqa: D102
        cell, cells = _only(self.path(self.cell)), self.path(self.cells, 0)
        yield Neighbours(cell, cells or _around(cell, grid), int(not self.counts_itself))

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        cell, itself, others = _clue(given)
        return [cls(cell, text.places(others, grid) if others else (), itself)]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        cells = self.path(self.cells, 0)
        yield _worded(self, "ChaosCount", self.counts_itself, _spelled(cells, grid))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Circle(_only(self.path(self.cell)), "ring", title=self.title)
        if self.cells:
            yield Frame(tuple(sorted(self.path(self.cells))), "", "cage", title=self.title)


@dataclass(frozen=True)
class RegionRun(_OnRegions):
    """The digit in `cell` is how far its region reaches along the arms, without a gap.

    An arm is a line of cells that begins in one cell, the same for all arms; that cell counts once,
    or not at all if `counts_itself` is false. Without `arms` they are the four ways from `cell` to
    the sides of the grid. Regions are those that are to be found.

    >>> RegionRun("R1C1").to_text()
    'ChaosArrow~R1C1'
    >>> RegionRun("R1C1", ["R1C1-R1C3", "R1C1 R2C1"]).to_text(4)
    'ChaosArrow~R1C1~0~CC1~CC2~CC3~-~CC1~CC5'
    """

    kind = "region run"
    words = ("ChaosArrow",)
    cell: Cells
    arms: Sequence[Cells] = ()
    counts_itself: bool = True

    def region_demands(self, grid: GridShape) -> Iterator[RegionDemand]:  # noqa: D102
        cell = _only(self.path(self.cell))
        arms = tuple(map(self.path, self.arms)) or grid.ways(cell)
        if len({arm[0] for arm in arms}) > 1:
            first, second = sorted({arm[0] for arm in arms})[:2]
            fault = f"arms from {spell_cell(first)} and {spell_cell(second)}"
            raise ModelError(f"{fault}, expected all to begin in one cell")
        yield Run(cell, arms, int(not self.counts_itself))

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        cell, itself, others = _clue(given)
        arms = [list(arm) for bar, arm in groupby(others, "-".__eq__) if not bar]
        return [cls(cell, tuple(text.places(arm, grid) for arm in arms), itself)]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        fields: list[str] = []
        for arm in self.arms:
            fields += [*(["-"] if fields else []), *_spelled(self.path(arm), grid)]
        yield _worded(self, "ChaosArrow", self.counts_itself, fields)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Circle(_only(self.path(self.cell)), "ring", title=self.title)
        for arm in map(self.path, self.arms):
            if len(arm) > 1:
                yield Line(arm[:2], "arrow", title=self.title)


def _only(cells: Sequence[Cell]) -> Cell:
    """Return the one cell. Raises ModelError for several."""
    if len(cells) > 1:
        raise ModelError(f"{len(cells)} cells with the digit, expected one")
    return cells[0]


def _around(cell: Cell, grid: GridShape) -> tuple[Cell, ...]:
    """Return a cell, and behind it those that touch it at a side or a corner."""
    near = ((cell[0] + down, cell[1] + right) for down, right in product((-1, 0, 1), repeat=2))
    return (cell, *(other for other in near if other != cell and other in grid.cells))


def _clue(given: text.Fields) -> tuple[tuple[Cell, ...], bool, text.Fields]:
    """Return the cell with the digit, whether the first counts, and the fields behind."""
    mark = given[1] if len(given) > 1 else "0"
    if mark not in ("", "0", "1"):
        raise ModelError(f"{excerpt(mark)}, expected 0, or 1: without the first cell")
    return text.cells(given[:1]), mark != "1", given[2:]


def _spelled(cells: Sequence[Cell], grid: GridShape) -> list[str]:
    return [f"CC{row * grid.sides[1] + col + 1}" for row, col in cells]


def _worded(clue: Constraint, word: str, itself: bool, fields: Sequence[str]) -> str:
    cell = clue.path(clue.cell)  # type: ignore[attr-defined]
    mark = [str(int(not itself))] if fields or not itself else []
    return text.word(word, cell, *mark, *fields)
