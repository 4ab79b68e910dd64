"""Constraints along a line of cells: thermometers, whispers, renban, palindromes and others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise

from ...errors import ModelError
from ...picture.picture import Circle, Line, Shape
from ..demands import Demand, Digits, OneOf, Pair, Walk
from ..grid_shape import Cells, GridShape, spell_cell
from . import text_fields as text
from .constraint import Constraint, other_third, third_of

__all__ = [
    "BetweenLine",
    "EntropicLine",
    "LockoutLine",
    "ModularLine",
    "Palindrome",
    "Renban",
    "Thermometer",
    "Whispers",
    "ZipperLine",
]


@cache
def _rising(apart: int) -> Callable[[int, int], bool]:
    """Return whether the second value is greater by that much; one function for all that ask so."""
    return lambda v, w: v + apart <= w


@dataclass(frozen=True)
class Thermometer(Constraint):
    """Digits increase from the bulb, the line's first cell; on a slow one they may stay level.

    >>> Thermometer("R1C1-R1C3").holds("124. .... .... ....")
    True
    >>> Thermometer("R1C1-R1C3").to_text()
    'Thermo~R1C1~R1C2~R1C3'
    """

    kind = "thermometer"
    words = ("Thermo",)
    line: Cells
    slow: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line, 2)
        rise, spare = (0, grid.size - 1) if self.slow else (1, grid.size - len(line))
        if spare < 0:
            raise ModelError(f"{len(line)} cells, expected at most {grid.size}")
        if not self.slow:
            for k, cell in enumerate(line):
                yield OneOf(cell, range(grid.first + k, grid.first + k + 1 + spare))
        for (i, low), (j, high) in combinations(enumerate(line), 2):
            yield Pair(low, high, _rising(rise * (j - i)))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        line = self.path(self.line)
        yield Line(line, "slow thermometer" if self.slow else "thermometer", title=self.title)
        yield Circle(line[0], "bulb", title=self.title)


@dataclass(frozen=True)
class Whispers(Constraint):
    """Neighbours on the line differ by `difference` or more: 5 in German whispers, 4 in Dutch.

    In a constraint string the difference stands before the cells; without one it is 5.

    >>> Whispers("R1C1-R1C3", difference=2).holds("142. .... .... ....")
    True
    >>> Whispers("R1C1-R1C3", difference=2).to_text()
    'Whisper~2~R1C1~R1C2~R1C3'
    """

    kind = "whispers"
    words = ("Whisper",)
    line: Cells
    difference: int = 5

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        def far(v: int, w: int) -> bool:
            return abs(v - w) >= self.difference

        for cell, other in pairwise(self.path(self.line, 2, once=False)):
            if cell == other:
                raise ModelError(f"{spell_cell(cell)} behind itself, expected another cell")
            yield Pair(cell, other, far)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if given and given[0].isdecimal():
            return [cls(text.cells(given[1:]), text.number(given))]
        return [cls(text.cells(given))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("Whisper", self.difference, self.path(self.line, once=False))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        german = 2 * self.difference >= grid.size
        line = self.path(self.line, once=False)
        yield Line(line, "whispers" if german else "Dutch whispers", title=self.title)


@dataclass(frozen=True)
class Renban(Constraint):
    """The line holds consecutive digits in any order, each once.

    >>> Renban("R1C1-R1C3").holds("243. .... .... ....")
    True
    >>> Renban("R1C1-R1C3").to_text()
    'Renban~R1C1~R1C2~R1C3'
    """

    kind = "renban"
    words = ("Renban",)
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line)
        if len(line) > grid.size:
            raise ModelError(f"{len(line)} cells, expected at most {grid.size}")
        runs = [
            tuple(range(k, k + len(line))) for k in range(grid.first, grid.last - len(line) + 2)
        ]
        yield Digits(line, tuple(runs), "run")

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Line(self.path(self.line), "renban", title=self.title)


@dataclass(frozen=True)
class Palindrome(Constraint):
    """The line reads the same from both ends.

    >>> Palindrome("R1C1 R1C2 R2C3").holds("12.. ..1. .... ....")
    True
    >>> Palindrome("R1C1 R1C2 R2C3").to_text()
    'Palindrome~R1C1~R1C2~R2C3'
    """

    kind = "palindrome"
    words = ("Palindrome",)
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line, 2)
        for cell, other in list(zip(line, reversed(line), strict=True))[: len(line) // 2]:
            yield Pair(cell, other, int.__eq__)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Line(self.path(self.line), "palindrome", title=self.title)


@dataclass(frozen=True)
class BetweenLine(Constraint):
    """The digits of the line are strictly between those of its two ends.

    >>> BetweenLine("R1C1-R1C3").holds("413. .... .... ....")
    False
    >>> BetweenLine("R1C1-R1C3").to_text()
    'Between~R1C1~R1C2~R1C3'
    """

    kind = "between line"
    words = ("Between",)
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        first, *middle, last = self.path(self.line, 3)

        def step(ends: tuple[int, ...], place: int, value: int) -> tuple[int, ...] | None:
            if place < 2:
                return tuple(sorted((*ends, value)))
            return ends if ends[0] < value < ends[1] else None

        yield Walk((first, last, *middle), (), step, lambda ends: True, kind=self.kind)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        line = self.path(self.line)
        yield Line(line, "between", title=self.title)
        for end in (line[0], line[-1]):
            yield Circle(end, "ring", title=self.title)


@dataclass(frozen=True)
class ZipperLine(Constraint):
    """Pairs equally far from the middle add up to the middle cell or, where none is, to one sum.

    >>> ZipperLine("R1C1-R1C3").holds("142. .... .... ....")
    False
    >>> ZipperLine("R1C1-R1C3-R2C3").holds("213. ..2. .... ....")
    True
    >>> ZipperLine("R1C1-R1C3").to_text()
    'Zipper~R1C1~R1C2~R1C3'
    """

    kind = "zipper line"
    words = ("Zipper",)
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line, 3)
        half = len(line) // 2
        pairs = list(zip(line[:half], reversed(line), strict=False))
        inmost = line[half : len(line) - half] or pairs.pop()

        def step(left: int, place: int, value: int) -> int | None:
            if place < len(inmost):
                return left + value
            return left - value if value <= left else None

        kind = self.kind, len(inmost)
        for pair in pairs:
            yield Walk((*inmost, *pair), 0, step, lambda left: left == 0, kind=kind)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Line(self.path(self.line), "zipper", title=self.title)


@dataclass(frozen=True)
class LockoutLine(Constraint):
    """No digit of the line is between its two ends, or like one; these differ by `difference`.

    They may differ by more. In a constraint string the difference stands before the cells.

    >>> LockoutLine("R1C1-R1C4", difference=2).holds("2341 .... .... ....")
    False
    >>> LockoutLine("R1C1-R1C4").to_text()
    'Lockout~4~R1C1~R1C2~R1C3~R1C4'
    """

    kind = "lockout line"
    words = ("Lockout",)
    line: Cells
    difference: int = 4

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        first, *middle, last = self.path(self.line, 3)

        def step(ends: tuple[int, ...], place: int, value: int) -> tuple[int, ...] | None:
            if place == 0:
                return (value,)
            if place == 1:
                apart = abs(ends[0] - value) >= self.difference
                return tuple(sorted((*ends, value))) if apart else None
            return ends if not ends[0] <= value <= ends[1] else None

        kind = self.kind, self.difference
        yield Walk((first, last, *middle), (), step, lambda ends: True, kind=kind)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        return [cls(text.cells(given[1:]), text.number(given))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("Lockout", self.difference, self.path(self.line))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        line = self.path(self.line)
        yield Line(line, "between", title=self.title)
        for end in (line[0], line[-1]):
            yield Circle(end, "ring", title=self.title)


@dataclass(frozen=True)
class ModularLine(Constraint):
    """So many neighbours on the line as `modulus` says leave different remainders by it.

    In a constraint string the modulus stands before the cells.

    >>> ModularLine("R1C1-R1C4").holds("1324 .... .... ....")
    True
    >>> ModularLine("R1C1-R1C4").to_text()
    'Modular~3~R1C1~R1C2~R1C3~R1C4'
    """

    kind = "modular line"
    words = ("Modular",)
    line: Cells
    modulus: int = 3

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        if self.modulus < 1:
            raise ModelError(f"a modulus of {self.modulus}, expected 1 or more")
        line = self.path(self.line, 2)
        for apart in range(1, min(self.modulus, len(line) - 1) + 1):
            allows = _alike if apart == self.modulus else _unlike
            for cell, other in zip(line, line[apart:], strict=False):
                yield Pair(cell, other, allows(self.modulus))

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        return [cls(text.cells(given[1:]), text.number(given))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("Modular", self.modulus, self.path(self.line))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Line(self.path(self.line), "zipper", title=self.title)


@cache
def _alike(modulus: int) -> Callable[[int, int], bool]:
    return lambda v, w: v % modulus == w % modulus


@cache
def _unlike(modulus: int) -> Callable[[int, int], bool]:
    return lambda v, w: v % modulus != w % modulus


@dataclass(frozen=True)
class EntropicLine(Constraint):
    """Of three neighbours on the line one is low, one middle, one high: a third of the digits each.

    >>> EntropicLine("R1C1-R1C4").holds("135246 ...... ...... ...... ...... ......")
    True
    >>> EntropicLine("R1C1-R1C4").to_text()
    'Entropic~R1C1~R1C2~R1C3~R1C4'
    """

    kind = "entropic line"
    words = ("Entropic",)
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        differ = other_third(grid.first, third_of(grid))
        line = self.path(self.line, 2)
        for apart in (1, 2):
            for cell, other in zip(line, line[apart:], strict=False):
                yield Pair(cell, other, differ)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Line(self.path(self.line), "renban", title=self.title)
