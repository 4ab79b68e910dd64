"""Constraints along a line of cells: thermometers, whispers, renban, palindromes and others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from ...errors import ModelError
from ..cells import Cells, spell_cell
from ..demands import Demand, Digits, OneOf, Pair, Walk
from ..grid_shape import GridShape
from .constraint import Constraint

__all__ = [
    "BetweenLine",
    "Palindrome",
    "Renban",
    "Skyscraper",
    "Thermometer",
    "Whispers",
]


@dataclass(frozen=True)
class Thermometer(Constraint):
    """Digits increase from the bulb, the line's first cell; a `slow` one may stay level."""

    kind = "thermometer"
    line: Cells
    slow: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line, 2)
        rise, spare = (0, grid.size - 1) if self.slow else (1, grid.size - len(line))
        if spare < 0:
            raise ModelError(f"{len(line)} cells, expected at most {grid.size}")
        if not self.slow:
            for k, cell in enumerate(line):
                yield OneOf(cell, range(1 + k, 2 + k + spare))
        for (i, low), (j, high) in combinations(enumerate(line), 2):
            yield Pair(low, high, lambda v, w, apart=rise * (j - i): v + apart <= w)  # type: ignore[misc]


@dataclass(frozen=True)
class Whispers(Constraint):
    """Neighbours on the line differ by `difference` or more: 5 in German whispers, 4 in Dutch."""

    kind = "whispers"
    line: Cells
    difference: int = 5

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for one, other in pairwise(self.path(self.line, 2, once=False)):
            if one == other:
                raise ModelError(f"{spell_cell(one)} behind itself, expected another cell")
            yield Pair(one, other, lambda v, w: abs(v - w) >= self.difference)


@dataclass(frozen=True)
class Renban(Constraint):
    """The digits of the line are consecutive numbers, in any order, each once."""

    kind = "renban"
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line)
        if len(line) > grid.size:
            raise ModelError(f"{len(line)} cells, expected at most {grid.size}")
        runs = [tuple(range(k, k + len(line))) for k in range(1, grid.size - len(line) + 2)]
        yield Digits(line, tuple(runs), "run")


@dataclass(frozen=True)
class Palindrome(Constraint):
    """The line reads the same from both ends."""

    kind = "palindrome"
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line, 2)
        for one, other in list(zip(line, reversed(line), strict=True))[: len(line) // 2]:
            yield Pair(one, other, int.__eq__)


@dataclass(frozen=True)
class BetweenLine(Constraint):
    """The digits of the line are strictly between those of its two ends."""

    kind = "between line"
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        first, *middle, last = self.path(self.line, 3)

        def step(ends: tuple[int, ...], place: int, value: int) -> tuple[int, ...] | None:
            if place < 2:
                return tuple(sorted((*ends, value)))
            return ends if ends[0] < value < ends[1] else None

        yield Walk((first, last, *middle), (), step, lambda ends: True)


@dataclass(frozen=True)
class Skyscraper(Constraint):
    """Along the line stand `seen` digits that are greater than all before them."""

    kind = "skyscraper"
    seen: int
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        def step(state: tuple[int, int], place: int, value: int) -> tuple[int, int] | None:
            highest, left = state
            if value <= highest:
                return state
            return (value, left - 1) if left else None

        yield Walk(self.path(self.line), (0, self.seen), step, lambda state: state[1] == 0, "view")
