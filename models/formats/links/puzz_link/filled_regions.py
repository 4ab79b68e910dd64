"""Regions filled with the numbers from 1 on: ripple effect (hakyuu) and cojun."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from ....errors import ModelError
from ....picture.painters.grid_picture import GridPicture, Look
from ....puzzle import Puzzle
from ....tables.rows import Rows
from ....tables.table import Choices
from .kind import UNKNOWN, Board, Body, Kind, Number, Spelling

__all__ = ["Cojun", "Ripple"]


@dataclass(frozen=True)
class _Filled(Kind):
    """The region of each cell, and the numbers that are given."""

    regions: Board
    givens: tuple[Number, ...]

    @classmethod
    def read(cls, body: Body) -> Self:
        regions = tuple(map(tuple, body.regions()))
        clues = cls(body.rows, body.columns, regions, tuple(body.numbers(body.cells)))
        if body.goes_on and any(body.bits(body.cells)):
            raise body.error(f"a {cls.title} with holes, expected a whole board")
        return clues

    def spell(self, spelling: Spelling) -> None:
        spelling.regions(self.regions)  # type: ignore[arg-type]
        spelling.numbers(self.givens)

    def filled(self) -> tuple[Puzzle, Choices]:
        """Return the puzzle in which each region holds its numbers once, and its table."""
        puzzle, regions = self.begun(), self.regions
        sizes = Counter(label for row in regions for label in row)
        rows = [
            (*cell, value)
            for cell in self.cells
            for value in range(1, sizes[regions[cell[0]][cell[1]]] + 1)
        ]
        self.require_few(len(rows))
        digit = puzzle.choices("number", Rows(("row", "col", "value"), rows))
        puzzle.exactly_one(digit, by=("row", "col"), name="cell")
        puzzle.exactly_one(
            digit, by=lambda row, col, value: (regions[row][col], value), name="region"
        )
        for cell, given in zip(self.cells, self.givens, strict=True):
            if given not in (None, UNKNOWN):
                most = sizes[regions[cell[0]][cell[1]]]
                if not 1 <= int(given or 0) <= most:
                    reason = f"{given} in a region of {most} cells"
                    raise ModelError(f"{reason}, expected 1 to {most}")
                puzzle.given(digit, row=cell[0], col=cell[1], value=given)
        look = Look(regions=lambda row, col: regions[row][col], color=False)
        puzzle.picture = GridPicture(digit, look=look)
        return puzzle, digit


@dataclass(frozen=True)
class Ripple(_Filled):
    """Between two equal numbers of a row or column are at least as many cells as they say."""

    names = ("ripple", "hakyukoka")
    title = "ripple effect"

    def puzzle(self) -> Puzzle:  # noqa: D102
        puzzle, digit = self.filled()
        puzzle.at_most_one(
            digit,
            covering=lambda row, col, value: [(row, col - k, value) for k in range(value + 1)],
            name="apart in the row",
        )
        puzzle.at_most_one(
            digit,
            covering=lambda row, col, value: [(row - k, col, value) for k in range(value + 1)],
            name="apart in the column",
        )
        return puzzle


@dataclass(frozen=True)
class Cojun(_Filled):
    """Neighbours differ, and within a region the upper of two is the greater."""

    names = ("cojun",)
    title = "cojun"

    def puzzle(self) -> Puzzle:  # noqa: D102
        puzzle, digit = self.filled()
        puzzle.at_most_one(
            digit,
            covering=lambda row, col, value: [
                ("across", row, col, value),
                ("across", row, col - 1, value),
                ("down", row, col, value),
                ("down", row - 1, col, value),
            ],
            name="neighbours",
        )
        puzzle.at_most_one(digit, covering=self._falling, name="falling")
        return puzzle

    def _falling(self, row: int, col: int, value: int) -> Iterator[tuple[int, int, int]]:
        """Yield the pairs with the cell below and above, each with the numbers that clash there."""
        mine = self.regions[row][col]
        if row + 1 < self.rows and self.regions[row + 1][col] == mine:
            yield row, col, value
        if row and self.regions[row - 1][col] == mine:
            yield from ((row - 1, col, least) for least in range(1, value + 1))
