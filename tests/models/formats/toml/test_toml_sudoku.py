"""Sudokus in TOML: a grid and constraints."""

from __future__ import annotations

from minuet.models import Sudoku
from minuet.solvers import count, solutions, solve

from oracle.toml_texts import KILLER, puzzle_of


def four_by_four() -> list[list[list[int]]]:
    sudoku = Sudoku(size=4)
    return [sudoku.grid(answer) for answer in solutions(sudoku)]


def test_sudokus_are_a_grid_and_constraints() -> None:
    killer = puzzle_of(KILLER)
    assert isinstance(killer, Sudoku)
    grids = [killer.grid(answer) for answer in solutions(killer)]
    assert sorted(grids) == sorted(
        grid
        for grid in four_by_four()
        if sum(grid[0][:3]) == 7
        and grid[1][0] < grid[1][1] < grid[1][2]
        and abs(grid[2][0] - grid[2][1]) == 1
    )
    assert grids


def test_a_sudoku_may_have_an_objective_and_further_rules() -> None:
    rings = "(10 - max(abs(row - 4), abs(col - 4))) * value"
    target = puzzle_of(f'[sudoku]\n[maximize]\ndigit = "{rings}"')
    assert solve(target).objective == 2906
    key = '{ key = "value", where = "row == col" }'
    more = puzzle_of(
        f'[sudoku]\nsize = 4\n[rules]\nr = {{ at_most_one = "digit", covering = [{key}] }}'
    )
    every = four_by_four()
    assert count(more).count == sum(len({grid[k][k] for k in range(4)}) == 4 for grid in every) > 0
    jigsaw = '[sudoku]\nregions = """\nAABB\nAABB\nCCDD\nCCDD"""\ngrid = """\n1 . . .\n'
    found = puzzle_of(f'{jigsaw}. . . .\n. . . .\n- 0 _ 4"""\n')
    assert count(found).count == sum((grid[0][0], grid[3][3]) == (1, 4) for grid in every)
