"""Kakuro: the digits of each run differ and add up to its sum.

A run chooses the set of its digits; each digit of it is then either in a cell of the run or missing
from the set, so that the orders of a set are never listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Self

from ....picture.painters.grid_picture import GridPicture, Look
from ....picture.painters.painter import Layers
from ....puzzle import Puzzle
from ....tables.rows import Rows
from ....tables.table import Choices
from .kind import Body, Cell, Kind, Number, Spelling

__all__ = ["Kakuro"]

Sums = tuple[Number, Number]  # of the run to the right, and of the run below
_VALUES = range(1, 10)
_BIG = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # 20 to 45
_SMALL = "0123456789abcdefghij"
_CORNERS = {"right": "upper right", "down": "lower left"}
_LONGEST = 16  # white cells in one character


@dataclass(frozen=True)
class Kakuro(Kind):
    """The black cells with their sums; those above the columns; those left of the rows."""

    names = ("kakuro",)
    title = "kakuro"
    black: tuple[Sums | None, ...]
    above: tuple[Number, ...]
    beside: tuple[Number, ...]

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        black: list[Sums | None] = []
        while len(black) < body.cells and body.mark():
            mark = body.mark()
            if "k" <= mark <= "z":
                black += [None] * (body.digit(36) - 19)
            elif mark == ".":
                body.place += 1
                black.append((None, None))
            else:
                down = _sum(body)
                black.append((_sum(body), down))
        body.require(len(black), body.cells)
        above = tuple(_sum(body) if black[c] is None else None for c in range(body.columns))
        beside = tuple(
            _sum(body) if black[r * body.columns] is None else None for r in range(body.rows)
        )
        return cls(body.rows, body.columns, tuple(black), above, beside)

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        white = 0
        for sums in (*self.black, ...):
            if sums is None:
                white += 1
                if white < _LONGEST:
                    continue
            if white:
                spelling.text += "klmnopqrstuvwxyz"[white - 1]
                white = 0
            if isinstance(sums, tuple):
                right, down = sums
                both = _spelled(down) + _spelled(right)
                spelling.text += "." if both == "--" else both
        tops = (self.above[col] for col in range(self.columns) if self.black[col] is None)
        sides = (
            self.beside[row] for row in range(self.rows) if self.black[row * self.columns] is None
        )
        spelling.text += "".join(map(_spelled, (*tops, *sides)))

    def puzzle(self) -> Puzzle:  # noqa: D102
        puzzle = self.begun()
        white = [cell for cell, sums in zip(self.cells, self.black, strict=True) if sums is None]
        runs = list(self._runs())
        of_cell: dict[Cell, list[int]] = {cell: [] for cell in white}
        for number, (_, cells) in enumerate(runs):
            for cell in cells:
                of_cell[cell].append(number)
        digit = puzzle.choices(
            "digit", Rows(("row", "col", "value"), [(*c, v) for c in white for v in _VALUES])
        )
        puzzle.exactly_one(digit, by=("row", "col"), over=white, name="cell")
        summed = {number: total for number, (total, _) in enumerate(runs) if total}
        sets = [
            (number, values)
            for number, total in summed.items()
            for values in combinations(_VALUES, min(len(runs[number][1]), 10))
            if sum(values) == total
        ]
        chosen = puzzle.choices("digits", Rows(("run", "values"), sets))
        puzzle.exactly_one(chosen, by="run", over=summed, name="sum")
        puzzle.exactly_one(
            [digit, chosen],
            covering={
                digit: lambda row, col, value: [
                    (run, value) for run in of_cell[row, col] if run in summed
                ],
                chosen: lambda run, values: [(run, v) for v in _VALUES if v not in values],
            },
            name="run",
        )
        puzzle.at_most_one(
            digit,
            covering=lambda row, col, value: [
                (run, value) for run in of_cell[row, col] if run not in summed
            ],
            name="run without a sum",
        )
        clues: list[tuple[int, int, str, str]] = [
            (row, col, *_pair(sums))
            for (row, col), sums in zip(self.cells, self.black, strict=True)
            if sums is not None
        ]
        clues += [(-1, col, *_pair((None, total))) for col, total in enumerate(self.above)]
        clues += [(row, -1, *_pair((total, None))) for row, total in enumerate(self.beside)]
        clues.append((-1, -1, "", ""))
        black = puzzle.choices("black", Rows(("row", "col", "right", "down"), clues))
        puzzle.exactly_one(black, by=("row", "col"), name="printed")
        board = GridPicture(
            digit,
            cells=[(row, col) for row, col, *_ in clues],
            look=Look(color=False, around="shaded"),
        )
        puzzle.picture = Layers([board, *(_sums(black, *corner) for corner in _CORNERS.items())])
        return puzzle

    def _runs(self) -> Iterator[tuple[int, list[Cell]]]:
        """Yield the runs: the sum, 0 if none is given, and the cells."""
        sums = dict(zip(self.cells, self.black, strict=True))
        lines = [
            (self.beside[row], [(row, col) for col in range(self.columns)])
            for row in range(self.rows)
        ]
        lines += [
            (self.above[col], [(row, col) for row in range(self.rows)])
            for col in range(self.columns)
        ]
        for place, (total, line) in enumerate(lines):
            run: list[Cell] = []
            for cell in line:
                here = sums[cell]
                if here is None:
                    run.append(cell)
                    continue
                if run:
                    yield total or 0, run
                total, run = here[place >= self.rows], []
            if run:
                yield total or 0, run


def _sums(black: Choices, column: str, corner: str) -> GridPicture:
    """Return what draws the sums of a column of the black cells, on their side of a line."""

    def has_sum(right: str, down: str) -> bool:
        return bool(right if column == "right" else down)

    look = Look(printed=True, where=has_sum, corner=corner, ground="split")
    return GridPicture(black, mark=column, look=look)


def _pair(sums: Sums) -> tuple[str, str]:
    right, down = (str(total) if total else "" for total in sums)
    return right, down


def _sum(body: Body) -> Number:
    mark = body.mark()
    body.place += 1
    if mark in _SMALL and mark:
        return _SMALL.index(mark)
    if mark in _BIG and mark:
        return 20 + _BIG.index(mark)
    if mark == "-":
        return None
    body.place -= 1
    raise body.error(f"{mark or 'nothing'}, expected the sum of a run")


def _spelled(total: Number) -> str:
    if total is None:
        return "-"
    return _SMALL[total] if total < len(_SMALL) else _BIG[total - 20]
