"""Lines and groups of cells with equal sums: sum lines, region sum lines, equal sums, arrows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from ...errors import ModelError
from ...picture.picture import Cage as Frame
from ...picture.picture import Circle, Line, Shape
from ..demands import Demand, Walk
from ..grid_shape import Cell, Cells, GridShape, boxes_of
from . import text_fields as text
from .cages import in_parts, summed
from .constraint import Constraint
from .marked_cells import Candidates

__all__ = ["Arrow", "DoubleArrow", "EqualSums", "RegionSumLine", "SumLine"]

_OVER = 255  # a sum that a stretch cannot have
_WHOLE = 256  # a beginning of a loop led round it
_LARGEST_OF_LOOP = 254
MOST_TOGETHER = 50_000  # steps of all beginnings of a loop


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
        if self.loop and self.sum > _LARGEST_OF_LOOP:
            fault = f"a sum of {self.sum} on a loop"
            raise ModelError(f"{fault}, expected up to {_LARGEST_OF_LOOP}")
        line, kind = self.path(self.line), (self.kind, self.sum, self.loop)
        name = f"sum {self.sum}"
        if self.loop:
            yield _loop(line, self.sum, grid, name, kind)
            return

        def step(now: int, place: int, value: int) -> int | None:
            return (now + value) % self.sum if now + value <= self.sum else None

        yield Walk(line, 0, step, lambda now: now == 0, name, kind)

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


def _loop(line: tuple[Cell, ...], total: int, grid: GridShape, name: str, kind: Hashable) -> Walk:
    """Return an automaton of a loop: it may begin with any sum below `total` of a stretch.

    It follows all of these beginnings at once if that takes few steps, and else one after the
    other, for which it reads the loop so many times. In the first way a step says more of what is
    left, in the second one the steps grow with the square of `total`, not with 2 to its power.
    """
    steps = {value: _added(value, total) for value in grid.values}
    every = bytes(range(total))

    def together(sums: bytes, place: int, value: int) -> bytes | None:
        now = sums.translate(steps[value])
        return now if now.count(_OVER) < len(now) else None

    # How many steps the beginnings together take; over the limit if they are too many.
    length = len(line)
    states, count = {every}, 0
    for _ in range(length):
        count += len(states) * len(steps)
        if count > MOST_TOGETHER:
            break
        states = {sums.translate(step) for sums in states for step in steps.values()}
        states.discard(bytes([_OVER]) * len(every))
    if count <= MOST_TOGETHER:
        return Walk(line, every, together, _is_whole, name, kind)
    last = len(line) - 1

    def in_turn(now: int, place: int, value: int) -> int:
        if now == _WHOLE:
            return _WHOLE
        begun, here = divmod(place, len(line))
        now = steps[value][now if here else begun]
        if here < last:
            return now
        return _WHOLE if now == begun else _OVER

    return Walk(line * total, _OVER, in_turn, lambda now: now == _WHOLE, name, kind)


def _added(value: int, total: int) -> bytes:
    """Return what each sum of a stretch comes to with a further value."""
    sums = ((now + value) % total if now + value <= total else _OVER for now in range(total))
    return bytes(sums).ljust(256, bytes([_OVER]))


def _is_whole(sums: bytes) -> bool:
    return any(start == now for start, now in enumerate(sums))


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
        first, second = tuple((mine - theirs).elements()), tuple((theirs - mine).elements())
        if first or second:
            yield _balance(first, second, grid)


def _balance(first: tuple[Cell, ...], second: tuple[Cell, ...], grid: GridShape) -> Walk:
    """Return that both have one sum."""

    def step(left: int, place: int, value: int) -> int | None:
        behind = left + value if place < len(first) else left - value
        further = max(len(first) - 1 - place, 0)
        rest = min(len(second), len(first) + len(second) - 1 - place)
        least = rest * grid.first - further * grid.last
        greatest = rest * grid.last - further * grid.first
        return behind if least <= behind <= greatest else None

    kind = ("equal sums", len(first), len(second))
    once = len({*first, *second}) == len(first) + len(second)
    parts = (
        in_parts({**dict.fromkeys(first, 1), **dict.fromkeys(second, -1)}, 0, grid)
        if once
        else None
    )
    return Walk((*first, *second), 0, step, lambda left: left == 0, "sum", kind, parts=parts)


# ---- Arrows --------------------------------------------------------------------------------------
# Arrows: the digits of a line add up to what stands in a circle, or at its ends.


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
