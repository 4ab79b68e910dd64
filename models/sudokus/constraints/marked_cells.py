"""Constraints on marked cells: candidates, parity, clones, quadruples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import ModelError, excerpt
from ...picture.picture import Cell as Field
from ...picture.picture import Circle, Shape, Square, Text, middle
from ..demands import Demand, OneOf, Pair, Walk
from ..grid_shape import Cell, Cells, GridShape, cells_of, spell_cell
from . import text_fields as text
from .constraint import Constraint

__all__ = ["Candidates", "Clone", "Even", "Odd", "Quadruple"]

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
        grid.require_values(self.values)
        for cell in self.path(self.cells):
            yield OneOf(cell, tuple(sorted(set(self.values))))

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        givens = []
        for about in filter(None, given):
            match = _GIVEN.fullmatch(about)
            if match is None:
                raise ModelError(f"{excerpt(about)}, expected a given such as R5C3_1")
            values = tuple(int(value[:9]) for value in match[2][1:].split("_"))
            givens.append(cls(text.cell_name(match[1]), values))
        return givens

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
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
        cells = [cell for part in parts for cell in cells_of(part.cells)]  # type: ignore[attr-defined]
        if len({part.values for part in parts}) != 1:  # type: ignore[attr-defined]
            return None
        return cls(tuple(cells), parts[0].values)  # type: ignore[attr-defined]

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        values = ("" if grid.last < 10 else " ").join(map(str, sorted(set(self.values))))
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
            yield OneOf(cell, [value for value in grid.values if value % 2])

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
            yield OneOf(cell, [value for value in grid.values if value % 2 == 0])

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
        for cell, other in zip(cells, copy, strict=True):
            grid.require((cell, other))
            if cell != other:
                yield Pair(cell, other, int.__eq__)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for cell in dict.fromkeys((*self.path(self.cells), *self.path(self.copy))):
            yield Field(cell, "shaded", title=self.title)


@dataclass(frozen=True)
class Quadruple(Constraint):
    """Each of the values stands in the cells round a corner, as often as it is listed.

    In a constraint string the first field is the upper left one of four cells.

    >>> Quadruple("R1C2 R1C3 R2C2 R2C3", [1, 3]).holds(".13. .24. .... ....")
    True
    >>> Quadruple("R1C2 R1C3 R2C2 R2C3", [1, 3]).to_text()
    'Quad~R1C2~1~3'
    """

    kind = "quadruple"
    words = ("Quad",)
    cells: Cells
    values: Sequence[int]

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells, wanted = self.path(self.cells), tuple(sorted(self.values))
        grid.require_values(wanted)
        if not 1 <= len(wanted) <= len(cells):
            raise ModelError(f"{len(wanted)} values, expected 1 to {len(cells)}")

        def step(left: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
            position = left.index(value) if value in left else len(left)
            return left[:position] + left[position + 1 :]

        yield Walk(cells, wanted, step, lambda left: not left, "quadruple", ("quadruple", wanted))

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if len(given) < 2:
            raise ModelError("expected a cell and values, as in Quad~R3C4~1~5")
        row, col = text.cells(given[:1])[0]
        cells = tuple((row + down, col + right) for down in (0, 1) for right in (0, 1))
        return [cls(cells, tuple(text.number(given, k) for k in range(1, len(given))))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("Quad", self.path(self.cells)[:1], *map(str, self.values))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        cells = self.path(self.cells)
        place = middle(min(cells), max(cells))
        yield Circle(place, "quadruple", title=self.title)
        half = 2 if len(self.values) < 5 else (len(self.values) + 1) // 2
        lines = [self.values[:half], self.values[half:]] if len(self.values) > 2 else [self.values]
        for line, down in zip(lines, (-0.13, 0.13) if len(lines) > 1 else (0.0,), strict=True):
            written = " ".join(map(str, line))
            yield Text((place[0] + down, place[1]), written, "corner", title=self.title)
