"""Constraints that count: how often digits stand in some cells, how many different ones do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import ModelError
from ...picture.picture import Cage as Frame
from ...picture.picture import Circle, Shape
from ..demands import Demand, Digits, OneOf, Pair, Walk
from ..grid_shape import Cell, Cells, GridShape, spell_cell
from . import text_fields as text
from .constraint import Constraint
from .found_regions import RegionsSeen, SameRegion

MOST_VALUES = 12  # with more, there are too many sets of digits that fill the circles

__all__ = ["Contains", "CountDistinct", "CountingCircles", "LookAndSay", "SameDigits"]


@dataclass(frozen=True)
class Contains(Constraint):
    """Each of the values stands in the cells as often as it is listed, or more unless `exactly`.

    >>> Contains("R1C1-R1C3", [1, 3]).holds("132. .... .... ....")
    True
    >>> Contains("R1C1-R1C3", [1, 3]).to_text()
    'ContainAtLeast~1_3~R1C1~R1C2~R1C3'
    """

    kind = "contains"
    words = ("ContainAtLeast", "ContainExact")
    cells: Cells
    values: Sequence[int]
    exactly: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        grid.require_values(self.values)
        cells = self.path(self.cells)
        for value, count in Counter(self.values).items():
            yield _counted(cells, value, count, len(cells) if not self.exactly else count)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        listed = given[0].split("_") if given else []
        values = tuple(text.number(listed, place) for place in range(max(len(listed), 1)))
        return [cls(text.cells(given[1:]), values, word == "ContainExact")]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        listed = "_".join(map(str, self.values))
        yield text.word(self.words[self.exactly], listed, self.path(self.cells))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        label = ("=" if self.exactly else "") + ",".join(map(str, self.values))
        yield Frame(tuple(sorted(self.path(self.cells))), label, "cage", title=self.title)


def _counted(cells: tuple[Cell, ...], value: int, low: int, high: int) -> Walk:
    """Return that a value stands in the cells from `low` to `high` times."""

    def step(count: int, place: int, digit: int) -> int | None:
        count += digit == value
        further = len(cells) - 1 - place
        if high >= len(cells):
            return min(count, low)
        return count if low - further <= count <= high else None

    kind = ("counted", value, low, high)
    return Walk(cells, 0, step, lambda count: low <= count <= high, f"count of {value}", kind)


@dataclass(frozen=True)
class LookAndSay(Constraint):
    """The `clue` is counts and digits in turn: 1, 3, 2, 4 says just one 3 and just two 4s.

    In a constraint string they are one number.

    >>> LookAndSay([1, 3, 2, 4], "R1C1 R1C2 R2C1").holds("34.. 4... .... ....")
    True
    >>> LookAndSay([1, 3, 2, 4], "R1C1 R1C2 R2C1").to_text()
    'LookAndSay~1324~R1C1~R1C2~R2C1'
    """

    kind = "look-and-say"
    words = ("LookAndSay",)
    clue: Sequence[int]
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        counts, values = self.clue[::2], self.clue[1::2]
        if len(counts) != len(values) or not values or min(counts) < 0:
            raise ModelError("a clue, expected counts and digits in turn")
        if len(set(values)) < len(values):
            raise ModelError("a digit twice in the clue, expected each once")
        grid.require_values(values)
        cells = self.path(self.cells)
        for count, value in zip(counts, values, strict=True):
            yield _counted(cells, value, count, count)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        digits = given[0] if given else ""
        if not (digits.isascii() and digits.isdecimal()):
            raise ModelError(f"{digits or 'nothing'}, expected counts and digits such as 1324")
        return [cls(tuple(map(int, digits)), text.cells(given[1:]))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("LookAndSay", "".join(map(str, self.clue)), self.path(self.cells))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        label = "".join(map(str, self.clue))
        yield Frame(tuple(sorted(self.path(self.cells))), label, "cage", title=self.title)


@dataclass(frozen=True)
class CountDistinct(Constraint):
    """The digit in `cell` says how many different digits are in the others.

    In a constraint string it is the first cell.

    >>> CountDistinct("R1C1", "R1C2 R1C3 R2C1").holds("2343 3... .... ....")
    True
    >>> CountDistinct("R1C1", "R1C2 R1C3 R2C1").to_text()
    'CountDistinct~R1C1~R1C2~R1C3~R2C1'
    """

    kind = "count distinct"
    words = ("CountDistinct",)
    cell: Cells
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        (control, *further), cells = self.path(self.cell), self.path(self.cells)
        if further:
            raise ModelError(f"{1 + len(further)} cells that count, expected one")
        if control in cells:
            raise ModelError(f"{spell_cell(control)} counts itself, expected other cells")

        def step(seen: int, place: int, value: int) -> int | None:
            if place < len(cells):
                return seen | 1 << (value - grid.first)
            return -1 if value == seen.bit_count() else None

        yield Walk((*cells, control), 0, step, lambda seen: seen == -1, kind=self.kind)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if any(map(text.is_place, given[1:])):
            return RegionsSeen.from_text(word, given, grid)
        return [cls(text.cells(given[:1]), text.cells(given[1:]))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("CountDistinct", self.path(self.cell), self.path(self.cells))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Circle(self.path(self.cell)[0], "ring", title=self.title)
        yield Frame(tuple(sorted(self.path(self.cells))), "", "cage", title=self.title)


@dataclass(frozen=True)
class CountingCircles(Constraint):
    """A digit that stands in one of the cells stands in so many of them as it says.

    >>> CountingCircles("R1C1 R1C2 R2C3").holds("12.. ..2. .... ....")
    True
    >>> CountingCircles("R1C1 R1C2 R2C3").to_text()
    'CountingCircles~R1C1~R1C2~R2C3'
    """

    kind = "counting circles"
    words = ("CountingCircles",)
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells = self.path(self.cells)
        fitting = [value for value in grid.values if 0 < value <= len(cells)]
        for cell in cells:
            yield OneOf(cell, fitting)
        if grid.size <= MOST_VALUES:
            yield Digits(cells, _full_circles(tuple(fitting), len(cells)), "circled")
        else:
            for value in fitting:
                yield _none_or_all(cells, value)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for cell in self.path(self.cells):
            yield Circle(cell, "ring", title=self.title)


def _full_circles(values: tuple[int, ...], count: int) -> tuple[tuple[int, ...], ...]:
    """Return the digits in so many circles: each of some values as often as it says."""
    partials: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for value in values:
        partials += [
            ((*held, value), total + value) for held, total in partials if total + value <= count
        ]
    return tuple(
        tuple(v for v in held for _ in range(v)) for held, total in partials if total == count
    )


def _none_or_all(cells: tuple[Cell, ...], value: int) -> Walk:
    """Return that a value stands in none of the cells or in as many as it says."""

    def step(count: int, place: int, digit: int) -> int | None:
        count += digit == value
        further = len(cells) - 1 - place
        return count if count <= value and (not count or count + further >= value) else None

    def accepts(count: int) -> bool:
        return count in (0, value)

    return Walk(cells, 0, step, accepts, f"count of {value}", ("circles", value))


@dataclass(frozen=True)
class SameDigits(Constraint):
    """The groups of cells, all of one size, hold the same digits, in any order.

    In a constraint string the first field says how many groups there are.

    >>> SameDigits(["R1C1 R1C2", "R3C3 R3C4"]).holds("34.. .... ..43 ....")
    True
    >>> SameDigits(["R1C1 R1C2", "R3C3 R3C4"]).to_text()
    'SameValues~2~R1C1~R1C2~R3C3~R3C4'
    """

    kind = "same digits"
    words = ("SameValues",)
    groups: Sequence[Cells]

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        groups = [self.path(group) for group in self.groups]
        if len(groups) < 2 or len(set(map(len, groups))) > 1:
            raise ModelError(f"{len(groups)} groups, expected two or more of one size")
        first, *others = groups
        for other in others:
            grid.require((*first, *other))
            mine, theirs = set(first) - set(other), set(other) - set(first)
            if len(mine) == 1:
                yield Pair(mine.pop(), theirs.pop(), int.__eq__)
            elif mine:
                for value in grid.values:
                    yield _as_often(tuple(sorted(mine)), tuple(sorted(theirs)), value)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if any(map(text.is_place, given)):
            return SameRegion.from_text(word, given, grid)
        count, cells = text.number(given), text.cells(given[1:])
        if not count or len(cells) % count:
            raise ModelError(f"{len(cells)} cells in {count} groups, expected groups of one size")
        size = len(cells) // count
        return [cls(tuple(cells[k : k + size] for k in range(0, len(cells), size)))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("SameValues", len(self.groups), *map(self.path, self.groups))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for group in self.groups:
            yield Frame(tuple(sorted(self.path(group))), "", "cage", title=self.title)


def _as_often(first: tuple[Cell, ...], second: tuple[Cell, ...], value: int) -> Walk:
    """Return that a value stands in two sets of cells as often as in the other."""

    def step(more: int, place: int, digit: int) -> int | None:
        if digit == value:
            more += 1 if place < len(first) else -1
        return more if 0 <= more <= len(first) + len(second) - 1 - place else None

    kind = ("as often", len(first), value)
    return Walk((*first, *second), 0, step, lambda more: more == 0, f"count of {value}", kind)
