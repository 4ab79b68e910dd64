"""That no fewer parts clash: what is certified is what trying all says, and nothing else is."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given

from minuet.models import ExactCover, Sudoku, WrongAnswer
from minuet.solvers import Deadline, Verdict, explain
from minuet.solvers.conformance import all_solutions
from minuet.solvers.explain.no_fewer import no_fewer
from minuet.solvers.explain.parts import Kind, Part

from drawing import few
from oracle.clashes import clashes
from oracle.matrices import matrices

TWICE = Sudoku("11..............")


def items(*numbers: int) -> list[Part]:
    return [Part(Kind.ITEM, number) for number in numbers]


@few(30)
@given(matrices(max_options=7))
def test_it_is_certified_of_what_trying_all_finds_to_be_the_smallest(matrix: ExactCover) -> None:
    assume(not all_solutions(matrix))
    found = explain(matrix, smallest=True, evidence="certified")
    assert found.verdict is Verdict.CLASH
    assert found.smallest
    assert found.evidence >= "certified"
    for size in range(len(found)):
        for some in combinations(range(len(matrix.items)), size):
            assert not clashes(matrix, set(some), [], [])


def test_every_set_that_clashes_has_a_part_of_each_correction() -> None:
    found = explain(TWICE, smallest=True)
    assert len(found) == 3
    assert found.corrections
    mine = {*(Part(Kind.ITEM, one) for one in found.items)}
    mine |= {Part(Kind.GIVEN, one) for one in found.givens}
    assert all(mine.intersection(correction) for correction in found.corrections)


def test_a_set_that_is_not_the_smallest_is_a_wrong_answer() -> None:
    corrections = [items(0, 1, 2), items(1, 3), items(1, 4)]
    assert no_fewer(items(1), corrections, Deadline()).certificate is not None
    with pytest.raises(WrongAnswer, match="claimed to be the least cost"):
        no_fewer(items(0, 3, 4), corrections, Deadline())


def test_corrections_that_show_less_certify_nothing() -> None:
    assert not no_fewer(items(1, 5), [items(1, 3)], Deadline())
    assert not no_fewer(items(0), [], Deadline())


def test_the_limit_leaves_it_open() -> None:
    assert not no_fewer(items(1), [items(0, 1), items(1, 2)], Deadline(0))
