"""Constraints on single cells and on pairs: parity, signs and dots between cells, clones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import ModelError
from ..cells import Cells
from ..demands import Demand, OneOf, Pair
from ..grid_shape import BESIDE, GridShape
from .constraint import Constraint, consecutive, two_of

__all__ = [
    "XV",
    "Candidates",
    "Clone",
    "Even",
    "Kropki",
    "Less",
    "Odd",
]


@dataclass(frozen=True)
class Candidates(Constraint):
    """Each of the cells holds one of the values."""

    kind = "candidates"
    cells: Cells
    values: Sequence[int]

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for value in self.values:
            if value not in grid.values:
                raise ModelError(f"{value!r}, expected 1 to {grid.size}")
        for cell in self.path(self.cells):
            yield OneOf(cell, tuple(sorted(set(self.values))))


@dataclass(frozen=True)
class Odd(Constraint):
    """Each of the cells holds an odd digit."""

    kind = "odd"
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for cell in self.path(self.cells):
            yield OneOf(cell, grid.values[0::2])


@dataclass(frozen=True)
class Even(Constraint):
    """Each of the cells holds an even digit."""

    kind = "even"
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for cell in self.path(self.cells):
            yield OneOf(cell, grid.values[1::2])


@dataclass(frozen=True)
class Less(Constraint):
    """The first of the two cells holds less than the second."""

    kind = "inequality"
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        yield Pair(*two_of(self.path(self.cells, 2)), lambda v, w: v < w)


@dataclass(frozen=True)
class Kropki(Constraint):
    """Dots between pairs of cells: white, digits that differ by one; black, one twice the other.

    all_shown  no other neighbours, along rows and columns, differ by one or are double
    """

    kind = "kropki"
    whole = True
    white: Sequence[Cells] = ()
    black: Sequence[Cells] = ()
    all_shown: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        dots = [two_of(self.path(pair, 2)) for pair in (*self.white, *self.black)]
        for number, (one, other) in enumerate(dots):
            yield Pair(one, other, consecutive if number < len(self.white) else _double)
        if self.all_shown:
            shown = set(map(frozenset, dots))
            for pair in grid.neighbours(BESIDE):
                if frozenset(pair) not in shown:
                    yield Pair(*pair, lambda v, w: not consecutive(v, w) and not _double(v, w))


def _double(v: int, w: int) -> bool:
    return w in (2 * v, v / 2)


@dataclass(frozen=True)
class XV(Constraint):
    """Signs between pairs of cells: at an x they add up to 10, at a v to 5.

    all_shown  no other neighbours, along rows and columns, add up to 5 or 10
    """

    kind = "xv"
    whole = True
    x: Sequence[Cells] = ()
    v: Sequence[Cells] = ()
    all_shown: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        signs = [two_of(self.path(pair, 2)) for pair in (*self.x, *self.v)]
        for number, pair in enumerate(signs):
            total = 10 if number < len(self.x) else 5
            yield Pair(*pair, lambda v, w, total=total: v + w == total)  # type: ignore[misc]
        if self.all_shown:
            shown = set(map(frozenset, signs))
            for pair in grid.neighbours(BESIDE):
                if frozenset(pair) not in shown:
                    yield Pair(*pair, lambda v, w: v + w not in (5, 10))


@dataclass(frozen=True)
class Clone(Constraint):
    """The cells hold the same digits as the `copy`, one by one in their order."""

    kind = "clone"
    cells: Cells
    copy: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells, copy = self.path(self.cells), self.path(self.copy)
        if len(cells) != len(copy):
            raise ModelError(f"a copy of {len(copy)} cells, expected {len(cells)} as in the clone")
        for one, other in zip(cells, copy, strict=True):
            grid.require((one, other))
            if one != other:
                yield Pair(one, other, int.__eq__)
