"""Signs between two cells: inequalities, sums of five and ten, dots with numbers or without."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ...errors import ModelError
from ...picture.picture import Circle, Shape, Text, linked, middle
from ..demands import Demand, Pair
from ..grid_shape import BESIDE, Cell, Cells, GridShape
from . import text_fields as text
from .constraint import Constraint, consecutive, two_of

__all__ = ["XV", "Difference", "DotsShown", "Kropki", "Less", "Ratio"]


@dataclass(frozen=True)
class Less(Constraint):
    """The first of two cells holds less than the second.

    In a constraint string each cell of `GreaterThan` is greater than its neighbours further down
    the list.

    >>> Less("R1C1 R1C2").holds("34.. .... .... ....")
    True
    >>> Less("R1C1 R1C2").to_text()
    'GreaterThan~R1C2~R1C1'
    """

    kind = "inequality"
    words = ("GreaterThan",)
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        yield Pair(*two_of(self.path(self.cells, 2)), lambda v, w: v < w)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        return [cls((other, cell)) for cell, other in text.neighbours(given)]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("GreaterThan", self.path(self.cells)[::-1])

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        low, high = two_of(self.path(self.cells, 2))
        yield from linked(low, high, self.title)
        signs = ("<", ">") if low[0] == high[0] else ("∧", "∨")
        sign = signs[low > high]
        yield Text(middle(low, high), sign, "sign", title=self.title, between=(low, high))


@dataclass(frozen=True)
class Kropki(Constraint):
    """Dots between pairs: at a white one digits differ by one, at a black one is double the other.

    `all_shown`: no other neighbours, along rows and columns, differ by one or are double. In a
    constraint string all neighbours among the cells of a word are meant.

    >>> Kropki(white=["R1C1 R1C2"], black=["R1C2 R2C2"]).holds("34.. .2.. .... ....")
    True
    >>> Kropki(white=["R1C1 R1C2"], all_shown=True).to_text()
    'WhiteDot~R1C1~R1C2.StrictKropki'
    """

    kind = "kropki"
    whole = True
    words = ("WhiteDot", "BlackDot")
    small_words = ("StrictKropki",)
    joins = True
    white: Sequence[Cells] = ()
    black: Sequence[Cells] = ()
    all_shown: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        dots = [two_of(self.path(pair, 2)) for pair in (*self.white, *self.black)]
        for number, (cell, other) in enumerate(dots):
            yield Pair(cell, other, consecutive if number < len(self.white) else _double)
        if self.all_shown:
            for pair in _without(dots, grid):
                yield Pair(*pair, _needs_no_dot)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if word == "StrictKropki":
            text.no_fields(given)
            return [cls(all_shown=True)]
        pairs = tuple(text.neighbours(given))
        return [cls(white=pairs) if word == "WhiteDot" else cls(black=pairs)]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        for word, pairs in zip(self.words, (self.white, self.black), strict=True):
            for pair in pairs:
                yield text.word(word, self.path(pair))
        if self.all_shown:
            yield "StrictKropki"

    @classmethod
    def join(cls, parts: Sequence[Constraint]) -> Constraint | None:  # noqa: D102
        own_parts = [part for part in parts if isinstance(part, Kropki)]
        return cls(
            _each_once(part.white for part in own_parts),
            _each_once(part.black for part in own_parts),
            any(part.all_shown for part in own_parts),
        )

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for number, pair in enumerate((*self.white, *self.black)):
            cells = two_of(self.path(pair))
            yield from linked(*cells, self.title)
            role: Literal["white", "black"] = "white" if number < len(self.white) else "black"
            yield Circle(middle(*cells), role, title=self.title, between=cells)

    @property
    def note(self) -> str:  # noqa: D102
        return "all dots are shown" if self.all_shown else ""


def _needs_no_dot(v: int, w: int) -> bool:
    return not consecutive(v, w) and not _double(v, w)


def _double(v: int, w: int) -> bool:
    return w in (2 * v, v / 2)


@dataclass(frozen=True)
class XV(Constraint):
    """Signs between pairs: at an x the digits add up to 10, at a v to 5.

    `all_shown`: no other neighbours, along rows and columns, add up to 5 or 10. In a constraint
    string all neighbours among the cells of a word are meant.

    >>> XV(v=["R1C1 R1C2"]).holds("32.. .... .... ....")
    True
    >>> XV(x=["R1C1 R1C2"], v=["R5C5 R6C5"]).to_text()
    'X~R1C1~R1C2.V~R5C5~R6C5'
    """

    kind = "xv"
    whole = True
    words = ("X", "V")
    small_words = ("StrictXV",)
    joins = True
    x: Sequence[Cells] = ()
    v: Sequence[Cells] = ()
    all_shown: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        signs = [two_of(self.path(pair, 2)) for pair in (*self.x, *self.v)]
        for number, pair in enumerate(signs):
            yield Pair(*pair, _sums_to_10 if number < len(self.x) else _sums_to_5)
        if self.all_shown:
            for pair in _without(signs, grid):
                yield Pair(*pair, _needs_no_sign)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if word == "StrictXV":
            text.no_fields(given)
            return [cls(all_shown=True)]
        pairs = tuple(text.neighbours(given))
        return [cls(x=pairs) if word == "X" else cls(v=pairs)]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        for word, pairs in zip(self.words, (self.x, self.v), strict=True):
            for pair in pairs:
                yield text.word(word, self.path(pair))
        if self.all_shown:
            yield "StrictXV"

    @classmethod
    def join(cls, parts: Sequence[Constraint]) -> Constraint | None:  # noqa: D102
        own_parts = [part for part in parts if isinstance(part, XV)]
        return cls(
            _each_once(part.x for part in own_parts),
            _each_once(part.v for part in own_parts),
            any(part.all_shown for part in own_parts),
        )

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for sign, pairs in zip(self.words, (self.x, self.v), strict=True):
            for pair in pairs:
                cells = two_of(self.path(pair))
                yield from linked(*cells, self.title)
                yield Text(middle(*cells), sign, "sign", title=self.title, between=cells)

    @property
    def note(self) -> str:  # noqa: D102
        return "all X and V are shown" if self.all_shown else ""


def _sums_to_10(v: int, w: int) -> bool:
    return v + w == 10


def _sums_to_5(v: int, w: int) -> bool:
    return v + w == 5


def _needs_no_sign(v: int, w: int) -> bool:
    return v + w not in (5, 10)


def _without(shown: Iterable[tuple[Cell, Cell]], grid: GridShape) -> Iterator[tuple[Cell, Cell]]:
    """Yield the neighbours between which nothing is shown."""
    pairs = set(map(frozenset, shown))
    for pair in grid.neighbours(BESIDE):
        if frozenset(pair) not in pairs:
            yield pair


def _each_once(several: Iterable[Sequence[Cells]]) -> tuple[Cells, ...]:
    return tuple(dict.fromkeys(pair for pairs in several for pair in pairs))


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
        yield Pair(*two_of(self.path(self.cells, 2)), lambda v, w: abs(v - w) == by)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        cells = two_of(self.path(self.cells, 2))
        yield from linked(*cells, self.title)
        place = middle(*cells)
        yield Circle(place, "white", title=self.title, between=cells)
        if self.value != 1:
            yield Text(place, str(self.value), "sign", title=self.title, between=cells)


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
        cells = two_of(self.path(self.cells, 2))
        yield from linked(*cells, self.title)
        place = middle(*cells)
        yield Circle(place, "black", title=self.title, between=cells)
        if self.value != 2:
            yield Text(place, f"×{self.value}", "sign", title=self.title, between=cells)


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

        shown = [two_of(self.path(pair, 2)) for pair in self.dots]
        grid.require(cell for pair in shown for cell in pair)
        for pair in _without(shown, grid):
            yield Pair(*pair, apart)

    @property
    def note(self) -> str:  # noqa: D102
        parts = [f"no difference of {value}" for value in self.differences]
        parts += [f"no ratio of {value}" for value in self.ratios]
        return f"{', '.join(parts)} without a dot" if parts else ""
