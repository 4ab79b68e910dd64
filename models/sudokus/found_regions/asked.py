"""Regions to be found, as a puzzle asks for them: the rules of all clues, and these as a check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ..cells import Cell, spell_cells
from ..constraints import Constraint
from ..constraints.region_demands import RegionDemand
from ..grid_shape import GridShape
from .implied import add_implied
from .labelled import add_regions
from .named import demands_by_name
from .related import add_clues

if TYPE_CHECKING:
    from ...puzzle import Puzzle
    from ...tables.table import Choices

__all__ = ["add_found_regions", "broken_clues"]


def add_found_regions(
    puzzle: Puzzle, digit: Choices, grid: GridShape, constraints: Sequence[Constraint]
) -> None:
    """Add the regions, and what clues demand of them. Raises ModelError that names the clue."""
    demands = _demands(constraints, grid)
    labelled = add_regions(puzzle, digit, grid)
    add_implied(puzzle, labelled)
    add_clues(puzzle, labelled, demands)


def broken_clues(
    constraints: Sequence[Constraint],
    digits: Mapping[Cell, int],
    regions: Mapping[Cell, int],
    grid: GridShape,
) -> Iterator[str]:
    """Say which clues digits and regions break: asked of the clues, not of the rules of them."""
    for name, demand in _demands(constraints, grid).items():
        if not demand.holds(digits, regions):
            yield f"{name}: not so of {spell_cells(demand.cells)}"


def _demands(constraints: Sequence[Constraint], grid: GridShape) -> dict[str, RegionDemand]:
    """Return what clues demand of regions, by their names."""
    return demands_by_name(
        constraints, grid, lambda one: one.region_demands(grid), lambda demand: demand.cells
    )
