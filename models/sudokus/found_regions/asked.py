"""Regions to be found, as a puzzle asks for them: the rules of all clues, and these as a check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ...errors import ModelError
from ..cells import Cell, spell_cells
from ..constraint_rules import names_of
from ..constraints import Constraint
from ..constraints.region_demands import RegionDemand
from ..grid_shape import GridShape
from .implied import add_implied
from .labelled import add_regions
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
    """Return what clues demand of regions, by their names; each demands one thing at most."""
    found: dict[str, RegionDemand] = {}
    for name, constraint in zip(names_of(constraints), constraints, strict=True):
        try:
            for demand in constraint.region_demands(grid):
                grid.require(demand.cells)
                found[name] = demand
        except ModelError as error:
            raise ModelError(f"{name}: {error}") from error
    return found
