"""Sum lines that are long loops, which have too many beginnings to follow all of them together."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from minuet.models import ModelError, Sudoku
from minuet.models.formats import read
from minuet.models.sudokus.constraints import SumLine
from minuet.models.sudokus.constraints.sums import sum_lines
from minuet.solvers import solutions

from oracle.shidokus import ALL

# Drawn on the solution of https://en.wikipedia.org/wiki/Sudoku, some of whose digits are given.
GIVENS = "5..6..9.2...1.53.8........7.....1.2..2........1.92.8...6.5..2.428.......3.5......"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
LOOP = (
    "R1C1 R1C2 R1C3 R2C3 R2C4 R2C5 R3C5 R3C6 R2C6 R2C7 R2C8 R1C8 R1C9 R2C9 R3C9 R3C8 R3C7 R4C7 "
    "R4C8 R4C9 R5C9 R5C8 R5C7 R6C7 R6C8 R6C9 R7C9 R8C9 R8C8 R8C7 R9C7 R9C6 R9C5 R8C5 R8C4 R9C4 "
    "R9C3 R9C2 R8C2 R8C3 R7C3 R7C4 R7C5 R6C5 R6C6 R5C6 R4C6 R4C5 R5C5 R5C4 R4C4 R4C3 R5C3 R6C3 "
    "R6C2 R6C1 R5C1 R4C1 R3C1 R2C1"
)
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


def on(grid: str, line: str) -> list[int]:
    return [int(grid[9 * (int(cell[1]) - 1) + int(cell[3]) - 1]) for cell in line.split()]


def test_a_loop_of_sixty_cells_leaves_the_grids_that_it_allows() -> None:
    plain = rows_of(Sudoku(GIVENS), "dlx")
    wanted = {grid for grid in plain if is_loop(on(grid, LOOP), TOTAL)}
    (puzzle,) = read(f"{GIVENS}.SumLine~{TOTAL}~{LOOP.replace(' ', '~')}~LOOP").problems
    assert isinstance(puzzle, Sudoku)
    found = rows_of(puzzle, "sat")
    assert SOLVED in wanted
    assert len(found) == len(wanted) < len(plain)
    assert set(found) == wanted


@pytest.mark.parametrize("seed", range(12))
def test_beginnings_in_turn_allow_what_they_do_together(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    cells = [(r, c) for r in range(4) for c in range(4)]
    line = rng.sample(cells, rng.randint(1, 12))
    total = rng.choice([4, 5, 6, 7, 8, 10])
    wanted = sum(is_loop([grid[cell] for cell in line], total) for grid in ALL)
    spelled = " ".join(f"R{r + 1}C{c + 1}" for r, c in line)
    for most in (sum_lines.MOST_TOGETHER, 0):
        monkeypatch.setattr(sum_lines, "MOST_TOGETHER", most)
        puzzle = Sudoku(size=4, constraints=[SumLine(total, spelled, loop=True)])
        found = rows_of(puzzle, "dlx")
        assert len(found) == len(set(found)) == wanted


def test_every_sum_of_a_loop_through_all_cells_is_built_or_refused() -> None:
    cells = [f"R{r}C{c}" for r in range(1, 10) for c in range(1, 10)]
    for total in (9, 15, 27):
        assert Sudoku(constraints=[SumLine(total, " ".join(cells), loop=True)]).matrix.options
    with pytest.raises(ModelError, match="over 1000000 steps on a line, expected fewer states"):
        Sudoku(constraints=[SumLine(200, " ".join(cells), loop=True)]).matrix  # noqa: B018
