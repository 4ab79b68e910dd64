"""Candidates: what givens and constraints leave at first sight, and never too little."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from minuet.models import ModelError, Samurai, Sudoku
from minuet.models.sudokus.constraints import (
    Arrow,
    Cage,
    Candidates,
    Constraint,
    Renban,
    Sandwich,
    Thermometer,
    Whispers,
)

from oracle.shidokus import ALL, CASES, Cell

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_a_value_goes_where_a_house_has_it() -> None:
    left = Sudoku(HARD).candidates()
    assert left[0, 1] == (1, 2, 4, 6)
    assert left[8, 8] == (2, 3, 5, 7)
    assert len(left) == 81 - 21
    assert (0, 0) not in left


def test_single_candidates_stay_candidates() -> None:
    sudoku = Sudoku("123." + "." * 12)
    assert sudoku.candidates()[0, 3] == (4,)
    assert sudoku.candidates()[3, 3] == (1, 2, 3, 4)  # no 4 was written into the cell above


def test_further_houses_count_and_those_of_a_samurai() -> None:
    assert Sudoku("1" + "." * 15, diagonals=True).candidates()[3, 3] == (2, 3, 4)
    overlapping = Samurai(
        "1...  \n....  \n......\n......\n  ....\n  ....", offsets=[(0, 0), (2, 2)], box=(2, 2)
    )
    assert overlapping.candidates()[0, 3] == (2, 3, 4)
    assert overlapping.candidates()[5, 5] == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("constraint", "left"),
    [
        (Cage(3, "R1C1 R1C2"), {(0, 0): (1, 2), (0, 1): (1, 2)}),
        (Cage(24, "R1C1-R1C3"), {(0, 2): (7, 8, 9)}),
        (Thermometer("R1C1-R1C8"), {(0, 0): (1, 2), (0, 7): (8, 9)}),
        (Whispers("R1C1 R1C2"), {(0, 0): (1, 2, 3, 4, 6, 7, 8, 9)}),
        (Renban("R1C1-R1C9"), {(0, 0): tuple(range(1, 10))}),
        (Arrow("R1C1", "R1C2 R2C4"), {(0, 0): tuple(range(2, 10)), (0, 1): tuple(range(1, 9))}),
        (Candidates("R5C5", [2, 4]), {(4, 4): (2, 4)}),
        (Sandwich(5, "R1C1-R1C3"), {(0, 0): (1, 9), (0, 1): (5,), (0, 2): (1, 9)}),
    ],
    ids=str,
)
def test_constraints_leave_what_they_have_a_use_for(
    constraint: Constraint, left: Mapping[Cell, tuple[int, ...]]
) -> None:
    found = Sudoku(constraints=[constraint]).candidates()
    assert {cell: found[cell] for cell in left} == left


def test_what_is_known_of_an_answer_counts_as_givens_do() -> None:
    sudoku = Sudoku(HARD)
    assert 9 in sudoku.candidates()[0, 2]
    known = sudoku.read([*sudoku.given_options, 9 * 9 * 1 + 9 * 0 + 8])  # R2C1=9
    assert 9 not in sudoku.candidates(known)[0, 2]


def test_no_solution_loses_a_digit() -> None:
    rng = random.Random(1)
    for case, (constraint, holds) in CASES.items():
        kept = [grid for grid in ALL if holds(grid)]
        for grid in rng.sample(kept, min(3, len(kept))):
            shown = set(rng.sample(sorted(grid), rng.randint(0, 6)))
            text = "".join(str(grid[cell]) if cell in shown else "." for cell in sorted(grid))
            left = Sudoku(text, constraints=[constraint]).candidates()
            assert set(left) == set(grid) - shown
            assert all(grid[cell] in values for cell, values in left.items()), case


def test_a_contradiction_leaves_nothing() -> None:
    left = Sudoku(
        "1" + "." * 15, constraints=[Cage(3, "R1C1 R1C2"), Cage(7, "R1C2 R2C1")]
    ).candidates()
    assert left[0, 1] == ()


def test_candidates_may_be_told_by_cell_or_name() -> None:
    sudoku = Sudoku(size=4)
    picture = sudoku.picture(candidates={(0, 0): [4, 1], "R2C1": {2}})
    shown = {one.place: one.values for one in picture.shapes if hasattr(one, "values")}
    assert shown == {(0, 0): (1, 4), (1, 0): (2,)}
    assert picture.description == "digits given: 0, found: 0; cells with candidates: 2"
    digit = Sudoku("1" + "." * 15).picture(candidates={"R1C1": [2]})
    assert not any(hasattr(one, "values") for one in digit.shapes)


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({"R5C1": [1]}, "R5C1 is outside the grid of 4x4"),
        ({"C1": [1]}, "cell 'C1', expected a name such as R1C1"),
        ({(0, 0): [5]}, "candidate 5 of R1C1, expected 1 to 4"),
        ({(0, 0): ["1"]}, "candidate '1' of R1C1, expected 1 to 4"),
        ({(0, 0): 1}, "candidates 1 of R1C1, expected a list"),
        ({(0, 0, 0): [1]}, r"cell '\(0, 0, 0\)', expected \(row, column\)"),
        ({"R1C1-R1C2": [1]}, "2 cells, expected one"),
        ("R1C1", """candidates "'R1C1'", expected True, False or values by cell"""),
    ],
)
def test_wrong_candidates_are_named(told: Any, wrong: str) -> None:
    with pytest.raises(ModelError, match=wrong):
        Sudoku(size=4).draw(candidates=told)
