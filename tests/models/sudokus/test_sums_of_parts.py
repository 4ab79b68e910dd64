"""Sums that are said of parts, against plain enumeration of the sudokus of 4x4.

On 4x4 lines have few accepted words, so here none is said by its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ShapedSudoku, Sudoku
from minuet.models.sudokus.constraints import Arrow, Cage, DoubleArrow, EqualSums, RegionSumLine
from minuet.solvers import count, solutions

from drawing import few
from oracle.shidokus import ALL

CELLS = [(r, c) for r in range(4) for c in range(4)]
cells = st.lists(st.sampled_from(CELLS), min_size=2, max_size=9, unique=True)
WEIGHTS = [1, 1, 1, -1, 2, -3]


@pytest.fixture(autouse=True, scope="module")
def no_words(stepwise: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    with stepwise():
        yield


@pytest.mark.parametrize("unit", [1, 10_000])
@given(st.data(), cells, st.integers(0, 287))
@few(30)
def test_weighted_sums_have_all_their_grids(
    unit: int, data: st.DataObject, cells: list, number: int
) -> None:
    """Small sums are followed from cell to cell; large ones are one item."""
    counts = [unit * data.draw(st.sampled_from(WEIGHTS)) for _ in cells]
    sums = [sum(w * grid[cell] for w, cell in zip(counts, cells, strict=True)) for grid in ALL]
    clue = Cage(sums[number], cells, repeats=True, weights=counts)
    puzzle = Sudoku(size=4, constraints=[clue])
    found = list(solutions(puzzle, "propagate"))
    assert len(found) == sums.count(sums[number])
    assert all(puzzle.check(answer) for answer in found)


@given(st.lists(cells, min_size=2, max_size=2), st.integers(0, 287))
@few(30)
def test_sums_share_cells(both: list, number: int) -> None:
    totals = [sum(ALL[number][cell] for cell in cells) for cells in both]
    wanted = [
        grid
        for grid in ALL
        if all(sum(grid[c] for c in cells) == t for cells, t in zip(both, totals, strict=True))
    ]
    clues = [Cage(t, cells, repeats=True) for cells, t in zip(both, totals, strict=True)]
    assert count(Sudoku(size=4, constraints=clues), "propagate").count == len(wanted)


@given(cells.filter(lambda cells: len(cells) > 2))
@few(30)
def test_lines_of_equal_sums(cells: list) -> None:
    kinds = [RegionSumLine(cells), EqualSums([cells[:2], cells[2:]])]
    for clue in (*kinds, DoubleArrow(cells), Arrow(cells[:1], cells[1:])):
        puzzle = Sudoku(size=4, constraints=[clue])
        found = [puzzle.grid(answer) for answer in solutions(puzzle, "propagate")]
        every = map(as_rows, ALL)
        wanted = [rows for rows in every if clue.holds(" ".join(map(as_word, rows)))]
        assert sorted(found) == sorted(wanted)


def as_rows(grid: dict) -> list[list[int]]:
    return [[grid[r, c] for c in range(4)] for r in range(4)]


def as_word(row: list[int]) -> str:
    return "".join(map(str, row))


def test_values_from_zero_add_up_as_they_are_shown() -> None:
    line = [(0, 1), (1, 0), (2, 2), (3, 3), (2, 3)]
    for total in range(16):
        clue = Cage(total, line, repeats=True, weights=[1, 1, 1, 1, -1])
        wanted = sum(
            sum(grid[cell] - 1 for cell in line[:4]) - grid[line[4]] + 1 == total for grid in ALL
        )
        shown = ShapedSudoku(4, 4, values=range(4), constraints=[clue])
        assert count(shown, "propagate").count == wanted


def test_a_diagonal_of_a_large_grid_has_a_choice_for_each_box() -> None:
    line = [(k, k) for k in range(9)]
    puzzle = Sudoku(size=9, constraints=[Cage(60, line, repeats=True)])
    sets = [row.digits for row in next(t for t in puzzle.tables if t.name == "digits").rows]
    assert min(map(sum, sets)) == 60 - 24 - 24
    assert {len(digits) for digits in sets} == {3}
