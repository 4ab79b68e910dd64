"""How hard a puzzle is: by singles, by trials of one choice, or by more than that."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, Sudoku, TargetSudoku, Unreached
from minuet.setting import rate
from minuet.solvers import count
from minuet.solvers.conformance import all_solutions

from oracle.matrices import matrices
from oracle.problems import HARD, queens

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def by_singles(grid: str) -> bool:
    """Whether naked and hidden singles fill a 9x9 grid; plain sets of digits, cell by cell."""
    houses = [[9 * r + c for c in range(9)] for r in range(9)]
    houses += [[9 * r + c for r in range(9)] for c in range(9)]
    houses += [
        [9 * (3 * (b // 3) + k // 3) + 3 * (b % 3) + k % 3 for k in range(9)] for b in range(9)
    ]
    left = [{int(mark)} if mark in "123456789" else set(range(1, 10)) for mark in grid]
    while True:
        before = [set(one) for one in left]
        for house in houses:
            for cell in house:
                if len(left[cell]) == 1:
                    for other in house:
                        if other != cell:
                            left[other] -= left[cell]
            for digit in range(1, 10):
                places = [cell for cell in house if digit in left[cell]]
                if len(places) == 1:
                    left[places[0]] = {digit}
        if left == before:
            return all(len(one) == 1 for one in left)


def test_singles_are_what_fills_a_grid_naked_or_hidden(data: Path) -> None:
    easy = (data / "sudoku/easy_1000.txt").read_text().split()[:12]
    hard = (data / "sudoku/magictour_1465.txt").read_text().split()[:6]
    told = {grid: by_singles(grid) for grid in (EASY, *easy, *hard)}
    assert set(told.values()) == {True, False}
    for grid, singles in told.items():
        assert (rate(Sudoku(grid)).hardness == "singles") == singles


def test_a_puzzle_may_be_easy_or_need_trials_or_more(data: Path) -> None:
    grid = (data / "sudoku/magictour_1465.txt").read_text().split()[0]
    assert str(rate(Sudoku(EASY))) == "30 givens: singles, 52 nodes"
    middling = rate(Sudoku(grid))
    assert (middling.hardness, middling.trials > 0) == ("trials", True)
    hardest = rate(Sudoku(HARD))
    assert hardest.hardness == "guessing"
    assert hardest.nodes == count(Sudoku(HARD), "dlx").statistics.nodes


@pytest.mark.parametrize(
    ("grid", "solutions", "told"),
    [("." * 81, 2, "0 givens: several solutions"), ("11" + "." * 79, 0, "2 givens: no solution")],
)
def test_what_is_not_unique_has_no_hardness(grid: str, solutions: int, told: str) -> None:
    rating = rate(Sudoku(grid))
    assert (rating.solutions, rating.hardness, str(rating)) == (solutions, None, told)


@given(matrix=matrices(max_options=8), data=st.data())
def test_any_matrix_is_rated(matrix: ExactCover, data: st.DataObject) -> None:
    every = sorted(all_solutions(matrix))
    given = data.draw(st.sampled_from([(), *every]))[:1]
    number = len(all_solutions(matrix, given, ()))
    rating = rate(matrix, given=given)
    assert rating.solutions == min(number, 2)
    assert (rating.hardness is None) == (number != 1)
    if number == 1:
        assert rating.trials == 0 or rating.hardness != "singles"


def test_trials_rule_out_what_is_no_part_of_the_answer() -> None:
    puzzle = queens(6)
    first = sorted(all_solutions(puzzle.matrix))[0][:2]
    rating = rate(puzzle, given=first)
    assert rating.solutions == 1
    assert rating.hardness in ("singles", "trials")


def test_costs_play_no_part() -> None:
    assert rate(TargetSudoku(HARD)) == rate(Sudoku(HARD))


def test_the_time_limit_is_an_error_and_no_rating() -> None:
    with pytest.raises(Unreached, match="time limit"):
        rate(Sudoku(HARD), time_limit=0)
