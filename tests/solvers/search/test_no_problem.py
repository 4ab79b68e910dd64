"""A question that is asked of no puzzle says in one line what was meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from minuet.models import ModelError, Puzzle, Sudoku
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.setting import is_unique, minimal_givens, rate
from minuet.solvers import (
    best,
    count,
    crosscheck,
    estimate,
    explain,
    solutions,
    solve,
    solve_many,
)

QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "best": lambda asked: list(best(asked, 2)),
    "count": count,
    "count with symmetries": lambda asked: count(asked, symmetries="known"),
    "crosscheck": crosscheck,
    "estimate": estimate,
    "explain": explain,
    "is_unique": is_unique,
    "minimal_givens": minimal_givens,
    "rate": rate,
    "solutions": lambda asked: list(solutions(asked)),
    "solve": solve,
    "solve_many": lambda asked: list(solve_many(asked, [])),
    "evidence": lambda asked: count(asked, evidence="agreed"),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_wants_a_puzzle(question: str) -> None:
    told = r"^None, expected a Puzzle or an ExactCover$"
    with pytest.raises(ModelError, match=told):
        QUESTIONS[question](None)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("queens-8", r"'queens-8', .*: minuet.models.gallery.entry\('queens-8'\).load\(\)$"),
        ("gallery:queens-8", r"entry\('queens-8'\).load\(\)$"),
        ("12..", r"'12\.\.', .*; minuet.models.formats.read\(text\).problems has those of a text$"),
        ("x\n" * 1000, r"read\(text\).problems has those of a text$"),
        ([Puzzle()], r"^\[Puzzle\('puzzle'\)\], .*one at a time; `solve_many` takes one and many"),
        (Sudoku, r"Sudoku\(\.\.\.\) makes one$"),
        (entry("queens-8"), r"entry\('queens-8'\).load\(\)$"),
        (read("12" + "." * 14), "its `problems` are such"),
    ],
)
def test_what_was_meant_is_said(asked: Any, told: str) -> None:
    with pytest.raises(ModelError, match=told) as caught:
        count(asked)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250
