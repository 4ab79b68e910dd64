"""How a count of classes, a description and a verifier put numbers into words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minuet.models import ExactCoverBuilder, Puzzle, Sudoku
from minuet.models.spelling import counted
from minuet.solvers import count as count_solutions
from minuet.solvers import verify


@pytest.mark.parametrize(
    ("count", "total", "order", "mirrored", "told"),
    [
        (1, 4, 8, 0, "1 class of 4 solutions under 8 symmetries"),
        (1, 1, 1, 0, "1 class of 1 solution under 1 symmetry"),
        (0, 0, 2, 0, "0 classes of 0 solutions under 2 symmetries"),
        (None, 1, 2, 0, "1 solution so far"),
        (
            3,
            9,
            4,
            1,
            "3 classes of 9 solutions under 4 symmetries; 1 more is a mirror image of one of these",
        ),
        (
            3,
            9,
            4,
            2,
            "3 classes of 9 solutions under 4 symmetries; "
            "2 more are mirror images of some of these",
        ),
    ],
)
def test_one_class_is_one(
    count: int | None, total: int, order: int, mirrored: int, told: str
) -> None:
    classes = count_solutions(Sudoku("." * 16), symmetries="auto")
    found = replace(
        classes,
        count=count,
        complete=count is not None,
        total=total,
        order=order,
        mirrored=mirrored,
    )
    assert str(found) == told


def test_a_number_beyond_what_str_writes_is_counted() -> None:
    assert counted(10**5000, "class").endswith("000 classes")


def test_rules_that_stand_nowhere_end_without_brackets() -> None:
    told = Sudoku("." * 16).describe()
    assert "()" not in told
    assert "rule cell: exactly one in each of 16 groups of 4 choices of digit\n" in told
    puzzle = Puzzle()
    puzzle.exactly_one(puzzle.choices("q", row=range(2)), by="row")
    assert "choices of q (test_class_words.py:" in puzzle.describe()


def test_a_verifier_says_what_an_item_needs_in_words() -> None:
    builder = ExactCoverBuilder()
    builder.item("a")
    builder.item("b")
    builder.option(["a"])
    builder.option(["b"])
    matrix = builder.build()
    assert verify(matrix, [0]) == "item b is covered 0 times, expected exactly one"
