"""What clues demand of what is to be found, regions or shading, by the clues' names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ...errors import ModelError
from ..cells import Cell
from ..constraint_rules import names_of
from ..constraints import Constraint
from ..grid_shape import GridShape

__all__ = ["demands_by_name"]

AnyDemand = TypeVar("AnyDemand")


def demands_by_name(
    constraints: Sequence[Constraint],
    grid: GridShape,
    demanded: Callable[[Constraint], Iterable[AnyDemand]],
    cells_of: Callable[[AnyDemand], Sequence[Cell]],
) -> dict[str, AnyDemand]:
    """Return what each clue demands; it demands one thing at most. Raises ModelError that names it.

    cells_of  the cells that a demand is about: they must be in the grid
    """
    found: dict[str, AnyDemand] = {}
    for name, constraint in zip(names_of(constraints), constraints, strict=True):
        try:
            for demand in demanded(constraint):
                grid.require(cells_of(demand))
                found[name] = demand
        except ModelError as error:
            raise ModelError(f"{name}: {error}") from error
    return found
