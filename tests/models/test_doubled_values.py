"""A product of columns has no two equal rows: a value that stands twice is refused."""

from __future__ import annotations

from typing import Any

import pytest

from minuet.models import ModelError, Puzzle
from minuet.solvers import count

from oracle.toml_texts import mistake


@pytest.mark.parametrize("where", [None, lambda row: row != "a"])
@pytest.mark.parametrize("as_mapping", [False, True])
def test_a_value_twice_in_a_column_is_refused(where: Any, as_mapping: bool) -> None:
    told = "table 'x': column row holds 'b' twice, expected each value once"
    columns: dict[str, Any] = {"row": ["a", "b", "b"], "col": range(2)}
    with pytest.raises(ModelError, match=told):
        if as_mapping:
            Puzzle().choices("x", columns, where=where)
        else:
            Puzzle().choices("x", where=where, **columns)


def test_values_without_a_hash_are_compared() -> None:
    with pytest.raises(ModelError, match=r"column row holds \[1\] twice"):
        Puzzle().choices("x", row=[[1], [2], [1]])
    assert len(Puzzle().choices("x", row=[[1], [2]])) == 2


def test_values_that_come_one_by_one_are_read_once() -> None:
    assert len(Puzzle().choices("x", row=iter("ab"), col=(k for k in range(3)))) == 6


def test_rows_may_stand_twice_and_are_two_choices() -> None:
    puzzle = Puzzle()
    puzzle.exactly_one(puzzle.choices("x", [{"row": "a"}, {"row": "a"}]), by="row")
    assert count(puzzle).count == 2


def test_toml_says_where_the_value_stands() -> None:
    text = '[choices.x]\nrow = ["a", "b", "b"]\n[rules]\nr = { exactly_one = "x", by = "row" }\n'
    assert mistake(text) == "p.toml:2:18: 'b' twice, expected each value once"
