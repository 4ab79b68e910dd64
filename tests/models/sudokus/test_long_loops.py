"""Sum lines that are long loops, which have too many beginnings to follow all of them together."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from minuet.models import ModelError, Sudoku
from minuet.models.formats import read
from minuet.models.sudokus.constraints import SumLine
from minuet.solvers import solutions

from oracle.shidokus import ALL, cells_of, spell_cells

# Drawn on the solution of https://en.wikipedia.org/wiki/Sudoku, some of whose digits are given.
GIVENS = "5..6..9.2...1.53.8........7.....1.2..2........1.92.8...6.5..2.428.......3.5......"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
LOOP = "R2C6-R2C9 R3C9-R6C9 R6C8-R6C6 R5C6-R3C6"
TOTAL = 15


def falls(values: Sequence[int], total: int) -> bool:
    """Whether values falls into stretches of that sum."""
    sums = 0
    for value in values:
        sums += value
        if sums > total:
            return False
        sums %= total
    return not sums


def is_loop(values: Sequence[int], total: int) -> bool:
    """Whether values in a ring do, wherever a stretch begins."""
    return any(falls([*values[k:], *values[:k]], total) for k in range(len(values)))


def rows_of(puzzle: Sudoku, solver: str) -> list[str]:
    grids = [puzzle.grid(answer) for answer in solutions(puzzle, solver)]
    return ["".join(str(value) for row in grid for value in row) for grid in grids]


def test_a_loop_in_a_text_leaves_the_grids_that_it_allows() -> None:
    plain = rows_of(Sudoku(GIVENS), "dlx")
    loop = [9 * row + col for row, col in cells_of(LOOP)]
    wanted = {grid for grid in plain if is_loop([int(grid[k]) for k in loop], TOTAL)}
    (puzzle,) = read(f"{GIVENS}.SumLine~{TOTAL}~{LOOP.replace(' ', '~')}~LOOP").problems
    assert isinstance(puzzle, Sudoku)
    found = rows_of(puzzle, "propagate:tree")
    assert SOLVED in wanted
    assert len(found) == len(wanted) < len(plain)
    assert set(found) == wanted


@pytest.mark.parametrize("seed", range(10))
def test_beginnings_allow_what_they_do_one_by_one(seed: int) -> None:
    """Together, as far as these are few; of longer loops with a larger sum in turn."""
    rng = random.Random(seed)
    cells = [(r, c) for r in range(4) for c in range(4)]
    in_turn, wanted = seed % 2, 0
    while not wanted:
        line = rng.sample(cells, rng.randint(10, 16) if in_turn else rng.randint(1, 12))
        total = rng.choice([10, 12, 15, 20] if in_turn else [4, 5, 6, 7, 8])
        wanted = sum(is_loop([grid[cell] for cell in line], total) for grid in ALL)
    puzzle = Sudoku(size=4, constraints=[SumLine(total, spell_cells(line), loop=True)])
    found = rows_of(puzzle, "sat")
    assert len(found) == len(set(found)) == wanted


def test_every_sum_of_a_loop_through_all_cells_is_built_or_refused() -> None:
    cells = [f"R{r}C{c}" for r in range(1, 10) for c in range(1, 10)]
    for total in (9, 15):
        assert Sudoku(constraints=[SumLine(total, " ".join(cells), loop=True)]).matrix.options
    with pytest.raises(ModelError, match="over 1000000 steps on a line, expected fewer states"):
        Sudoku(constraints=[SumLine(200, " ".join(cells), loop=True)]).matrix  # noqa: B018
