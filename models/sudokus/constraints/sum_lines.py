"""Lines and groups of cells with equal sums: sum lines, region sum lines, equal sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ...errors import ModelError
from ...picture.shapes import Cage as Frame
from ...picture.shapes import Line, Shape
from ..cells import Cell, Cells
from ..demands import Demand, Walk
from ..grid_shape import GridShape, boxes_of
from . import text_fields as text
from .constraint import Constraint

__all__ = ["EqualSums", "RegionSumLine", "SumLine"]


@dataclass(frozen=True)
class SumLine(Constraint):
    """The line falls into stretches that add up to `sum` each; a `loop` goes on at its beginning.

    In a constraint string the sum stands before the cells, and `LOOP` behind those of a loop.

    >>> SumLine(5, "R1C1-R1C4").holds("1432 .... .... ....")
    True
    >>> SumLine(5, "R1C1-R1C4").to_text()
    'SumLine~5~R1C1~R1C2~R1C3~R1C4'
    """

    kind = "sum line"
    words = ("SumLine",)
    sum: int
    line: Cells
    loop: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        if self.sum < 1:
            raise ModelError(f"a sum of {self.sum}, expected 1 or more")
        # What has been added up since a stretch began, for each place where the first one may.
        begun = range(self.sum) if self.loop else range(1)

        def step(
            sums: tuple[tuple[int, int], ...], place: int, value: int
        ) -> tuple[tuple[int, int], ...] | None:
            further = ((start, now + value) for start, now in sums if now + value <= self.sum)
            return tuple((start, now % self.sum) for start, now in further) or None

        kind = self.kind, self.sum, self.loop
        start = tuple((k, k) for k in begun)
        yield Walk(self.path(self.line), start, step, _is_whole, f"sum {self.sum}", kind)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        loop = bool(given) and given[-1] == "LOOP"
        line = text.cells(given[1:-1] if loop else given[1:])
        return [cls(text.number(given), line, loop)]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        end = ["LOOP"] if self.loop else []
        yield text.word("SumLine", self.sum, self.path(self.line), *end)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        line = self.path(self.line)
        yield Line((*line, line[0]) if self.loop else line, "zipper", title=self.title)

    @property
    def note(self) -> str:  # noqa: D102
        return f"stretches of the {self.kind} add up to {self.sum}"


def _is_whole(sums: tuple[tuple[int, int], ...]) -> bool:
    return any(start == now for start, now in sums)


@dataclass(frozen=True)
class RegionSumLine(Constraint):
    """The stretches of the line in the boxes that it goes through have one sum.

    In a grid without boxes these are the regions of a jigsaw.

    >>> RegionSumLine("R1C2 R1C3").holds("1223 .... .... ....")
    True
    >>> RegionSumLine("R1C2 R1C3").to_text()
    'RegionSumLine~R1C2~R1C3'
    """

    kind = "region sum line"
    words = ("RegionSumLine",)
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line)
        grid.require(line)
        boxes = grid.boxes or boxes_of(*grid.sides, max(grid.sides))[1]
        box_of = {cell: number for number, box in enumerate(boxes) for cell in box}
        stretches = [tuple(cells) for _, cells in groupby(line, key=lambda cell: box_of.get(cell))]
        yield from _equal(stretches, grid)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Line(self.path(self.line), "zipper", title=self.title)

    @property
    def note(self) -> str:  # noqa: D102
        return f"each {self.kind} has one sum in every box"


@dataclass(frozen=True)
class EqualSums(Constraint):
    """The groups of cells have one sum.

    In a constraint string a hyphen stands between two groups.

    >>> EqualSums(["R1C1 R1C2", "R2C3"]).holds("12.. ..3. .... ....")
    True
    >>> EqualSums(["R1C1 R1C2", "R2C3"]).to_text()
    'EqualSum~R1C1~R1C2~-~R2C3'
    """

    kind = "equal sums"
    words = ("EqualSum",)
    groups: Sequence[Cells]

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        yield from _equal([self.path(group) for group in self.groups], grid)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        groups = [tuple(part) for dash, part in groupby(given, key="-".__eq__) if not dash]
        return [cls(tuple(text.cells(group) for group in groups))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        groups = [text.word("", self.path(group))[1:] for group in self.groups]
        yield text.word("EqualSum", "~-~".join(groups))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for group in self.groups:
            yield Frame(tuple(sorted(self.path(group))), "", "sum", title=self.title)


def _equal(groups: Sequence[tuple[Cell, ...]], grid: GridShape) -> Iterator[Demand]:
    """Yield that each group adds up to what the smallest does."""
    if len(groups) < 2:
        return
    least, *others = sorted(groups, key=len)

    for other in others:
        mine, theirs = Counter(least), Counter(other)
        one, two = tuple((mine - theirs).elements()), tuple((theirs - mine).elements())
        if one or two:
            yield _balance(one, two, grid)


def _balance(one: tuple[Cell, ...], two: tuple[Cell, ...], grid: GridShape) -> Walk:
    """Return that both have one sum."""

    def step(left: int, place: int, value: int) -> int | None:
        behind = left + value if place < len(one) else left - value
        further = max(len(one) - 1 - place, 0)
        rest = min(len(two), len(one) + len(two) - 1 - place)
        least = rest * grid.first - further * grid.last
        greatest = rest * grid.last - further * grid.first
        return behind if least <= behind <= greatest else None

    kind = ("equal sums", len(one), len(two))
    return Walk((*one, *two), 0, step, lambda left: left == 0, "sum", kind)
