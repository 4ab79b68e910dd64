"""Constraints in which a digit says where another one stands: indexing, numbered rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ...errors import ModelError, excerpt
from ...picture.picture import Cell as Field
from ...picture.picture import Circle, Line, Shape
from ..demands import Demand, OneOf, Pair, Walk
from ..grid_shape import Cells, GridShape, boxes_of, spell_cell
from . import text_fields as text
from .constraint import Constraint
from .outside import at_ends, beside, word_at_end

__all__ = ["BoxIndexing", "Indexing", "NumberedRoom", "ValueIndexing"]


@cache
def _goes_with(value: int, other: int) -> Callable[[int, int], bool]:
    """Return whether two digits are both what they are said to be, or both not."""
    return lambda v, w: (v == value) == (w == other)


@dataclass(frozen=True)
class Indexing(Constraint):
    """A digit in column c says in which column of its row c stands; `rows`: for rows in its column.

    In a constraint string `C` or `R` stands before the cells.

    >>> Indexing("R1C1").holds("2143 .... .... ....")
    True
    >>> Indexing("R1C1").to_text()
    'Indexing~C~R1C1'
    """

    kind = "indexing"
    words = ("Indexing",)
    cells: Cells
    rows: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells = self.path(self.cells)
        grid.require(cells)
        for row, col in cells:
            mine = row + 1 if self.rows else col + 1
            line = [(k, col) if self.rows else (row, k) for k in range(grid.sides[not self.rows])]
            yield OneOf((row, col), range(1, len(line) + 1))
            for number, other in enumerate(line, 1):
                if other != (row, col):
                    yield Pair((row, col), other, _goes_with(number, mine))

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if not given or given[0] not in ("C", "R"):
            actual = excerpt(given[0]) if given else "nothing"
            raise ModelError(f"{actual}, expected C or R before the cells")
        return [cls(text.cells(given[1:]), given[0] == "R")]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("Indexing", "R" if self.rows else "C", self.path(self.cells))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for cell in self.path(self.cells):
            yield Field(cell, "shaded", title=self.title)

    @property
    def note(self) -> str:  # noqa: D102
        return f"{self.kind} of {'rows' if self.rows else 'columns'}"


@dataclass(frozen=True)
class BoxIndexing(Constraint):
    """A digit in the n-th cell of a box, or region, says in which cell of it n stands.

    The cells of a box are counted row by row.

    >>> [BoxIndexing("R1C1").holds(f"{box} .... ....") for box in ("32.. 14..", "23.. 14..")]
    [True, False]
    """

    kind = "box indexing"
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells = self.path(self.cells)
        grid.require(cells)
        boxes = [sorted(box) for box in grid.boxes or boxes_of(*grid.sides, max(grid.sides))[1]]
        box_of = {cell: box for box in boxes for cell in box}
        for cell in cells:
            if cell not in box_of:
                raise ModelError(f"{spell_cell(cell)} is in no box, expected one in a box")
            box = box_of[cell]
            mine = box.index(cell) + 1
            yield OneOf(cell, range(1, len(box) + 1))
            for number, other in enumerate(box, 1):
                if other != cell:
                    yield Pair(cell, other, _goes_with(number, mine))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for cell in self.path(self.cells):
            yield Field(cell, "shaded", title=self.title)

    @property
    def note(self) -> str:  # noqa: D102
        return self.kind


@dataclass(frozen=True)
class NumberedRoom(Constraint):
    """The first digit of the line says in which of its cells, from 1, the `digit` stands.

    In a constraint string stand a row or column, the digit for its beginning, and the one for its
    end; one of the two may be left empty or out.

    >>> NumberedRoom(4, "R1C1-R1C4").holds("3142 .... .... ....")
    True
    >>> NumberedRoom(4, "R1C4-R1C1").to_text(4)
    'NumberedRoom~R1~~4'
    """

    kind = "numbered room"
    words = ("NumberedRoom",)
    digit: int
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        first, *others = self.path(self.line)
        grid.require_values([self.digit])
        yield OneOf(first, range(1 if self.digit == 1 else 2, len(others) + 2))
        for number, other in enumerate(others, 2):
            yield Pair(first, other, _says(number, self.digit))

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        pairs = at_ends(given, grid, "the digit", "NumberedRoom~R3~4~6")
        return [cls(digit, line) for digit, line in pairs]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield word_at_end("NumberedRoom", self.digit, self.path(self.line), grid)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield beside(self.path(self.line), str(self.digit), self.title, grid)

    @property
    def note(self) -> str:  # noqa: D102
        return self.kind


@cache
def _says(value: int, other: int) -> Callable[[int, int], bool]:
    """Return whether the second digit is what the first one asks for."""
    return lambda v, w: v != value or w == other


@dataclass(frozen=True)
class ValueIndexing(Constraint):
    """The line's second digit says in which of the cells behind it, from 1, its first stands again.

    >>> ValueIndexing("R1C1 R2C1 R2C2 R2C3").holds("3... 213. .... ....")
    True
    >>> ValueIndexing("R1C1 R2C1 R2C2 R2C3").to_text()
    'ValueIndexing~R1C1~R2C1~R2C2~R2C3'
    """

    kind = "value indexing"
    words = ("ValueIndexing",)
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line, 3, once=False)

        def step(state: tuple[int, ...], place: int, value: int) -> tuple[int, ...] | None:
            if place == 0:
                return (value,)
            if place == 1:
                return (*state, value) if 1 <= value <= len(line) - 2 else None
            if len(state) == 2 and place - 1 == state[1]:
                return () if value == state[0] else None
            return state

        yield Walk(line, (), step, lambda state: not state, kind=(self.kind, len(line)))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        line = self.path(self.line)
        yield Line(line, "arrow", title=self.title)
        yield Circle(line[0], "bulb", title=self.title)
