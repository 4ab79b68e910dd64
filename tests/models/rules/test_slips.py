"""Slips of whoever writes a first puzzle are told with what was probably meant."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from minuet.models import InputError, ModelError, Puzzle
from minuet.models.formats import read
from minuet.solvers import count


@pytest.fixture
def puzzle() -> Puzzle:
    made = Puzzle("p")
    made.choices("cell", row=range(3), col=range(2))
    return made


SWAPPED: dict[str, Callable[[Puzzle, Any], object]] = {
    "at_most(1, cell)": lambda p, t: p.at_most(t, 1),
    "at_least(2, cell)": lambda p, t: p.at_least(t, 2, by="row"),
    "exactly(1, cell)": lambda p, t: p.exactly(t, 1),
    "sum_equals(4, cell)": lambda p, t: p.sum_equals(t, 4, weight="row"),
    "between(1, 2, cell)": lambda p, t: p.between(t, 1, 2),
    "at_most(3, [cell, cell])": lambda p, t: p.at_most([t, t], 3),
}


@pytest.mark.parametrize("meant", SWAPPED)
def test_a_table_before_its_number_is_told_the_other_way_round(puzzle: Puzzle, meant: str) -> None:
    with pytest.raises(ModelError) as error:
        SWAPPED[meant](puzzle, puzzle.tables[0])
    assert str(error.value) == f"a table in place of a number, expected the number first: {meant}"


def test_letters_in_place_of_a_list_are_told_as_a_list() -> None:
    with pytest.raises(ModelError) as error:
        Puzzle("p").choices("seat", who="ABC")
    what = "column who is 'ABC', expected values such as range(8) or list('ABC')"
    assert str(error.value) == f"table 'seat': {what}"


def test_a_row_of_a_group_without_a_number_is_told_how_it_is_left_out(puzzle: Puzzle) -> None:
    told = "which has no number: give it one, or None as its key where it is to be in no group"
    with pytest.raises(ModelError, match=told):
        puzzle.exactly({0: 1, 1: 1}, "cell", by="row")


def notes(caplog: pytest.LogCaptureFixture, puzzle: Puzzle) -> list[str]:
    with caplog.at_level(logging.WARNING, "minuet"):
        puzzle.matrix  # noqa: B018  is made
    return [record.getMessage() for record in caplog.records]


def test_a_rule_that_concerns_no_row_is_told(
    puzzle: Puzzle, caplog: pytest.LogCaptureFixture
) -> None:
    rule = puzzle.exactly_one("cell", by=lambda row: None, name="lone")
    told = "none of 6 rows of cell is in a group, so it demands nothing"
    assert notes(caplog, puzzle) == [f"rule lone ({rule.source}): {told}"]
    assert count(puzzle).count == 64


@pytest.mark.parametrize(
    "arguments",
    [
        {"by": lambda row: None if row else 0},
        {"by": lambda row: None, "over": [1]},
        {"covering": lambda row: []},  # as 2x2 squares on a grid of one row
    ],
)
def test_a_rule_that_concerns_some_row_or_names_its_groups_is_not(
    arguments: dict[str, Any], caplog: pytest.LogCaptureFixture, puzzle: Puzzle
) -> None:
    puzzle.at_most_one("cell", **arguments)
    assert notes(caplog, puzzle) == []


def test_a_table_without_rows_is_not_told(caplog: pytest.LogCaptureFixture) -> None:
    puzzle = Puzzle("p")
    puzzle.choices("cell", row=range(3), where=lambda row: row > 7)
    puzzle.at_most_one("cell", by=lambda row: None)
    assert notes(caplog, puzzle) == []


TOML = """[choices.cell]
row = "0..2"
col = "0..2"
[rules.whole]
connected = "cell"
by = ["row", "col"]
prefer = 3
"""


def test_toml_does_not_offer_what_it_has_not() -> None:
    with pytest.raises(InputError) as error:
        read(TOML, form="toml")
    told = "a rule of the kind Connected, which has no cost; expected one that counts"
    assert told in str(error.value)
    assert "require" not in str(error.value)
