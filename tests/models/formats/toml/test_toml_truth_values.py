"""Truth values, which are written down in TOML as the 0 and 1 that they equal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from minuet.models import Puzzle
from minuet.models.formats import read, same_cover, write
from minuet.solvers import solve


def lamps(truths: tuple[Any, Any] = (False, True)) -> Puzzle:
    puzzle = Puzzle("lamps")
    cell = puzzle.choices("cell", row=range(3), col=range(3), lit=truths)
    puzzle.exactly_one(cell, by=("row", "col"))
    puzzle.exactly_one(cell, by=lambda row, lit: row if lit else None, name="row")
    puzzle.exactly_one(cell, by=lambda col, lit: (col, lit) if lit else None, name="col")
    puzzle.exactly({True: 3, False: 6}, cell, by="lit", name="all")
    puzzle.given(cell, row=0, col=1, lit=True)
    puzzle.maximize(cell, lambda row, col, lit: row * col * int(lit))
    return puzzle


@pytest.mark.parametrize("truths", [(False, True), (np.False_, np.True_)])
def test_a_puzzle_with_truth_values_is_written_and_read_back(truths: tuple[Any, Any]) -> None:
    puzzle = lamps(truths)
    text = write(puzzle, "toml")
    assert "lit = [0, 1]\n" in text
    (again,) = read(text, form="toml").problems
    assert isinstance(again, Puzzle)
    assert same_cover(puzzle.matrix, again.matrix)
    assert again.given_options == puzzle.given_options
    assert solve(again).objective == solve(puzzle).objective == 4


@pytest.mark.parametrize("show", ["#", "lit", lambda lit: "X" if lit else "."])
@pytest.mark.parametrize("where", [None, lambda lit: lit])
def test_its_picture_is_the_same(show: Any, where: Any) -> None:
    puzzle = lamps()
    puzzle.drawn("cell", by=("row", "col"), show=show, **({"where": where} if where else {}))
    (again,) = read(write(puzzle, "toml"), form="toml").problems
    assert isinstance(again, Puzzle)
    assert str(solve(again).answer) == str(solve(puzzle).answer)
