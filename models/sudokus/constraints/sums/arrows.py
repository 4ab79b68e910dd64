"""Arrows: the digits of a line add up to what stands in a circle, or at its ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ....errors import ModelError
from ....picture.shapes import Circle, Line, Shape
from ...cells import Cells
from ...demands import Demand, Walk
from ...grid_shape import GridShape
from .. import text_fields as text
from ..constraint import Constraint
from ..marked_cells import Candidates
from .summed import in_parts, summed

__all__ = ["Arrow", "DoubleArrow"]


@dataclass(frozen=True)
class Arrow(Constraint):
    """The line adds up to the circle; one of several cells is a pill: the digits of one number.

    Digits may repeat on the line. A pill is read in the order of its cells. In a constraint string
    the first field of `PillArrow` says how many cells, 2 or 3, are the pill, which is read from
    left to right, or down.

    >>> Arrow("R1C1 R1C2", "R2C1-R2C4").holds("12.. 4332 .... ....")
    True
    >>> Arrow("R1C1 R1C2", "R2C1-R2C4").to_text(4)
    'PillArrow~2~R1C1~R1C2~R2C1~R2C2~R2C3~R2C4'
    """

    kind = "arrow"
    words = ("Arrow", "PillArrow")
    circle: Cells
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        circle = self.path(self.circle)
        cells = self.path((*circle, *self.path(self.line)))
        tens = [10**k for k in range(len(circle))][::-1]
        counts = [*tens, *[-1] * (len(cells) - len(circle))]
        yield summed(dict(zip(cells, counts, strict=True)), 0, grid, "line")

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if word == "Arrow":
            return [cls(text.cells(given[:1]), text.cells(given[1:]))]
        length = text.number(given)
        if length not in (2, 3):
            raise ModelError(f"a pill of {length} cells, expected 2 or 3")
        cells = text.cells(given[1:])
        pill = tuple(sorted(cells[:length]))  # read from left to right, or down
        for (row, col), (further, right) in pairwise(pill):
            if (further - row, right - col) not in ((0, 1), (1, 0), (1, 1)):
                raise ModelError("a pill that is no way right or down, expected one")
        # Only the first may be a number of several digits itself.
        digits = Candidates(pill[1:], tuple(range(grid.first, min(grid.last, 9) + 1)))
        return [cls(pill, cells[length:]), *([digits] if grid.last > 9 else [])]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        circle, line = self.path(self.circle), self.path(self.line)
        if len(circle) == 1:
            yield text.word("Arrow", circle, line)
        else:
            yield text.word("PillArrow", len(circle), circle, line)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        circle, line = self.path(self.circle), self.path(self.line)
        yield Line((circle[-1], *line), "arrow", title=self.title)
        if len(circle) == 1:
            yield Circle(circle[0], "ring", title=self.title)
        else:
            yield Line(circle, "pill", title=self.title)


@dataclass(frozen=True)
class DoubleArrow(Constraint):
    """What is between the ends of the line adds up to the sum of the ends.

    >>> DoubleArrow("R1C1-R1C4").holds("1423 .... .... ....")
    False
    >>> DoubleArrow("R1C1-R1C4").to_text()
    'DoubleArrow~R1C1~R1C2~R1C3~R1C4'
    """

    kind = "double arrow"
    words = ("DoubleArrow",)
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        first, *middle, last = self.path(self.line, 3)

        def step(left: int, place: int, value: int) -> int | None:
            if place < 2:
                return left + value
            return left - value if value <= left else None

        cells = (first, last, *middle)
        weights = {**dict.fromkeys(middle, -1), first: 1, last: 1}
        parts = in_parts(weights, 0, grid) if len(weights) == len(cells) else None
        yield Walk(cells, 0, step, lambda left: left == 0, kind=self.kind, parts=parts)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        line = self.path(self.line)
        yield Line(line, "double arrow", title=self.title)
        for end in (line[0], line[-1]):
            yield Circle(end, "ring", title=self.title)
