"""Cages: cells whose digits add up, killer sudokus and little killers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ...errors import ModelError
from ...picture.shapes import Cage as Frame
from ...picture.shapes import Line, Shape, Text
from ..cells import Cell, Cells, spell_cell
from ..demands import Demand, Different, Digits, OneOf, Walk
from ..grid_shape import GridShape
from . import text_fields as text
from .constraint import Constraint

__all__ = ["Cage", "EqualityCage", "Lunchbox", "RellikCage"]

MOST_SETS = 5000  # a cage with more sets of digits is summed cell by cell


@dataclass(frozen=True)
class Cage(Constraint):
    """The digits add up to `sum` (`None`: any) and differ, unless it `repeats`, as a little killer.

    In a constraint string a sum of 0, or an empty one, is none; `Sum` is a cage that repeats, and
    `LittleKiller` one from a cell of the rim along its diagonal.

    >>> Cage(7, "R1C1 R1C2").holds("34.. .... .... ....")
    True
    >>> Cage(7, "R1C1 R1C2").to_text()
    'Cage~7~R1C1~R1C2'
    """

    kind = "cage"
    words = ("Cage", "Sum")
    small_words = ("AllDifferent", "LittleKiller")
    sum: int | None
    cells: Cells
    repeats: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells = self.path(self.cells)
        if not self.repeats and len(cells) > grid.size:
            raise ModelError(f"{len(cells)} cells, expected at most {grid.size}")
        if self.sum is None:
            if not self.repeats and len(cells) > 1:
                yield Different(cells)
            return
        sets = None if self.repeats else _sets_summing(grid.values, len(cells), self.sum)
        if sets is None:
            yield _sum_walk(cells, self.sum, grid.values, "sum")
            if not self.repeats:
                yield Different(cells)
            return
        yield Digits(cells, sets, f"sum {self.sum}")

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if word == "AllDifferent":
            return [cls(None, text.cells(given))]
        if word == "LittleKiller":
            if len(given) != 2:
                raise ModelError("expected a sum and a cell, as in LittleKiller~22~R1C3")
            (start,) = text.cells(given[1:])[:1]
            return [cls(text.number(given), _diagonal_from(start, grid), repeats=True)]
        if word == "Sum":
            return [cls(text.number(given), text.cells(given[1:]), repeats=True)]
        total = text.number(given) if any(given[:1]) else 0
        return [cls(total or None, text.cells(given[1:]))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("Sum" if self.repeats else "Cage", self.sum or 0, self.path(self.cells))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        label, cells = "" if self.sum is None else str(self.sum), self.path(self.cells)
        if self.repeats and label and _is_diagonal(cells, grid):
            (row, col), (down, right) = cells[0], _step(cells)
            place = row - down, col - right
            tip = tuple(
                (a + 0.28 * b, a + 0.47 * b) for a, b in zip(place, (down, right), strict=True)
            )
            yield Text(place, label, "outside", title=self.title)
            yield Line(tuple(zip(*tip, strict=True)), "pointer", title=self.title)
        else:
            role: Literal["cage", "sum"] = "sum" if self.repeats else "cage"
            yield Frame(tuple(sorted(cells)), label, role, title=self.title)


def _diagonal_from(start: Cell, grid: GridShape) -> tuple[Cell, ...]:
    """Return the diagonal that a cell of the rim begins.

    Down to the right from the left side, to the left from the top, up to the left from the right
    side, to the right from the bottom.
    """
    (row, col), (rows, cols) = start, grid.sides
    sides = (
        (col == 0 and row < rows - 1, (1, 1)),
        (row == 0 and col > 0, (1, -1)),
        (col == cols - 1 and row < rows - 1, (-1, -1)),
        (row == rows - 1, (-1, 1)),
    )
    step = next((way for there, way in sides if there), None)
    cells = [start]
    while step and (cell := (cells[-1][0] + step[0], cells[-1][1] + step[1])) in grid.cells:
        cells.append(cell)
    if len(cells) < 2:
        raise ModelError(f"{spell_cell(start)} begins no diagonal, expected a cell of the rim")
    return tuple(cells)


def _step(cells: tuple[Cell, ...]) -> Cell:
    return cells[1][0] - cells[0][0], cells[1][1] - cells[0][1]


def _is_diagonal(cells: tuple[Cell, ...], grid: GridShape) -> bool:
    """Whether the cells are a whole diagonal, from one side of the grid to another."""
    if len(cells) < 2:
        return False
    (row, col), (down, right) = cells[0], _step(cells)
    line = [(row + k * down, col + k * right) for k in range(-1, len(cells) + 1)]
    whole = line[0] not in grid.cells and line[-1] not in grid.cells
    return abs(down) == abs(right) == 1 and list(cells) == line[1:-1] and whole


@lru_cache(maxsize=128)
def _sets_summing(values: range, count: int, total: int) -> tuple[tuple[int, ...], ...] | None:
    """Return the sets of `count` values that add up to `total`; None if too many.

    Any sum between those of the least and of the greatest values can be reached, so no set that is
    begun here leads to nothing.
    """
    found: list[tuple[int, ...]] = []
    begun: list[tuple[tuple[int, ...], int]] = [((), total)]
    first, last = values[0], values[-1]
    while begun:
        held, left = begun.pop()
        more = count - len(held)
        if not more:
            if not left:
                found.append(held)
            if len(found) > MOST_SETS:
                return None
            continue
        further = more - 1
        for value in range(last - further, held[-1] if held else first - 1, -1):
            rest = left - value
            least = further * (2 * value + 1 + further) // 2
            if least <= rest <= further * (2 * last + 1 - further) // 2:
                begun.append(((*held, value), rest))
    return tuple(found)


def _sum_walk(cells: tuple[Cell, ...], total: int, values: range, what: str) -> Walk:
    first, last = values[0], values[-1]

    def step(left: int, place: int, value: int) -> int | None:
        behind, further = left - value, len(cells) - 1 - place
        return behind if further * first <= behind <= further * last else None

    return Walk(cells, total, step, lambda left: left == 0, what, ("sum", total))


@dataclass(frozen=True)
class RellikCage(Constraint):
    """The digits differ, and none of them, nor any two or more of them, add up to `sum`.

    >>> RellikCage(5, "R1C1-R1C3").holds("124. .... .... ....")
    False
    >>> RellikCage(5, "R1C1-R1C3").to_text()
    'RellikCage~5~R1C1~R1C2~R1C3'
    """

    kind = "rellik cage"
    words = ("RellikCage",)
    sum: int
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells, whole = self.path(self.cells), (2 << self.sum) - 1
        if self.sum < 1:
            raise ModelError(f"a sum of {self.sum}, expected 1 or more")

        def step(sums: int, place: int, value: int) -> int | None:
            behind = (sums | sums << value) & whole
            return None if behind >> self.sum else behind

        yield Walk(cells, 1, step, lambda sums: True, f"no {self.sum}", (self.kind, self.sum))
        if len(cells) > 1:
            yield Different(cells)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        return [cls(text.number(given), text.cells(given[1:]))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("RellikCage", self.sum, self.path(self.cells))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Frame(tuple(sorted(self.path(self.cells))), f"≠{self.sum}", title=self.title)


@dataclass(frozen=True)
class EqualityCage(Constraint):
    """The digits differ; as many are odd as even, and as many low as high: none is the middle one.

    >>> EqualityCage("R1C1 R1C2").holds("14.. .... .... ....")
    True
    >>> EqualityCage("R1C1 R1C2").to_text()
    'EqualityCage~R1C1~R1C2'
    """

    kind = "equality cage"
    words = ("EqualityCage",)
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells, half = self.path(self.cells), grid.size // 2
        low, high = grid.values[:half], grid.values[grid.size - half :]

        def step(state: tuple[int, int], place: int, value: int) -> tuple[int, int]:
            return state[0] + (1 if value % 2 else -1), state[1] + (1 if value in low else -1)

        for cell in cells:
            yield OneOf(cell, [*low, *high])
        yield Walk(cells, (0, 0), step, lambda state: state == (0, 0), "balance", (self.kind,))
        if len(cells) > 1:
            yield Different(cells)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Frame(tuple(sorted(self.path(self.cells))), "=", title=self.title)


@dataclass(frozen=True)
class Lunchbox(Constraint):
    """The digits differ, and those between the least and the greatest of them add up to `sum`.

    What is between is told by the order of the cells.

    >>> Lunchbox(5, "R1C1-R1C4").holds("1234 .... .... ....")
    True
    >>> Lunchbox(5, "R1C1-R1C4").to_text()
    'Lunchbox~5~R1C1~R1C2~R1C3~R1C4'
    """

    kind = "lunchbox"
    words = ("Lunchbox",)
    sum: int
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells, most = self.path(self.cells), self.sum + 1

        # Least and greatest, which of them came later, the sums between them and behind both; a
        # sum that is too great stays so, unless a new least or greatest makes it another one.
        def step(state: _Crusts | tuple[()], place: int, value: int) -> _Crusts | None:
            if not state:
                return value, value, 0, 0, 0
            low, high, later, between, behind = state
            if value in (low, high):
                return None
            if low < value < high:
                return low, high, later, between, min(behind + value, most)
            before = (low, high)[value < low]
            if low != high and later != before:
                behind = min(between + later + behind, most)
            return min(low, value), max(high, value), value, behind, 0

        accepts = self._accepts
        yield Walk(cells, (), step, accepts, f"sum {self.sum}", (self.kind, self.sum))
        if len(cells) > 1:
            yield Different(cells)

    def _accepts(self, state: _Crusts) -> bool:
        return state[3] == self.sum

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        return [cls(text.number(given), text.cells(given[1:]))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("Lunchbox", self.sum, self.path(self.cells))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        line = self.path(self.cells)
        yield Frame(tuple(sorted(line)), f"<{self.sum}>", title=self.title)


_Crusts = tuple[int, int, int, int, int]
