"""Samurai: grids that overlap are one puzzle."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.models import ModelError, Samurai, Sudoku
from minuet.models.formats import FORMATS, read
from minuet.models.sudokus.constraints import Thermometer
from minuet.setting import is_unique
from minuet.solvers import Status, count, solutions, solve

from oracle.shidokus import cells_of, rises


def test_two_grids_share_a_box() -> None:
    pair = Samurai(offsets=[(0, 0), (2, 2)], box=(2, 2))
    assert len(pair.cells) == 28
    assert count(pair).count == 288 * 288 // 24  # each completion of a box, as there are 4! of it


def test_five_small_grids_count_by_their_corners() -> None:
    five = Samurai(offsets=[(0, 0), (0, 4), (2, 2), (4, 0), (4, 4)], box=(2, 2))
    assert count(five, "memo").count == 288 * 12**4


def test_the_samurai_has_its_solution_and_no_other(data: Path) -> None:
    reading = read((data / "variants/samurai.txt").read_bytes())
    (puzzle,) = reading.problems
    assert reading.format == "samurai"
    assert isinstance(puzzle, Samurai)
    known = (data / "variants/samurai.solution.txt").read_text().rstrip("\n")
    for engine in ("dlx", "sat"):
        found = list(solutions(puzzle, engine))
        assert [answer.puzzle.show(answer) for answer in found] == [known]
        assert puzzle.check(found[0])
    lines = known.split("\n")
    for top, left in puzzle.offsets:
        whole = "".join(line[left : left + 9] for line in lines[top : top + 9])
        assert solve(Sudoku(whole)).status is Status.OPTIMAL


def test_the_example_of_the_format_has_one_solution() -> None:
    (puzzle,) = read(FORMATS["samurai"].example).problems
    assert is_unique(puzzle)


def test_a_samurai_takes_constraints() -> None:
    offsets = [(0, 0), (2, 2)]
    cells = "R2C2 R3C3 R4C4 R5C5"
    puzzle = Samurai(offsets=offsets, box=(2, 2), constraints=[Thermometer(cells)])
    whole = Samurai(offsets=offsets, box=(2, 2))
    line = cells_of(cells)
    expected = 0
    for answer in solutions(whole):
        grid = {(r, c): v for r, c, v in answer["digit"]}
        expected += rises([grid[cell] for cell in line])
    assert count(puzzle).count == expected > 0
    with pytest.raises(ModelError, match="thermometer 1: R1C5 is outside the grid of 6x6"):
        Samurai(offsets=offsets, box=(2, 2), constraints=[Thermometer("R1C4 R1C5")])


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (["...."] * 3, "3 lines, expected 6"),
        (["....1", *["......"] * 5], "row 1, column 5: '1', expected a space"),
        (["...", *["......"] * 5], "row 1, column 4: ' ', expected 1 to 4 or ."),
        (["...5", *["......"] * 5], "row 1, column 4: '5', expected 1 to 4 or ."),
    ],
)
def test_a_samurai_says_where_its_grid_is_wrong(grid: list[str], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Samurai(grid, offsets=[(0, 0), (2, 2)], box=(2, 2))
