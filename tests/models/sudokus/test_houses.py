"""Houses beside rows, columns and boxes: diagonals, windows, extra regions, jigsaws."""

from __future__ import annotations

from itertools import permutations

import pytest

from minuet.models import Sudoku
from minuet.solvers import count, solutions, solve

from oracle.shidokus import DIAGONALS, Cell, as_grid, expected_grids

MIDDLE = [(1, 1), (1, 2), (2, 1), (2, 2)]


@pytest.mark.parametrize(
    ("houses", "options"),
    [
        (DIAGONALS, {"diagonals": True}),
        ([MIDDLE], {"windoku": True}),
        ([MIDDLE], {"extra": "....\n.aa.\n.aa.\n...."}),
        ([MIDDLE, DIAGONALS[0]], {"extra": ["R2C2 R2C3 R3C2 R3C3", DIAGONALS[0]]}),
    ],
)
def test_further_houses_hold_every_value(houses: list[list[Cell]], options: dict[str, str]) -> None:
    puzzle = Sudoku(size=4, **options)  # type: ignore[arg-type]
    found = {as_grid(puzzle, answer) for answer in solutions(puzzle)}
    assert found == expected_grids(
        lambda grid: all(len({grid[cell] for cell in house}) == 4 for house in houses)
    )
    assert found


def latin_squares_with(layout: str) -> int:
    rows = list(permutations(range(1, 5)))
    squares: list[tuple[int, ...]] = [()]
    for _ in range(4):  # a row more, none of whose values is above itself
        squares = [
            (*square, *row)
            for square in squares
            for row in rows
            if not any(value in square[col::4] for col, value in enumerate(row))
        ]
    regions = [[k for k, mark in enumerate(layout) if mark == label] for label in set(layout)]
    return sum(all(len({s[k] for k in region}) == 4 for region in regions) for s in squares)


@pytest.mark.parametrize("layout", ["AAABACBBCCDBCDDD", "1112122233434344", "aaaabbbbccccdddd"])
def test_jigsaws_count_latin_squares_with_these_regions(layout: str) -> None:
    assert count(Sudoku(regions=layout)).count == latin_squares_with(layout)


def test_a_jigsaw_may_have_a_prime_size() -> None:
    rows = ["aaabb", "aabbb", "ccddd", "cccdd", "eeeee"]
    puzzle = Sudoku(regions=rows)
    answer = solve(puzzle).answer
    assert answer is not None
    assert puzzle.box is None
    assert puzzle.size == 5
