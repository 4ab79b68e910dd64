"""What every solver must do. `pytest --solver NAME` runs it for one, a new one included."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder, ModelError, Unsupported
from minuet.solvers import (
    Deadline,
    Evidence,
    Progress,
    Query,
    Result,
    Solver,
    Status,
    count,
    solutions,
    solve,
    solve_many,
    verify,
)
from minuet.solvers.contract.batch import one_by_one
from minuet.solvers.fuzz import fuzz
from minuet.solvers.fuzz.oracles.brute_force import all_solutions

from oracle.matrices import matrices
from oracle.problems import queens


def supports(solver: Solver, matrix: ExactCover) -> bool:
    """An honest Unsupported is an answer too."""
    try:
        solver.require(matrix)
    except Unsupported:
        return False
    return True


@given(matrix=matrices(), selection=st.tuples(st.booleans(), st.integers(0, 8), st.integers(0, 8)))
def test_finds_all_solutions(
    solver: Solver, matrix: ExactCover, selection: tuple[bool, int, int]
) -> None:
    if not supports(solver, matrix):
        return
    selected, one, two = selection
    chosen = {one} if selected and one < matrix.options else set()
    barred = {two} if selected and two < matrix.options else set()
    query, progress = Query(matrix, tuple(chosen), frozenset(barred)), Progress()
    found = Counter(
        tuple(sorted(options)) for options in one_by_one(solver.solutions(query, progress))
    )
    assert found == Counter(all_solutions(matrix, chosen, barred))
    assert progress.complete


@given(matrix=matrices())
def test_counts_all_solutions(solver: Solver, matrix: ExactCover) -> None:
    if not supports(solver, matrix):
        return
    result = count(matrix, solver)
    assert result.count == len(all_solutions(matrix))
    assert result.complete
    assert result.status is (Status.OPTIMAL if result.count else Status.INFEASIBLE)


@settings(max_examples=25)
@given(matrix=matrices(), one=st.integers(0, 8))
def test_finds_a_solution_if_there_is_one(solver: Solver, matrix: ExactCover, one: int) -> None:
    if not supports(solver, matrix):
        return
    chosen = {one} if one < matrix.options else set()
    query, progress = Query(matrix, tuple(chosen)), Progress()
    expected = all_solutions(matrix, chosen)
    found = solver.first(query, progress)
    if found is None:
        assert progress.complete
        assert not expected
    else:
        assert tuple(sorted(found)) in expected


@settings(max_examples=25)
@given(matrix=matrices(), data=st.data(), limit=st.integers(1, 2))
def test_answers_many_selections(
    solver: Solver, matrix: ExactCover, data: st.DataObject, limit: int
) -> None:
    if not supports(solver, matrix):
        return
    some = st.lists(st.integers(0, max(matrix.options - 1, 0)), max_size=2, unique=True)
    selections = data.draw(st.lists(some, max_size=3)) if matrix.options else [[]]
    answers = list(solver.many(Query(matrix), Progress(), map(tuple, selections), limit))
    assert len(answers) == len(selections)
    for selection, (number, first) in zip(selections, answers, strict=True):
        expected = all_solutions(matrix, set(selection))
        assert number == min(len(expected), limit)
        assert (None if first is None else tuple(sorted(first))) in (expected or [None])


def test_a_batch_tells_one_solution_from_two(solver: Solver) -> None:
    results = list(solve_many(queens(4), [(), (1,), (0,)], solver, unique=True))
    assert [(result.count, result.complete) for result in results] == [
        (2, False),
        (1, True),
        (0, True),
    ]


def test_a_batch_takes_a_given_once_that_is_given_anyway(solver: Solver) -> None:
    puzzle = queens(4)
    puzzle.given(puzzle.table("queen"), row=0, col=1)
    results = list(solve_many(puzzle, [(1,), (1, 7), (0,), ()], solver))
    assert [result.options is not None for result in results] == [True, True, False, True]


@pytest.mark.parametrize("blocks", [3, 33])
def test_finds_what_was_planted_among_many_items(solver: Solver, blocks: int) -> None:
    """Blocks of four items, each covered by two pairs, in one or in two ways, past 64 and 128."""
    builder = ExactCoverBuilder()
    for block in range(blocks):
        for corner in range(4):
            builder.item((block, corner))
    for block in range(blocks):
        sides = [(0, 1), (2, 3), (0, 2), (1, 3)]
        for one, two in sides if block in (0, blocks - 1) else sides[:2]:
            builder.option([(block, one), (block, two)])
    matrix = builder.build()
    found = {
        tuple(sorted(options))
        for options in one_by_one(solver.solutions(Query(matrix), Progress()))
    }
    assert len(found) == 4
    assert all(verify(matrix, options) is None for options in found)
    assert count(matrix, solver).count == 4


@given(matrix=matrices(), selection=st.tuples(st.booleans(), st.integers(0, 8), st.integers(0, 8)))
def test_finds_the_best_solution(
    solver: Solver, matrix: ExactCover, selection: tuple[bool, int, int]
) -> None:
    if not supports(solver, matrix) or "costs" not in solver.features:
        return
    selected, one, two = selection
    chosen = {one} if selected and one < matrix.options else set()
    barred = {two} if selected and two < matrix.options else set()
    query, progress = Query(matrix, tuple(chosen), frozenset(barred)), Progress()
    costs = [matrix.cost(options) for options in solver.improving(query, progress)]
    expected = [matrix.cost(options) for options in all_solutions(matrix, chosen, barred)]
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1:] == ([min(expected)] if expected else [])
    assert progress.complete
    if expected:
        assert progress.bound is None or progress.bound <= min(expected)


def some_known(solver: Solver, matrix: ExactCover, data: st.DataObject) -> Query:
    """A query on a selection that excludes some of its solutions, and one that it rules out."""
    if not solver.excludes:
        pytest.skip(f"{solver.full_name} excludes no solutions")
    one, two = data.draw(st.tuples(st.integers(0, 16), st.integers(0, 16)))
    chosen = (one,) if one < matrix.options else ()
    barred = frozenset({two}) if two < matrix.options else frozenset()
    known = sorted(all_solutions(matrix))
    excluded = data.draw(st.lists(st.sampled_from(known), max_size=4)) if known else []
    return Query(matrix, chosen, barred, excluded=tuple(excluded))


def not_excluded(query: Query) -> set[tuple[int, ...]]:
    found = all_solutions(query.matrix, query.given, query.forbidden)
    return found.difference(query.excluded)


@given(matrix=matrices(), data=st.data())
def test_excluded_solutions_are_not_told(
    solver: Solver, matrix: ExactCover, data: st.DataObject
) -> None:
    query, progress = some_known(solver, matrix, data), Progress()
    if not supports(solver, matrix):
        return
    expected = not_excluded(query)
    found = Counter(
        tuple(sorted(options)) for options in one_by_one(solver.solutions(query, progress))
    )
    assert found == Counter(expected)
    assert progress.complete
    progress = Progress()
    assert (solver.count(query, progress), progress.complete) == (len(expected), True)
    progress = Progress()
    one = solver.first(query, progress)
    assert (None if one is None else tuple(sorted(one))) in (expected or [None])
    assert expected or progress.complete


@given(matrix=matrices(), data=st.data())
def test_finds_the_best_that_is_not_excluded(
    solver: Solver, matrix: ExactCover, data: st.DataObject
) -> None:
    query, progress = some_known(solver, matrix, data), Progress()
    if not supports(solver, matrix) or "costs" not in solver.features:
        return
    expected = not_excluded(query)
    found = [tuple(sorted(options)) for options in solver.improving(query, progress)]
    costs = [matrix.cost(options) for options in found]
    assert expected.issuperset(found)
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1:] == sorted(map(matrix.cost, expected))[:1]
    assert progress.complete


def test_a_solution_is_the_only_one_if_there_is_none_beside_it(solver: Solver) -> None:
    if not solver.excludes:
        pytest.skip(f"{solver.full_name} excludes no solutions")
    matrix = queens(4).matrix
    one, other = sorted(all_solutions(matrix))
    for excluded, expected in [((one,), other), ((one, other), None), ((one, one), other)]:
        query, progress = Query(matrix, excluded=excluded), Progress()
        assert solver.first(query, progress) == expected
        assert progress.complete is (expected is None)
    query, progress = Query(ExactCoverBuilder().build(), excluded=((),)), Progress()
    assert solver.first(query, progress) is None
    assert progress.complete


def test_the_fuzzer_finds_nothing(solver: Solver) -> None:
    rivals = [name for name in ("dlx:links", "bitmask:python") if name != solver.full_name]
    shrink = 0.0 if os.environ.get("MINUET_SHRINK") == "0" else 30.0
    report = fuzz([solver, *rivals], seconds=2, seed=len(solver.full_name), most=1, shrink=shrink)
    assert report, f"\n{report}"
    asked = {how for _, who, how in report.tally.asked if who == solver.full_name}
    assert "answered" in asked


def test_empty_matrix_has_one_solution(solver: Solver) -> None:
    matrix = ExactCoverBuilder().build()
    assert list(solutions(matrix, solver)) == [()]
    assert count(matrix, solver).count == 1
    assert solve(matrix, solver).status is Status.OPTIMAL


def test_item_without_options_is_infeasible(solver: Solver) -> None:
    builder = ExactCoverBuilder()
    builder.item("a")
    result = solve(builder.build(), solver)
    assert (result.status, result.options, result.complete) == (Status.INFEASIBLE, None, True)


def test_equal_options_are_two_options(solver: Solver) -> None:
    builder = ExactCoverBuilder()
    builder.item("a")
    builder.option(["a"])
    builder.option(["a"])
    assert sorted(solutions(builder.build(), solver)) == [(0,), (1,)]


def test_counts_queens(solver: Solver) -> None:
    assert count(queens(6), solver).count == 4


def test_answers_obey_the_rules(solver: Solver) -> None:
    puzzle = queens(6)
    found = list(solutions(puzzle, solver))
    assert len(found) == 4
    assert all(puzzle.check(answer) for answer in found)


def test_solutions_are_lazy_and_can_be_closed(solver: Solver) -> None:
    puzzle = queens(8)
    query, progress = Query(puzzle.matrix), Progress()
    listed = iter(one_by_one(solver.solutions(query, progress)))
    next(listed)
    assert not progress.complete
    getattr(listed, "close", lambda: None)()
    with solutions(puzzle, solver) as stream:
        first = next(stream)
        assert not stream.result().complete
    assert puzzle.check(first)
    assert list(stream) == []


def test_deadline_that_has_passed_keeps_the_search_incomplete(solver: Solver) -> None:
    query, progress = Query(queens(8).matrix, deadline=Deadline(0)), Progress()
    assert len(list(one_by_one(solver.solutions(query, progress)))) < 92
    assert not progress.complete


def test_time_limit_counts_compiling(solver: Solver) -> None:
    result = count(queens(8), solver, time_limit=0)
    assert not result.complete
    assert result.status in (Status.UNKNOWN, Status.FEASIBLE)


def test_given_and_forbidden_options_select(solver: Solver) -> None:
    puzzle = queens(8)
    table = puzzle.table("queen")
    assert count(puzzle, solver, given=[0]).count == 4
    puzzle.forbid(table, row=0, col=0)
    assert count(puzzle, solver, given=[0]).count == 0


@pytest.mark.parametrize("wrong", [10**9, 36, -1, 1.5, "x"])
def test_a_given_that_is_no_option_is_refused(solver: Solver, wrong: object) -> None:
    puzzle = queens(6)
    for ask in (solve, count, solutions):
        with pytest.raises(ModelError, match="given: "):
            ask(puzzle.matrix, solver, given=[wrong])  # type: ignore[operator]
    with pytest.raises(ModelError, match="given: "):
        list(solve_many(puzzle, [[wrong]], solver))  # type: ignore[list-item]


def test_clashing_givens_are_infeasible(solver: Solver) -> None:
    puzzle = queens(6)
    puzzle.given(puzzle.table("queen"), row=0, col=1)
    puzzle.given(puzzle.table("queen"), row=0, col=3)
    assert solve(puzzle, solver).status is Status.INFEASIBLE


def test_has_a_kind(solver: Solver) -> None:
    assert solver.kind == solver.kind_in(Query(queens(4).matrix)) != ""


def test_results_say_by_whose_word(solver: Solver) -> None:
    name = solver.full_name
    assert str(solve(queens(4), solver).evidence) == "a solution: verified"
    assert str(solve(queens(3), solver).evidence) == f"no solution: claimed by {name}"
    assert str(count(queens(4), solver).evidence) == f"2 solutions: claimed by {name}"
    stream = solutions(queens(4), solver)
    assert len(list(stream)) == 2
    listed = "each solution: verified; 2 in all"
    assert str(stream.result().evidence) == f"{listed}: claimed by {name}"
    results = solve_many(queens(4), [(), (1,)], solver, unique=True)
    assert [str(result.evidence) for result in results] == [
        f"a solution: verified; another: claimed by {name}",
        f"a solution: verified; no other: claimed by {name}",
    ]


def settled_or_open(result: Result) -> bool:
    """What was not agreed on must not be told as if it were."""
    left_open = not result.complete and result.status in (Status.UNKNOWN, Status.FEASIBLE)
    return left_open or result.evidence >= Evidence.AGREED


@settings(max_examples=20)
@given(matrix=matrices())
def test_agreed_answers_are_agreed_or_open(solver: Solver, matrix: ExactCover) -> None:
    if not supports(solver, matrix):
        return
    expected = all_solutions(matrix)
    counted = count(matrix, solver, evidence="agreed", time_limit=20)
    assert settled_or_open(counted)
    assert counted.count == len(expected) or not counted.complete
    stream = solutions(matrix, solver, evidence="agreed", time_limit=20)
    assert sorted(stream) == sorted(expected)
    assert settled_or_open(stream.result())
    if matrix.has_costs and "costs" not in solver.features:
        return
    found = solve(matrix, solver, evidence="agreed", time_limit=20)
    assert settled_or_open(found)
    if found.complete and matrix.has_costs:
        assert found.objective == min(map(matrix.cost, expected), default=None)


def test_agreed_batches_are_agreed_or_open(solver: Solver) -> None:
    results = solve_many(
        queens(4), [(), (1,), (0,)], solver, unique=True, evidence="agreed", time_limit=20
    )
    assert [result.count for result in results if settled_or_open(result)] == [2, 1, 0]
    assert results.complete
