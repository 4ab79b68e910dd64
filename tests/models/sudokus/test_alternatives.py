"""One of several constraints: lines of several branches, read together."""

from __future__ import annotations

import pytest

from minuet.models import Sudoku
from minuet.models.formats import read
from minuet.models.sudokus.constraints import Either
from minuet.solvers import solutions

from oracle.shidokus import ALL, as_grid


@pytest.mark.parametrize(
    "branches",
    [
        ["Skyscraper~R2~3", "Skyscraper~R2~~3"],  # one line, read from both ends
        ["Skyscraper~C1~3.Skyscraper~C1~~1", "Skyscraper~C2~4"],
        ["HiddenSkyscraper~R1~2", "Skyscraper~R1~~2.Skyscraper~R3~2"],
        ["Sandwich~5~R1", "XSum~R1~~4", "Cage~3~R4C3~R4C4"],
    ],
)
def test_branches_hold_on_the_grids_on_which_one_of_them_does(branches: list[str]) -> None:
    alone = [read(f".Shape~4x4.{branch}").problems[0].constraints for branch in branches]
    expected = {
        tuple(grid.items())
        for grid in ALL
        if any(all(one.holds(text_of(grid)) for one in some) for some in alone)
    }
    puzzle = Sudoku(size=4, constraints=[Either(branches)])
    assert {as_grid(puzzle, answer) for answer in solutions(puzzle)} == expected
    assert 0 < len(expected) < len(ALL)


def text_of(grid: dict[tuple[int, int], int]) -> str:
    digits = "".join(str(grid[divmod(place, 4)]) for place in range(16))
    return " ".join(digits[k : k + 4] for k in range(0, 16, 4))


@pytest.mark.parametrize(
    "branches",
    [
        ["Skyscraper~R4~5", "Skyscraper~R7~~4"],
        ["Skyscraper~R7~~6", "Skyscraper~R7~6"],
        ["Skyscraper~R6~8", "Skyscraper~C6~~8"],
        ["~R1C1_1.~R9C9_1", "Skyscraper~R4~2.Skyscraper~R2~2"],
    ],
)
def test_lines_are_read_one_behind_the_other(branches: list[str]) -> None:
    """So that there is no state for each pair of states of two lines of nine cells."""
    assert Sudoku(constraints=[Either(branches)]).matrix.options < 30_000
