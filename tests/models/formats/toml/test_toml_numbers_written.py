"""Rules with a number for each group, written down in TOML: one rule, as it was said."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Puzzle
from minuet.models.formats import read, write
from minuet.solvers import count

from drawing import few

NURSES = ("Ann", "Bo", "Cy", "Di")


def roster() -> tuple[Puzzle, Any]:
    puzzle = Puzzle("roster")
    return puzzle, puzzle.choices("shift", nurse=NURSES, day=range(1, 4))


def again(text: str) -> Puzzle:
    (puzzle,) = read(text, form="toml").problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


def test_unequal_numbers_are_one_rule_again() -> None:
    puzzle, shift = roster()
    puzzle.exactly({"Ann": 3, "Bo": 2, "Cy": 3, "Di": 0}, shift, by="nurse", name="hours")
    puzzle.exactly({1: 2, 2: 3, 3: 3}, shift, by="day")
    text = write(puzzle, "toml")
    assert text.count("[rules.") == 2
    assert '[rules.hours]\nexactly = [3, 2, 3, 0]\nof = "shift"\nby = "nurse"\n' in text
    assert 'exactly = [2, 3, 3]\nof = "shift"\nby = "day"\nover = "1..3"\n' in text
    assert [rule.name for rule in again(text).rules] == [rule.name for rule in puzzle.rules]
    assert count(again(text)).count == count(puzzle).count == 1


def test_groups_that_no_row_is_in_keep_their_numbers() -> None:
    puzzle, shift = roster()
    puzzle.exactly({"Ed": 0, "Ann": 1, "Bo": 1, "Cy": 2, "Di": 0}, shift, by="nurse", name="hours")
    text = write(puzzle, "toml")
    assert text.count("[rules.") == 1
    assert count(again(text)).count == count(puzzle).count == 27


def test_rules_that_are_only_called_alike_stay_apart() -> None:
    puzzle, shift = roster()
    puzzle.exactly(2, shift, by="nurse", name="hours of 2")
    puzzle.exactly(1, shift, by="nurse", name="hours of 1")
    puzzle.exactly(3, shift, by="day", name="days of 3")
    text = write(puzzle, "toml")
    assert text.count("[rules.") == 3
    assert count(again(text)).count == 0


@pytest.mark.parametrize("covering", [False, True])
@few(25)
@given(numbers=st.lists(st.integers(0, 3), min_size=4, max_size=4), reverse=st.booleans())
def test_any_numbers_come_back(covering: bool, numbers: list[int], reverse: bool) -> None:
    puzzle, shift = roster()
    counts = dict(zip(reversed(NURSES) if reverse else NURSES, numbers, strict=True))
    if covering:
        puzzle.exactly(counts, shift, covering=lambda nurse, day: [nurse] if day > 1 else [])
    else:
        puzzle.exactly(counts, shift, by="nurse")
    text = write(puzzle, "toml")
    assert text.count("[rules.") == 1
    assert count(again(text)).count == count(puzzle).count


def test_a_number_with_a_fraction_is_named() -> None:
    puzzle = Puzzle("paid")
    job = puzzle.choices("job", [{"name": "cook", "hours": 7.5}])
    puzzle.exactly_one(job, by="name")
    with pytest.raises(ModelError, match=r"^toml: table 'job' has the number 7.5, expected an int"):
        write(puzzle, "toml")
