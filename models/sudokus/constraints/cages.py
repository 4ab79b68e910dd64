"""Cages: cells whose digits add up, killer sudokus and little killers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...errors import ModelError
from ...picture.shapes import Cage as Frame
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

    def shapes(self, grid: GridShape) -> Iterator[Frame]:  # noqa: D102
        label = "" if self.sum is None else str(self.sum)
        yield Frame(tuple(sorted(self.path(self.cells))), label, title=self.title)


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
