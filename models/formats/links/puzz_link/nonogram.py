"""Nonogram: a line's numbers are the lengths of its shaded blocks, in their order.

A line chooses one of the ways in which its blocks can lie, and the cells of a row and a column
agree. So lines with too many ways are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Self

from ....errors import ModelError
from ....picture.painters.grid_picture import GridPicture, Look
from ....puzzle import Puzzle
from ....tables.rows import Rows
from .kind import UNKNOWN, Body, Kind, Number, Spelling

__all__ = ["Nonogram"]

Blocks = tuple[Number, ...]


@dataclass(frozen=True)
class Nonogram(Kind):
    """The blocks of each column from above, and of each row from the left."""

    names = ("nonogram",)
    title = "nonogram"
    down: tuple[Blocks, ...]
    across: tuple[Blocks, ...]

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        most = (body.rows + 1) // 2, (body.columns + 1) // 2
        numbers = body.numbers(body.columns * most[0] + body.rows * most[1])
        cut = body.columns * most[0]
        down = tuple(_blocks(numbers[k * most[0] : (k + 1) * most[0]]) for k in range(body.columns))
        rest = numbers[cut:]
        across = tuple(_blocks(rest[k * most[1] : (k + 1) * most[1]]) for k in range(body.rows))
        return cls(body.rows, body.columns, down, across)

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        numbers: list[Number] = []
        for lines, length in ((self.down, self.rows), (self.across, self.columns)):
            most = (length + 1) // 2
            for blocks in lines:
                numbers += [*blocks[::-1], *[None] * (most - len(blocks))]
        spelling.numbers(numbers)

    def puzzle(self) -> Puzzle:  # noqa: D102
        puzzle = self.begun()
        if any(UNKNOWN in blocks for blocks in (*self.down, *self.across)):
            raise ModelError("a block of unknown length, expected numbers for a nonogram")
        self.require_few(
            sum(_ways(self.columns, blocks) for blocks in self.across)
            + sum(_ways(self.rows, blocks) for blocks in self.down)
        )
        cell = puzzle.choices("cell", row=range(self.rows), col=range(self.columns), shaded=(0, 1))
        puzzle.exactly_one(cell, by=("row", "col"), name="cell")
        across = [
            (r, shaded) for r, b in enumerate(self.across) for shaded in _lie(self.columns, b)
        ]
        down = [(c, shaded) for c, b in enumerate(self.down) for shaded in _lie(self.rows, b)]
        row = puzzle.choices("row", Rows(("row", "cells"), across))
        column = puzzle.choices("column", Rows(("col", "cells"), down))
        puzzle.exactly_one(row, by="row", over=range(self.rows), name="row")
        puzzle.exactly_one(column, by="col", over=range(self.columns), name="column")
        rows, columns = self.rows, self.columns
        puzzle.agree(
            {
                cell: lambda row, col, shaded: {(row, col): shaded},
                row: lambda row, cells: {(row, col): int(col in cells) for col in range(columns)},
                column: lambda col, cells: {(row, col): int(row in cells) for row in range(rows)},
            },
            name="shade",
        )
        look = Look(
            where=lambda shaded: shaded,
            ground="shaded",
            color=False,
            top=list(map(_shown, self.down)),
            left=list(map(_shown, self.across)),
        )
        puzzle.picture = GridPicture(cell, mark="#", cells=self.cells, look=look)
        return puzzle


def _shown(blocks: Blocks) -> str:
    return " ".join(map(str, blocks)) or "0"


def _blocks(numbers: Sequence[Number]) -> Blocks:
    """Return the blocks in their order: they stand from the board outwards."""
    return tuple(number for number in reversed(numbers) if number)


def _free(length: int, blocks: Blocks) -> int:
    return length - sum(map(int, filter(None, blocks))) - max(len(blocks) - 1, 0)


def _ways(length: int, blocks: Blocks) -> int:
    free = _free(length, blocks)
    return comb(free + len(blocks), len(blocks)) if free >= 0 else 0


def _lie(length: int, blocks: Blocks) -> Iterator[tuple[int, ...]]:
    """Yield the cells that are shaded in each way in which the blocks can lie."""
    free = _free(length, blocks)
    if free < 0:
        return
    for places in combinations(range(free + len(blocks)), len(blocks)):
        shaded: list[int] = []
        start = 0
        for number, (place, block) in enumerate(zip(places, blocks, strict=True)):
            # So many blanks before it, and the blocks with a blank behind each.
            begin = place - number + start
            shaded += range(begin, begin + int(block or 0))
            start += int(block or 0) + 1
        yield tuple(shaded)
