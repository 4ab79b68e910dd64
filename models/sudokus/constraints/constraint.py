"""The base of all constraints: a name, and what it demands of the digits."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from ...errors import ModelError
from ..cells import Cell, Cells, cells_of, spell_cell
from ..demands import Demand
from ..grid_shape import GridShape

__all__ = [
    "Constraint",
    "consecutive",
    "two_of",
]


@dataclass(frozen=True)
class Constraint:
    """A constraint of a sudoku variant.

    name   what messages call it; None: its kind and its number among that kind
    kind   what one of its kind is called
    whole  whether it is a rule of the whole grid, which needs no number
    """

    kind: ClassVar[str] = "constraint"
    whole: ClassVar[bool] = False
    name: str | None = field(default=None, kw_only=True)

    @abstractmethod
    def demands(self, grid: GridShape) -> Iterator[Demand]:
        """Yield what the constraint demands. Raises ModelError, without its name, for mistakes."""

    def path(self, cells: Cells, least: int = 1, *, once: bool = True) -> tuple[Cell, ...]:
        """Return cells as pairs. Raises ModelError for fewer than `least`, or, `once`, repeats."""
        found = cells_of(cells)
        if len(found) < least:
            raise ModelError(f"{_count(found)}, expected {least} or more")
        if once and len(set(found)) < len(found):
            (twice, _), *_ = Counter(found).most_common(1)
            raise ModelError(f"{spell_cell(twice)} twice, expected each cell once")
        return found


def two_of(cells: Sequence[Cell]) -> tuple[Cell, Cell]:
    """Return the two cells of a pair. Raises ModelError for more or fewer."""
    if len(cells) != 2:
        raise ModelError(f"{_count(cells)}, expected 2")
    return cells[0], cells[1]


def consecutive(v: int, w: int) -> bool:
    """Whether two values differ by one."""
    return abs(v - w) == 1


def _count(cells: Sequence[Cell]) -> str:
    return "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
