"""What is wrong with the keys of groups is said in the words of whoever wrote the rule."""

from __future__ import annotations

from typing import Any

import pytest

from minuet.models import ModelError, Puzzle


@pytest.fixture
def puzzle() -> Puzzle:
    made = Puzzle("p")
    made.choices("q", row=range(3), col=range(2))
    return made


def test_covering_wants_several_keys_and_by_one(puzzle: Puzzle) -> None:
    told = r"q\(row=0, col=0\) covers 0, expected several keys; `by` takes one"
    with pytest.raises(ModelError, match=told):
        puzzle.exactly_one("q", covering="row")


def test_a_key_that_cannot_be_hashed_is_shown(puzzle: Puzzle) -> None:
    told = (
        r"q\(row=0, col=0\) has no keys that can be hashed: unhashable list \[0, 0\], "
        r"expected a tuple, or `covering` for several keys"
    )
    with pytest.raises(ModelError, match=told):
        puzzle.exactly_one("q", by=lambda row, col: [row, col])


def test_counts_that_lack_a_group_are_not_called_over(puzzle: Puzzle) -> None:
    told = r"q\(row=2, col=0\) is in the group 2, which has no number"
    with pytest.raises(ModelError, match=told):
        puzzle.exactly({0: 1, 1: 1}, "q", by="row")
    with pytest.raises(ModelError, match="2 has no number"):
        puzzle.exactly({0: 1, 1: 1}, "q", by="row", over=range(3))


@pytest.mark.parametrize("counts", [{0: 1, None: 1}])
def test_counts_of_no_group_are_not_called_over(puzzle: Puzzle, counts: Any) -> None:
    with pytest.raises(ModelError, match="`counts` names None, which is no group"):
        puzzle.exactly(counts, "q", by="row")
