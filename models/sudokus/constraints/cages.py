"""Cages: cells whose digits add up, killer sudokus and little killers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ...errors import ModelError
from ...picture.shapes import Cage as Frame
from ...picture.shapes import Line, Shape, Text
from ..cells import Cell, Cells
from ..demands import Demand, Different, Digits, Walk
from ..grid_shape import GridShape
from . import text_fields as text
from .constraint import Constraint

__all__ = ["Cage"]

MOST_SETS = 5000  # a cage with more sets of digits is summed cell by cell


@dataclass(frozen=True)
class Cage(Constraint):
    """The digits add up to `sum` (`None`: any) and differ, unless it `repeats`, as a little killer.

    In a constraint string a sum of 0, or an empty one, is none; `Sum` is a cage that repeats.

    >>> Cage(7, "R1C1 R1C2").holds("34.. .... .... ....")
    True
    >>> Cage(7, "R1C1 R1C2").to_text()
    'Cage~7~R1C1~R1C2'
    """

    kind = "cage"
    words = ("Cage", "Sum")
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
        sets = None if self.repeats else _sets_summing(grid.size, len(cells), self.sum)
        if sets is None:
            yield _sum_walk(cells, self.sum, grid.size, "sum")
            if not self.repeats:
                yield Different(cells)
            return
        yield Digits(cells, sets, f"sum {self.sum}")

    @classmethod
    def from_text(cls, word: str, given: text.Fields, size: int) -> Sequence[Constraint]:  # noqa: D102
        if word == "Sum":
            return [cls(text.number(given), text.cells(given[1:]), repeats=True)]
        total = text.number(given) if any(given[:1]) else 0
        return [cls(total or None, text.cells(given[1:]))]

    def in_words(self, size: int) -> Iterator[str]:  # noqa: D102
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
def _sets_summing(size: int, count: int, total: int) -> tuple[tuple[int, ...], ...] | None:
    """Return the sets of `count` values up to `size` that add up to `total`; None if too many.

    Any sum between those of the least and of the greatest values can be reached, so no set that is
    begun here leads to nothing.
    """
    found: list[tuple[int, ...]] = []
    begun: list[tuple[tuple[int, ...], int]] = [((), total)]
    while begun:
        values, left = begun.pop()
        more = count - len(values)
        if not more:
            found.append(values)
            if len(found) > MOST_SETS:
                return None
            continue
        further = more - 1
        for value in range(size - further, values[-1] if values else 0, -1):
            rest = left - value
            least = further * (2 * value + 1 + further) // 2
            if least <= rest <= further * (2 * size + 1 - further) // 2:
                begun.append(((*values, value), rest))
    return tuple(found)


def _sum_walk(cells: tuple[Cell, ...], total: int, size: int, what: str) -> Walk:
    def step(left: int, place: int, value: int) -> int | None:
        behind, further = left - value, len(cells) - 1 - place
        return behind if further <= behind <= further * size else None

    return Walk(cells, total, step, lambda left: left == 0, what, ("sum", total))
