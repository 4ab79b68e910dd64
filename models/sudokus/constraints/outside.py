"""Clues outside the grid, each about a row or column as it is seen from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import ModelError
from ...picture.shapes import Shape, Text
from ..cells import Cell, Cells
from ..demands import Demand, Walk
from ..grid_shape import GridShape
from . import text_fields as text
from .constraint import Constraint

__all__ = ["Sandwich", "Skyscraper"]


@dataclass(frozen=True)
class Sandwich(Constraint):
    """The digits between 1 and the greatest, on a row or column, add up to `sum`.

    >>> Sandwich(5, "R1C1-R1C4").holds("1234 .... .... ....")
    True
    >>> Sandwich(5, "R1C1-R1C4").to_text(4)
    'Sandwich~5~R1'
    """

    kind = "sandwich"
    words = ("Sandwich",)
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

        line, kind = self.path(self.line, 2), ("sandwich", self.sum)
        yield Walk(line, (0, 0), step, lambda state: state[0] == -1, f"sum {self.sum}", kind)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, size: int) -> Sequence[Constraint]:  # noqa: D102
        if len(given) != 2:
            found = f"{len(given)} fields"
            raise ModelError(f"{found}, expected a sum and a line, as in Sandwich~12~R3")
        return [cls(text.number(given), text.side(given[1], size))]

    def in_words(self, size: int) -> Iterator[str]:  # noqa: D102
        yield text.word("Sandwich", self.sum, text.spell_side(self.path(self.line), size))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield _beside(self.path(self.line), str(self.sum), self.title, grid)


@dataclass(frozen=True)
class Skyscraper(Constraint):
    """As many digits as are `seen` are greater than all before them on the line.

    In a constraint string stand a row or column, how many are seen from its beginning, and how many
    from its end; one of the two numbers may be left empty or out.

    >>> Skyscraper(2, "R1C1-R1C4").holds("2143 .... .... ....")
    True
    >>> Skyscraper(2, "R1C4-R1C1").to_text(4)
    'Skyscraper~R1~~2'
    """

    kind = "skyscraper"
    words = ("Skyscraper",)
    seen: int
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        def step(state: tuple[int, int], place: int, value: int) -> tuple[int, int] | None:
            highest, left = state
            if value <= highest:
                return state
            return (value, left - 1) if left else None

        start, kind = (0, self.seen), ("skyscraper", self.seen)
        yield Walk(self.path(self.line), start, step, lambda state: state[1] == 0, "view", kind)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, size: int) -> Sequence[Constraint]:  # noqa: D102
        seen = given[1:]
        if not given or len(seen) > 2 or not any(seen):
            raise ModelError(
                "expected a line, and how many are seen from its beginning, its end or both, "
                "as in Skyscraper~R3~3~6"
            )
        line = text.side(given[0], size)
        found: list[Constraint] = []
        for place, way in enumerate((line, line[::-1])[: len(seen)]):
            if seen[place]:
                count = text.number(seen, place)
                if not count:
                    raise ModelError("0 seen, expected 1 or more")
                found.append(cls(count, way))
        return found

    def in_words(self, size: int) -> Iterator[str]:  # noqa: D102
        line = self.path(self.line)
        if line > line[::-1]:
            yield text.word("Skyscraper", text.spell_side(line[::-1], size), "", self.seen)
        else:
            yield text.word("Skyscraper", text.spell_side(line, size), self.seen)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield _beside(self.path(self.line), str(self.seen), self.title, grid)


def _beside(line: Sequence[Cell], clue: str, title: str, grid: GridShape) -> Text:
    """Return a clue before the first cell of a line, or in it if the place before is a cell too."""
    (row, col), (further, right) = line[0], line[min(1, len(line) - 1)]
    place = (2 * row - further, 2 * col - right)
    if place in grid.cells:
        return Text(line[0], clue, "clue", title=title)
    return Text(place, clue, "outside", title=title)
