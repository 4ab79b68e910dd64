"""That no fewer parts clash: what is certified is what trying all says, and nothing else is."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given

from minuet.models import ExactCover, Sudoku, WrongAnswer
from minuet.solvers import explain
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline
from minuet.solvers.explain.confirming import no_fewer

from drawing import few
from oracle.clashes import clashes
from oracle.matrices import matrices

TWICE = Sudoku("11..............")


@few(12)
@given(matrices(max_options=7))
def test_it_is_certified_of_what_trying_all_finds_to_be_the_smallest(matrix: ExactCover) -> None:
    assume(not all_solutions(matrix))
    found = explain(matrix, smallest=True, evidence="certified")
    assert found.verdict == "CLASH"
    assert found.smallest
    assert found.evidence >= "certified"
    for size in range(len(found)):
        for some in combinations(range(len(matrix.items)), size):
            assert not clashes(matrix, set(some), [], [])


def test_every_set_that_clashes_has_a_part_of_each_correction() -> None:
    found = explain(TWICE, smallest=True)
    assert len(found) == 3
    assert found.corrections
    mine = {("ITEM", one) for one in found.items} | {("GIVEN", one) for one in found.givens}
    for correction in found.corrections:
        assert mine & {(part.kind.name, part.number) for part in correction}


# Parts may be anything that has an order: numbers here.


def test_a_set_that_is_not_the_smallest_is_a_wrong_answer() -> None:
    corrections: Any = [[0, 1, 2], [1, 3], [1, 4]]
    smallest: Any = [1]
    larger: Any = [0, 3, 4]
    assert no_fewer(smallest, corrections, Deadline()).certificate is not None
    with pytest.raises(WrongAnswer, match="claimed to be the least cost"):
        no_fewer(larger, corrections, Deadline())


@pytest.mark.parametrize(
    ("kept", "corrections", "deadline"),
    [
        ([1, 5], [[1, 3]], Deadline()),  # they show less
        ([0], [], Deadline()),
        ([1], [[0, 1], [1, 2]], Deadline(0)),
    ],
)
def test_what_is_not_shown_or_not_in_time_is_left_open(
    kept: Any, corrections: Any, deadline: Deadline
) -> None:
    assert not no_fewer(kept, corrections, deadline)
