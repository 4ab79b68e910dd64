"""Rules that could be spared, against counts of the puzzle without them."""

from __future__ import annotations

import pytest

import minuet
from minuet.models import ModelError, Puzzle
from minuet.models.gallery import entry
from minuet.setting import redundant_rules


def rooks(*rules: str) -> Puzzle:
    """Return three rooks of which two are given, with the named rules."""
    puzzle = Puzzle("rooks")
    rook = puzzle.choices("rook", row=range(3), col=range(3))
    if "row" in rules:
        puzzle.exactly_one(rook, by="row", name="row")
    if "column" in rules:
        puzzle.exactly_one(rook, by="col", name="column")
    if "twice" in rules:
        puzzle.at_most_one(rook, by="col", name="twice")
    puzzle.given(rook, row=0, col=0)
    puzzle.given(rook, row=1, col=1)
    return puzzle


def test_a_rule_is_spared_if_the_others_leave_one_solution() -> None:
    names = ("row", "column", "twice")
    spare = redundant_rules(rooks(*names))
    counted = [
        name
        for name in names
        if minuet.count(rooks(*(other for other in names if other != name))).count == 1
    ]
    assert list(spare) == counted


def test_of_a_killer_sudoku_the_boxes_follow() -> None:
    assert redundant_rules(entry("killer-sudoku").load()) == ("box",)


def test_a_puzzle_without_one_solution_is_refused() -> None:
    with pytest.raises(ModelError, match="several solutions, expected one"):
        redundant_rules(entry("queens-8").load())
