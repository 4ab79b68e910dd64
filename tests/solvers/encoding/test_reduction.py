"""A reduced matrix has the solutions of the whole one, and nothing that none of them has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_plans import PLANS, Auto

from minuet.models import ExactCover, ExactCoverBuilder, Puzzle, WrongAnswer
from minuet.models.gallery import entry
from minuet.solvers import solutions
from minuet.solvers.contract import Progress, Query
from minuet.solvers.encoding.reduction import reduced

from oracle.matrices import matrices
from oracle.subsets import solutions_of


@given(matrices(), st.data())
def test_the_solutions_are_those_of_brute_force(matrix: ExactCover, drawn: st.DataObject) -> None:
    options = st.sets(st.integers(0, max(matrix.options - 1, 0)), max_size=2)
    given_, forbidden = (drawn.draw(options) if matrix.options else set() for _ in range(2))
    expected = {
        solution
        for solution in solutions_of(matrix)
        if given_ <= set(solution) and not forbidden & set(solution)
    }
    query = Query(matrix, given=tuple(sorted(given_)), forbidden=frozenset(forbidden))
    left = reduced(query)
    if left is None:
        assert not expected
    else:
        assert {left.solution(found) for found in solutions_of(left.matrix)} == expected


@given(matrices())
def test_what_is_left_can_be_chosen_beside_every_item(matrix: ExactCover) -> None:
    left = reduced(Query(matrix))
    if left is None:
        return
    small = left.matrix
    rows = [dict(small.option(k)) for k in range(small.options)]

    def beside(one: int, other: int) -> bool:
        shared = [item for item in rows[one] if item in rows[other] and small.high[item] == 1]
        return all(rows[one][item] == rows[other][item] != 0 for item in shared)

    for one in range(small.options):
        for item in range(small.primary):
            users = [o for o in range(small.options) if item in rows[o]]
            assert sum(o == one or beside(one, o) for o in users) >= small.low[item]


def test_items_that_say_the_same_are_kept_once() -> None:
    members = [0, 1, 0, 1, 2]
    matrix = ExactCover(primary=3, items=["a", "b", "c"], starts=[0, 2, 4, 5], members=members)
    left = reduced(Query(matrix))
    assert left is not None
    assert left.given == (2,)
    assert (left.matrix.items, left.options.tolist()) == (["a"], [0, 1])


def test_a_count_that_takes_longer_is_of_the_reduced_matrix() -> None:
    for name, number in (("pentominoes-3x20", 8), ("soma", 11_520), ("square-medley-9", 464)):
        matrix = entry(name).load().matrix
        auto, progress = Auto(plans=replace(PLANS, reduce_after=0.0)), Progress()
        assert auto.count(Query(matrix), progress) == number
        assert progress.complete


def test_the_options_of_each_solution_have_their_own_numbers() -> None:
    matrix = entry("dominosa-4").load().matrix
    left = reduced(Query(matrix))
    assert left is not None
    (only,) = solutions(matrix)
    assert [left.solution(found) for found in solutions(left.matrix)] == [only]


class Inventing(Auto):
    """Says at once that it has found two solutions."""

    def _some(self, query: Query, progress: Progress, limit: int) -> list[tuple[int, ...]]:
        return [(0,), (1,)]


def test_a_reduction_that_denies_what_was_found_is_reported() -> None:
    builder = ExactCoverBuilder()
    for item in "abc":
        builder.item(item)
    builder.option(["a", "b"])
    builder.option(["b", "c"])
    with pytest.raises(WrongAnswer, match="found 2 solutions"):
        list(Inventing(plans=PLANS).solutions(Query(builder.build()), Progress()))


def test_a_reduction_that_takes_too_long_is_given_up() -> None:
    given_up = []

    class Hurrying(Auto):
        def _reduction(self, query: Query, progress: Progress, *begun: Any) -> None:
            self._plans = replace(self._plans, reduce_within=0.0)
            assert super()._reduction(query, progress, *begun) is None
            given_up.append(not progress.complete)

    auto, progress = Hurrying(plans=replace(PLANS, reduce_after=0.0)), Progress()
    assert auto.count(Query(entry("pentominoes-6x10").load().matrix), progress) == 9356
    assert progress.complete
    assert given_up == [True]


def test_steps_along_lines_are_not_reduced_round_by_round() -> None:
    line = Puzzle("line")
    cell = line.choices("cell", place=range(40))
    line.regular("0* 1{2} 0+ 1{3} 0+ 1 0*", cell, along="place")
    assert PLANS.seconds_to_reduction(Query(line.matrix)) is None
    assert PLANS.seconds_to_reduction(Query(entry("soma").load().matrix)) is not None
