"""Random sudokus by their number of givens, with one solution or with any number of them.

A grid is filled at random: always a cell with the fewest values left, a random one of these, and a
random value; where that leads nowhere for long, it begins anew. Not all grids are as likely. Then
givens are taken away in random order: all that are too many, or, for one solution, those without
which there still is only one, as `dlx` says; where that ends too early, another grid is tried.

Most sudokus of 9 x 9 come down to 22 to 25 givens that way; 17 are the fewest with which there is
one solution (McGuire, Tugemann and Civario, "There is no 16-clue sudoku", Experimental Mathematics
23, 2014), and no number of tries is likely to come to these.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ....models.errors import ModelError
from ....models.sudokus.sudoku import Sudoku
from ....solvers.search.verbs import solutions
from ..draws import Draws
from ..generator import SEED, Generator, Parameter

__all__ = ["GENERATORS", "filled_grid"]

TRIES = 50  # grids of which givens are taken
STEPS = 20  # so many times as many values as there are cells are tried, then it begins anew
LARGEST = 16


def _sudoku(box_rows: int, box_cols: int, givens: int, unique: bool, seed: int) -> Sudoku:
    n, box = box_rows * box_cols, (box_rows, box_cols)
    if n > LARGEST:
        raise ModelError(f"boxes of {box_rows} x {box_cols}, expected at most {LARGEST} cells")
    if givens > n * n:
        raise ModelError(f"{givens} givens, expected at most the {n * n} cells")
    draws = Draws(seed)
    for _ in range(TRIES):
        grid = filled_grid(box_rows, box_cols, draws)
        kept = draws.order(n * n)
        if unique:
            kept = _enough(grid, box, givens, kept)
        if len(kept) <= givens or not unique:
            left = set(kept[:givens])
            cells = [value if cell in left else 0 for cell, value in enumerate(grid)]
            return Sudoku([cells[start : start + n] for start in range(0, n * n, n)], box=box)
    reason = f"no sudoku of {n} x {n} with {givens} givens and one solution in {TRIES} grids"
    raise ModelError(f"{reason}, expected more givens, or unique=false")


def _enough(
    grid: Sequence[int], box: tuple[int, int], givens: int, order: Sequence[int]
) -> list[int]:
    """Take givens away in this order while one solution is left; stop at so many."""
    n = box[0] * box[1]
    blank = Sudoku(box=box)
    number = [cell * n + value - 1 for cell, value in enumerate(grid)]
    kept = list(order)
    for cell in order:
        if len(kept) <= givens:
            break
        fewer = [other for other in kept if other != cell]
        stream = solutions(blank, "dlx", given=[number[other] for other in fewer])
        if len(list(islice(stream, 2))) == 1:
            kept = fewer
    return kept


def filled_grid(box_rows: int, box_cols: int, draws: Draws) -> list[int]:
    """Return the values 1 to n of a filled grid, row by row."""
    n = box_rows * box_cols
    while True:
        grid = _Filling(n, box_rows, box_cols, draws)
        if grid.fill(STEPS * n * n):
            return grid.values


class _Filling:
    """A grid that is being filled: what each house lacks is a bit mask."""

    def __init__(self, n: int, box_rows: int, box_cols: int, draws: Draws) -> None:
        self.n, self.draws = n, draws
        self.values = [0] * (n * n)
        self.lacking = [(1 << n) - 1] * (3 * n)
        across = n // box_cols
        self.houses = [
            (row, n + col, 2 * n + row // box_rows * across + col // box_cols)
            for row in range(n)
            for col in range(n)
        ]
        self.blank = set(range(n * n))

    def fill(self, steps: int) -> bool:
        """Fill the grid; False: not within so many steps."""
        ways: list[tuple[int, list[int]]] = []
        forward = True
        for _ in range(steps):
            if forward:
                if not self.blank:
                    return True
                ways.append(self._next())
            else:
                self._put(ways[-1][0], 0)
            cell, left = ways[-1]
            if forward := bool(left):
                self._put(cell, left.pop())
            else:
                ways.pop()
        return False

    def _next(self) -> tuple[int, list[int]]:
        """Return a blank cell with the fewest values left, and these in a random order."""
        fewest, cells = self.n + 1, [0]
        for cell in sorted(self.blank):
            size = self._fitting(cell).bit_count()
            if size < fewest:
                fewest, cells = size, []
            if size == fewest:
                cells.append(cell)
        cell = self.draws.choice(cells)
        fitting = self._fitting(cell)
        values = [value for value in range(1, self.n + 1) if fitting >> (value - 1) & 1]
        self.draws.shuffle(values)
        return cell, values

    def _fitting(self, cell: int) -> int:
        row, col, box = self.houses[cell]
        return self.lacking[row] & self.lacking[col] & self.lacking[box]

    def _put(self, cell: int, value: int) -> None:
        """Put a value into a cell; 0 empties it."""
        bit = 1 << ((value or self.values[cell]) - 1)
        for house in self.houses[cell]:
            self.lacking[house] ^= bit
        self.values[cell] = value
        (self.blank.discard if value else self.blank.add)(cell)


GENERATORS = (
    Generator(
        "random-sudoku",
        "A sudoku with boxes of any shape and so many givens of a grid that was filled at random; "
        "it has one solution, or at least one.",
        "after McGuire, Tugemann and Civario 2014, who proved 17 givens to be the fewest on 9 x 9",
        {
            "box_rows": Parameter(3, "rows of a box", 1, 16),
            "box_cols": Parameter(3, "columns of a box", 1, 16),
            "givens": Parameter(28, "cells that are filled", 0, 256),
            "unique": Parameter(True, "whether there is one solution only"),
            "seed": SEED,
        },
        "givens",
        _sudoku,
    ),
)
