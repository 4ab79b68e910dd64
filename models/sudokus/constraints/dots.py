"""Dots with numbers between two cells, as in f-puzzles: differences and ratios of any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import ModelError
from ...picture.shapes import Circle, Shape, Text, middle
from ..cells import Cell, Cells
from ..demands import Demand, Pair
from ..grid_shape import BESIDE, GridShape
from .constraint import Constraint, two_of

__all__ = ["Difference", "DotsShown", "Ratio"]


def _differ(v: int, w: int, by: int) -> bool:
    return abs(v - w) == by


def _in_ratio(v: int, w: int, ratio: int) -> bool:
    return v == ratio * w or w == ratio * v


@dataclass(frozen=True)
class Difference(Constraint):
    """The digits of two cells differ by `value`.

    >>> Difference("R1C1 R1C2", 2).holds("31.. .... .... ....")
    True
    >>> print(Difference("R1C1 R1C2", 2).to_toml(), end="")
    [[sudoku.difference]]
    cells = "R1C1 R1C2"
    value = 2
    """

    kind = "difference"
    cells: Cells
    value: int = 1

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        by = self.value
        if not 0 <= by < grid.size:
            raise ModelError(f"a difference of {by}, expected 0 to {grid.size - 1}")
        yield Pair(*two_of(self.path(self.cells, 2)), lambda v, w: _differ(v, w, by))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        place = middle(*two_of(self.path(self.cells, 2)))
        yield Circle(place, "white", title=self.title)
        if self.value != 1:
            yield Text(place, str(self.value), "sign", title=self.title)


@dataclass(frozen=True)
class Ratio(Constraint):
    """The digit of one of two cells is `value` times that of the other.

    >>> Ratio("R1C1 R1C2", 3).holds("31.. .... .... ....")
    True
    >>> print(Ratio("R1C1 R1C2", 3).to_toml(), end="")
    [[sudoku.ratio]]
    cells = "R1C1 R1C2"
    value = 3
    """

    kind = "ratio"
    cells: Cells
    value: int = 2

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        ratio = self.value
        if not 1 <= ratio <= grid.size:
            raise ModelError(f"a ratio of {ratio}, expected 1 to {grid.size}")
        yield Pair(*two_of(self.path(self.cells, 2)), lambda v, w: _in_ratio(v, w, ratio))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        place = middle(*two_of(self.path(self.cells, 2)))
        yield Circle(place, "black", title=self.title)
        if self.value != 2:
            yield Text(place, f"×{self.value}", "sign", title=self.title)


@dataclass(frozen=True)
class DotsShown(Constraint):
    """Neighbours along rows and columns, but at the `dots`, are in none of these relations.

    They differ by none of `differences`, and none is one of `ratios` times the other.

    >>> DotsShown(ratios=[2], dots=["R1C1 R1C2"]).holds("1243 .... .... ....")
    False
    >>> print(DotsShown(ratios=[2], dots=["R1C1 R1C2"]).to_toml(), end="")
    [[sudoku.dots-shown]]
    ratios = [2]
    dots = ["R1C1 R1C2"]
    """

    kind = "dots shown"
    whole = True
    differences: Sequence[int] = ()
    ratios: Sequence[int] = ()
    dots: Sequence[Cells] = ()

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        differences, ratios = frozenset(self.differences), frozenset(self.ratios)

        def apart(v: int, w: int) -> bool:
            return abs(v - w) not in differences and not any(_in_ratio(v, w, k) for k in ratios)

        shown: set[frozenset[Cell]] = {frozenset(two_of(self.path(pair, 2))) for pair in self.dots}
        grid.require(cell for pair in shown for cell in pair)
        for pair in grid.neighbours(BESIDE):
            if frozenset(pair) not in shown:
                yield Pair(*pair, apart)

    @property
    def note(self) -> str:  # noqa: D102
        said = [f"no difference of {value}" for value in self.differences]
        said += [f"no ratio of {value}" for value in self.ratios]
        return f"{', '.join(said)} without a dot" if said else ""
