"""A document that says that all symmetries count."""

from __future__ import annotations

import copy
import pickle

import pytest

from minuet.models import InputError, Puzzle
from minuet.models.formats import read, write
from minuet.solvers import count

LATIN = """
name = "latin squares"
symmetries = "auto"

[choices.digit]
row = "1..4"
col = "1..4"
value = "1..4"

[rules]
cell = { exactly_one = "digit", by = ["row", "col"] }
row = { exactly_one = "digit", by = ["row", "value"] }
col = { exactly_one = "digit", by = ["col", "value"] }
"""


def puzzle_of(text: str) -> Puzzle:
    (puzzle,) = read(text).problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


def test_what_counts_as_alike_is_read_and_heeded() -> None:
    puzzle = puzzle_of(LATIN)
    assert puzzle.alike == "auto"
    assert count(puzzle, symmetries="known").count == 2
    assert count(puzzle, symmetries="known").order == 82_944
    assert puzzle_of(LATIN.replace('"auto"', '"known"')).alike == "known"


def test_it_travels_and_is_written_down() -> None:
    puzzle = puzzle_of(LATIN)
    for twin in (puzzle.copy(), copy.deepcopy(puzzle), pickle.loads(pickle.dumps(puzzle))):
        assert twin.alike == "auto"
    assert puzzle_of(write(puzzle, "toml")).alike == "auto"
    assert "symmetries" not in write(puzzle_of(LATIN.replace('symmetries = "auto"', "")), "toml")


def test_another_word_is_refused_in_its_line() -> None:
    with pytest.raises(InputError, match=r":3:\d+: 'all', expected auto or known"):
        read(LATIN.replace('"auto"', '"all"'))
