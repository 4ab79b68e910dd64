"""Constraints on single cells: candidates, parity, clones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import ModelError, excerpt
from ...picture.shapes import Cell as Field
from ...picture.shapes import Circle, Shape, Square, Text
from ..cells import Cell, Cells, cells_of, spell_cell
from ..demands import Demand, OneOf, Pair
from ..grid_shape import GridShape
from . import text_fields as text
from .constraint import Constraint

__all__ = ["Candidates", "Clone", "Even", "Odd"]

_GIVEN = re.compile(r"([^_]*)((?:_[0-9]+)+)")


@dataclass(frozen=True)
class Candidates(Constraint):
    """Each of the cells holds one of the values.

    In a constraint string a cell with its values is a word of its own, and one with a single value
    is a given: `~R5C3_1_2`, `~R5C3_1`.

    >>> Candidates("R1C1 R1C2", [1, 3, 4]).holds("34.. .... .... ....")
    True
    >>> Candidates("R1C1 R1C2", [1, 3, 4]).to_text()
    '~R1C1_1_3_4~R1C2_1_3_4'
    """

    kind = "candidates"
    small_words = ("", "Givens")
    cells: Cells
    values: Sequence[int]

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for value in self.values:
            if value not in grid.values:
                raise ModelError(f"{value!r}, expected 1 to {grid.size}")
        for cell in self.path(self.cells):
            yield OneOf(cell, tuple(sorted(set(self.values))))

    @classmethod
    def from_text(cls, word: str, given: text.Fields, size: int) -> Sequence[Constraint]:  # noqa: D102
        found = []
        for about in filter(None, given):
            match = _GIVEN.fullmatch(about)
            if match is None:
                raise ModelError(f"{excerpt(about)}, expected a given such as R5C3_1")
            values = tuple(int(value[:9]) for value in match[2][1:].split("_"))
            found.append(cls(text.cell_name(match[1]), values))
        return found

    def in_words(self, size: int) -> Iterator[str]:  # noqa: D102
        values = "_".join(map(str, self.values))
        yield text.word("", *(f"{spell_cell(cell)}_{values}" for cell in self.path(self.cells)))

    @property
    def given(self) -> tuple[Cell, int] | None:  # noqa: D102
        if len(self.values) > 1:
            return None
        cells = self.path(self.cells)
        return (cells[0], self.values[0]) if len(cells) == 1 else None

    @classmethod
    def join(cls, parts: Sequence[Constraint]) -> Constraint | None:  # noqa: D102
        cells = [cell for one in parts for cell in cells_of(one.cells)]  # type: ignore[attr-defined]
        if len({one.values for one in parts}) != 1:  # type: ignore[attr-defined]
            return None
        return cls(tuple(cells), parts[0].values)  # type: ignore[attr-defined]

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        values = ("" if grid.size < 10 else " ").join(map(str, self.values))
        for cell in self.path(self.cells):
            yield Text(cell, values, "clue", title=self.title)


@dataclass(frozen=True)
class Odd(Constraint):
    """Each of the cells holds an odd digit.

    >>> Odd("R1C1 R1C2").holds("34.. .... .... ....")
    False
    >>> Odd("R1C1 R1C2").to_text()
    'Odd~R1C1~R1C2'
    """

    kind = "odd"
    words = ("Odd",)
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for cell in self.path(self.cells):
            yield OneOf(cell, grid.values[0::2])

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for cell in self.path(self.cells):
            yield Circle(cell, "shade", title=self.title)


@dataclass(frozen=True)
class Even(Constraint):
    """Each of the cells holds an even digit.

    >>> Even("R1C1 R1C2").holds("42.. .... .... ....")
    True
    >>> Even("R1C1 R1C2").to_text()
    'Even~R1C1~R1C2'
    """

    kind = "even"
    words = ("Even",)
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for cell in self.path(self.cells):
            yield OneOf(cell, grid.values[1::2])

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for cell in self.path(self.cells):
            yield Square(cell, "shade", title=self.title)


@dataclass(frozen=True)
class Clone(Constraint):
    """The cells hold the same digits as the `copy`, one by one in their order.

    >>> Clone("R1C1 R1C2", "R3C3 R3C4").holds("34.. .... ..34 ....")
    True
    >>> print(Clone("R1C1 R1C2", "R3C3 R3C4").to_toml(), end="")
    [[sudoku.clone]]
    cells = "R1C1 R1C2"
    copy = "R3C3 R3C4"
    """

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

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for cell in dict.fromkeys((*self.path(self.cells), *self.path(self.copy))):
            yield Field(cell, "shaded", title=self.title)
