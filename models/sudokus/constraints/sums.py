"""Constraints that add digits up: cages, arrows, sandwiches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...errors import ModelError
from ..cells import Cell, Cells
from ..demands import Demand, Different, Digits, Walk
from ..grid_shape import GridShape
from .constraint import Constraint

__all__ = [
    "Arrow",
    "Cage",
    "DoubleArrow",
    "Sandwich",
]

MOST_SETS = 5000  # a cage with more sets of digits is summed cell by cell


@dataclass(frozen=True)
class Cage(Constraint):
    """The digits of the cells add up to `sum`, and none stands twice unless `repeats`.

    sum  None: no sum is given. With `repeats` this is a little killer's diagonal, too.
    """

    kind = "cage"
    sum: int | None
    cells: Cells
    repeats: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells = self.path(self.cells)
        if not self.repeats and len(cells) > grid.size:
            raise ModelError(f"{len(cells)} cells, expected at most {grid.size}")
        if self.sum is None:
            if not self.repeats and len(cells) > 1:
                yield Different(cells)
            return
        sets = None if self.repeats else _sets_summing(grid.size, len(cells), self.sum)
        if sets is None:
            yield _sum_walk(cells, self.sum, grid.size, "sum")
            if not self.repeats:
                yield Different(cells)
            return
        yield Digits(cells, tuple(sets), f"sum {self.sum}")


def _sets_summing(size: int, count: int, total: int) -> list[tuple[int, ...]] | None:
    """Return the sets of `count` values up to `size` that add up to `total`; None if too many.

    Any sum between those of the least and of the greatest values can be reached, so no set that is
    begun here leads to nothing.
    """
    found: list[tuple[int, ...]] = []
    begun: list[tuple[tuple[int, ...], int]] = [((), total)]
    while begun:
        values, left = begun.pop()
        more = count - len(values)
        if not more:
            found.append(values)
            if len(found) > MOST_SETS:
                return None
            continue
        further = more - 1
        for value in range(size - further, values[-1] if values else 0, -1):
            rest = left - value
            least = further * (2 * value + 1 + further) // 2
            if least <= rest <= further * (2 * size + 1 - further) // 2:
                begun.append(((*values, value), rest))
    return found


def _sum_walk(cells: tuple[Cell, ...], total: int, size: int, what: str) -> Walk:
    def step(left: int, place: int, value: int) -> int | None:
        behind, further = left - value, len(cells) - 1 - place
        return behind if further <= behind <= further * size else None

    return Walk(cells, total, step, lambda left: left == 0, what)


@dataclass(frozen=True)
class Arrow(Constraint):
    """The digits of the line add up to the number in the circle; they may repeat.

    circle  one cell, or a pill of several: a number of several digits, read in that order
    """

    kind = "arrow"
    circle: Cells
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        circle = self.path(self.circle)
        cells = self.path((*circle, *self.path(self.line)))
        head = len(circle)

        def step(left: int, place: int, value: int) -> int | None:
            if place < head:
                return 10 * left + value
            return left - value if value <= left else None

        yield Walk(cells, 0, step, lambda left: left == 0)


@dataclass(frozen=True)
class DoubleArrow(Constraint):
    """The digits between the two ends of the line add up to the sum of the ends."""

    kind = "double arrow"
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        first, *middle, last = self.path(self.line, 3)

        def step(left: int, place: int, value: int) -> int | None:
            if place < 2:
                return left + value
            return left - value if value <= left else None

        yield Walk((first, last, *middle), 0, step, lambda left: left == 0)


@dataclass(frozen=True)
class Sandwich(Constraint):
    """The digits between the 1 and the greatest digit, on a row or column, add up to `sum`."""

    kind = "sandwich"
    sum: int
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        crusts = (1, grid.size)

        def step(state: tuple[int, int], place: int, value: int) -> tuple[int, int] | None:
            seen, total = state  # the first crust, or 0, or -1 behind the second
            if value in crusts:
                if seen in (value, -1) or (seen and total != self.sum):
                    return None
                return (-1, 0) if seen else (value, 0)
            if seen > 0:
                return (seen, total + value) if total + value <= self.sum else None
            return state

        line = self.path(self.line, 2)
        yield Walk(line, (0, 0), step, lambda state: state[0] == -1, f"sum {self.sum}")
