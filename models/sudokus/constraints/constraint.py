"""The base of all constraints: a name, and what it demands of the digits."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import ClassVar

from ...errors import ModelError, excerpt
from ..cells import Cell, Cells, cells_of, spell_cell
from ..demands import Demand
from ..grid_numbers import whole_number
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

    def require_fields(self) -> None:
        """Raise ModelError for a field that is not what its annotation says.

        Cells, numbers, truth values and lists of these are looked at, others are not.
        """
        for part in fields(self):
            kind = part.type if isinstance(part.type, str) else getattr(part.type, "__name__", "")
            value = getattr(self, part.name)
            wanted = _WANTED.get(kind)
            if wanted is not None and not wanted[0](value):
                raise ModelError(f"a {part.name} of {excerpt(repr(value))}, expected {wanted[1]}")

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


def _is_number(value: object) -> bool:
    return whole_number(value) is not None


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _are_numbers(value: object) -> bool:
    return isinstance(value, Sequence | range) and all(map(_is_number, value))


def _are_cells(value: object) -> bool:
    cells_of(value)  # type: ignore[arg-type]
    return True


_WANTED: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "int": (_is_number, "an integer"),
    "int | None": (lambda value: value is None or _is_number(value), "an integer"),
    "bool": (lambda value: isinstance(value, bool), "True or False"),
    "str | None": (lambda value: value is None or isinstance(value, str), "a text"),
    "Cells": (_are_cells, "cells"),
    "Sequence[int]": (_are_numbers, "a list of integers"),
    "Sequence[Cells]": (_is_list, "a list of cells"),
}


def _count(cells: Sequence[Cell]) -> str:
    return "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
