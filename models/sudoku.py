"""Sudoku of any box shape, and target sudoku (NOIP 2009, "靶形数独").

Both are a table of (row, col, value) choices and four rules; target sudoku adds one objective.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isqrt
from typing import Self

from .answer import Answer
from .errors import ModelError
from .puzzle import Given, Puzzle

__all__ = ["Grid", "Sudoku", "TargetSudoku", "box_shape", "ring_weight"]

Grid = Sequence[Sequence[int]]
LARGEST = 100


class Sudoku(Puzzle):
    """A sudoku: every row, column and box holds every value once.

    grid    n rows of n numbers, 0 for a blank; or a string of n*n characters, `.` or `0` for a
            blank; None: all blank
    box     (rows, columns) of a box; by default the squarest that fits: 3x3, 2x3 for 6, 3x4 for 12
    size    n, where there is no grid

    Raises ModelError for a grid that is not square, a box that does not fit, a number outside
    0..n. Givens that clash make the puzzle infeasible.
    """

    def __init__(
        self,
        grid: Grid | str | None = None,
        *,
        box: tuple[int, int] | None = None,
        size: int | None = None,
    ) -> None:
        super().__init__("sudoku")
        rows = _rows_of(grid, size or (box[0] * box[1] if box else 9))
        self.size = n = len(rows)
        self.box = high, wide = box_shape(n) if box is None else box
        if high * wide != n:
            raise ModelError(f"a box of {high}x{wide} does not fit a sudoku of size {n}")
        self.layout = "grid"
        cells, values = range(n), range(1, n + 1)
        self.digit = digit = self.choices("digit", row=cells, col=cells, value=values)
        self.exactly_one(digit, by=("row", "col"), name="cell")
        self.exactly_one(digit, by=("row", "value"), name="row")
        self.exactly_one(digit, by=("col", "value"), name="column")
        self.exactly_one(
            digit, by=lambda row, col, value: (row // high, col // wide, value), name="box"
        )
        self._made: dict[tuple[int, int, int], Given] = {}  # shared by all copies
        self._give(rows)

    def _give(self, rows: Grid) -> None:
        n = self.size
        for r, row in enumerate(rows):
            for c, value in enumerate(row):
                if not 0 <= value <= n:
                    raise ModelError(f"row {r + 1}, column {c + 1}: {value}, expected 0 to {n}")
                if not value:
                    continue
                made = self._made.get((r, c, value))
                if made is None:
                    made = self.given(self.digit, row=r, col=c, value=value)
                    self._made[r, c, value] = made
                else:
                    self._givens.append(made)

    def with_givens(self, grid: Grid | str) -> Self:
        """Return the puzzle with this grid's givens in place of its own.

        Size, boxes, weights and all rules stay, and the compiled matrix is shared. Raises
        ModelError for a grid of another size.
        """
        rows = _rows_of(grid, self.size)
        if len(rows) != self.size:
            raise ModelError(f"a grid of size {len(rows)}, expected {self.size}")
        puzzle = self.copy()
        puzzle._givens.clear()
        puzzle._give(rows)
        return puzzle

    def grid(self, answer: Answer) -> list[list[int]]:
        """Return the answer as rows of numbers; 0 where it says nothing."""
        rows = [[0] * self.size for _ in range(self.size)]
        for row, col, value in answer[self.digit]:
            rows[row][col] = value
        return rows

    def show(self, answer: Answer) -> str:
        """Return the answer in the layout in which the puzzle was read.

        `grid`: a row a line, blanks between; `rows`: a row a line without blanks; `line`: all cells
        on one line without blanks; `numbers`: all cells on one line, blanks between; `letters`: a
        row a line, A for 1; `json`: an array of rows of strings.
        """
        rows = self.grid(answer)
        if self.layout == "line":
            return "".join(str(value) for row in rows for value in row)
        if self.layout == "numbers":
            return " ".join(str(value) for row in rows for value in row)
        if self.layout == "letters":
            return "\n".join("".join(chr(ord("A") + value - 1) for value in row) for row in rows)
        if self.layout == "json":
            return json.dumps([list(map(str, row)) for row in rows], separators=(",", ":"))
        if self.layout == "rows":
            return "\n".join("".join(map(str, row)) for row in rows)
        width = len(str(self.size))
        return "\n".join(" ".join(f"{value:{width}}" for value in row) for row in rows)


class TargetSudoku(Sudoku):
    """A sudoku whose digits score: the sum of weight x digit is to be as great as possible.

    weights  n rows of n integers; by default, for 9x9, the contest's rings: 10 in the middle, 6 on
             the rim
    """

    def __init__(
        self,
        grid: Grid | str | None = None,
        *,
        weights: Grid | None = None,
        box: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(grid, box=box)
        self.name = "target sudoku"
        n = self.size
        if weights is None:
            if n != 9:
                raise ModelError(f"a target sudoku of size {n} needs weights of its own")
            weights = [[ring_weight(r, c) for c in range(n)] for r in range(n)]
        table = weights
        if len(table) != n or any(len(row) != n for row in table):
            raise ModelError(f"weights are not {n} rows of {n} numbers")
        self.maximize(self.digit, lambda row, col, value: table[row][col] * value)


def ring_weight(row: int, col: int) -> int:
    """Return the weight of a cell of the 9x9 target: 10 in the middle, 6 on the outer ring."""
    return 10 - max(abs(row - 4), abs(col - 4))


def box_shape(size: int) -> tuple[int, int]:
    """Return the squarest (rows, columns) of a box for a sudoku of that size.

    Raises ModelError if there is none (a prime size) or the size is out of range.
    """
    if not 1 <= size <= LARGEST:
        raise ModelError(f"a sudoku of size {size}, expected 1 to {LARGEST}")
    high = next(k for k in range(isqrt(size), 0, -1) if size % k == 0)
    if high == 1 and size > 1:
        raise ModelError(f"a sudoku of size {size} has no box shape; say which with `box`")
    return high, size // high


def _rows_of(grid: Grid | str | None, size: int) -> Grid:
    if grid is None:
        box_shape(size) if size > LARGEST else None
        return [[0] * size for _ in range(size)]
    if isinstance(grid, str):
        text = "".join(grid.split())
        n = isqrt(len(text))
        if n * n != len(text) or not all(ch in ".0123456789" for ch in text):
            raise ModelError(f"a grid of {len(text)} characters, expected n*n digits or dots")
        cells = [0 if ch == "." else int(ch) for ch in text]
        return [cells[n * r : n * r + n] for r in range(n)]
    for r, row in enumerate(grid):
        if len(row) != len(grid):
            raise ModelError(f"row {r + 1} has {len(row)} numbers, expected {len(grid)}")
    return [[int(value) for value in row] for row in grid]
