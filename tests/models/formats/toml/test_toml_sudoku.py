"""Sudokus in TOML: a grid and constraints."""

from __future__ import annotations

import pytest

from minuet.models import Sudoku
from minuet.solvers import count, solutions, solve

from oracle.toml_texts import KILLER, mistake, puzzle_of


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size = 5", "1:1: a sudoku of size 5 has no box shape; say which with `box`"),
        ("size = 90", "1:1: 729000 choices, expected 100000 choices at most"),
        ('grid = "12"', "2:8: 2 marks in row 1 of the grid, expected 1"),
        (
            'grid = "1234"',
            "2:8: 4 marks in row 1 of the grid, expected 1, for the grid has 1 row; a row is a",
        ),
        ('grid = "x"', "2:8: 'x' in row 1 of the grid, expected a number or ."),
        ('grid = "9"', "1:1: row 1, column 1: 9, expected 0 to 1"),
        ("cages = 1", "2:1: unknown key 'cages', expected 'cage'"),
        ('cage = { sum = "7", cells = "R1C1" }', "2:16: a string, expected an integer"),
        ("cage = { sum = 7 }", "2:1: cage with sum, expected sum, cells"),
        ('cage = { sum = 7, cells = "R1C1 R0C1" }', "2:27: cage 1: cell 'R0C1', expected"),
        ('cage = { sum = 7, cells = "R10C1" }', "2:27: cage 1: R10C1 is outside the grid of 9x9"),
        ("[sudoku.cage]\nsum = 3\ncells = 'R1C1 R1C10'", "4:9: cage 1: R1C10 is outside the grid"),
        ("[[sudoku.cage]]\nsum = 9\ncells = 'R1C1 R1C1'", "4:9: cage 1: R1C1 twice"),
        ("[[sudoku.cage]]\nsum = 9\ncells = ''", "2:"),
        ('thermometer = [{ lines = "R1C1" }]', "2:18: unknown key 'lines', expected 'line'"),
    ],
)
def test_mistakes_in_sudokus_have_their_place(text: str, message: str) -> None:
    assert mistake(f"[sudoku]\n{text}\n").startswith(f"p.toml:{message}")
