"""A time limit holds amid what is no search too, and an answer that it cut short says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hurried import AfterLooks

from minuet.models import ExactCover, Puzzle, Symmetries, Unreached, Unsupported
from minuet.models.budget import watched
from minuet.setting import generate, is_unique, minimal_givens, redundant_givens
from minuet.solvers import (
    Status,
    best,
    count,
    explain,
    get_solver,
    solutions,
    solve,
    solve_many,
)
from minuet.solvers.contract import Progress, Query, Solver, Stopped
from minuet.solvers.encoding.relaxation import relaxation
from minuet.solvers.encoding.selection import selected

from oracle.long_building import crowded, grid

SOLVERS = [
    "dlx",
    "dlx:links",
    "dlx:cells",
    "propagate:tree",
    "propagate:learning",
    "memo",
    "dlx:weights",
    "dlx:taxes",
    "bitmask",
    "bitmask:portable",
    "bitmask:python",
    "sat",
    "sat:cadical195",
    "cpsat",
    "mip",
]


@pytest.mark.parametrize("looks", [0, 1, 3])
@pytest.mark.parametrize("name", SOLVERS)
def test_what_a_deadline_cuts_short_is_never_a_proof(name: str, looks: int) -> None:
    for ask in (
        lambda solver, *asked: solver.count(*asked),
        lambda solver, *asked: list(solver.solutions(*asked)),
        lambda solver, *asked: list(solver.improving(*asked)),
    ):
        query, progress = Query(crowded(costs=True), deadline=AfterLooks(looks, 1.0)), Progress()
        try:
            found = ask(get_solver(name), query, progress)
        except Unsupported:  # none of its goals
            assert get_solver(name).goals < Solver.goals
            continue
        assert found or not progress.complete
    for threads in (1, 2):
        query, progress = (
            Query(crowded(), deadline=AfterLooks(looks, 1.0), threads=threads),
            Progress(),
        )
        found = get_solver(name).count(query, progress)
        assert found == 1 if progress.complete else found <= 1


@pytest.mark.parametrize("name", ["auto", "dlx", "bitmask", "sat"])
def test_batches_end_where_a_deadline_comes_while_their_engine_is_built(name: str) -> None:
    query, progress = Query(crowded(), deadline=AfterLooks(2, 1.0)), Progress()
    assert list(get_solver(name).many(query, progress, [()], 2)) == []


def test_a_linear_program_is_not_written_down_after_the_deadline() -> None:
    pytest.importorskip("ortools")
    query = Query(crowded(costs=True))
    rest = selected(query)
    assert rest is not None
    with pytest.raises(Stopped):
        relaxation(rest, replace(query, deadline=AfterLooks(1, 1.0)))
    with pytest.raises(Stopped):
        selected(replace(query, deadline=AfterLooks(0, 1.0)))


def test_a_puzzle_that_is_compiled_in_part_is_not_compiled() -> None:
    puzzle, whole = grid(), grid().matrix
    cut_short = 0
    for looks in range(1000):
        deadline = AfterLooks(looks, 1.0)
        try:
            with watched(deadline.check):
                assert puzzle.matrix == whole
            break
        except Stopped:
            cut_short += 1
    assert cut_short > 5
    assert puzzle.matrix == whole


def test_nothing_watches_after_the_block() -> None:
    deadline = AfterLooks(0, 1.0)
    with pytest.raises(Stopped), watched(deadline.check):
        grid().matrix  # noqa: B018
    assert grid().matrix.options == 1200


def unanswered(ask: Callable[[Puzzle], Any]) -> Any:
    """Ask about a puzzle that is too long to compile in no time; it must stay as it was."""
    puzzle = grid()
    found = ask(puzzle)
    assert puzzle._compiled.matrix is None
    return found


@pytest.mark.parametrize("name", ["auto", "dlx", "cpsat", "sat"])
def test_compiling_counts_in(name: str) -> None:
    solved = unanswered(lambda puzzle: solve(puzzle, name, time_limit=0))
    assert (solved.status, solved.answer, solved.complete) == (Status.UNKNOWN, None, False)
    counted = unanswered(lambda puzzle: count(puzzle, name, time_limit=0))
    assert (counted.status, counted.count, counted.complete) == (Status.UNKNOWN, 0, False)
    with unanswered(lambda puzzle: solutions(puzzle, name, time_limit=0)) as stream:
        assert list(stream) == []
        assert stream.result() == counted or stream.result().status is Status.UNKNOWN


def test_compiling_counts_in_for_every_question() -> None:
    assert unanswered(lambda puzzle: list(best(puzzle, 3, time_limit=0))) == []
    assert unanswered(lambda puzzle: list(solve_many(puzzle, [(0,)], time_limit=0))) == []
    explained = unanswered(lambda puzzle: explain(puzzle, 3, time_limit=0))
    assert explained.verdict == "UNKNOWN"
    assert str(explained) == "unknown: the time was over first"
    asked: list[Callable[[Puzzle], object]] = [
        lambda puzzle: is_unique(puzzle, time_limit=0),
        lambda puzzle: redundant_givens(puzzle, time_limit=0),
        lambda puzzle: minimal_givens(puzzle, [0], time_limit=0),
        lambda puzzle: generate(puzzle, 3, time_limit=0),
    ]
    for ask in asked:
        puzzle = grid()
        with pytest.raises(Unreached, match="the time limit came first"):
            ask(puzzle)
        assert puzzle._compiled.matrix is None


def test_symmetries_are_looked_for_within_the_limit() -> None:
    class Turned(Puzzle):
        """A grid of digits that knows its turns."""

        def symmetries(self) -> Symmetries:
            return Symmetries.of(self, lambda row, col: (col, row))

    puzzle = Turned("turned")
    table = puzzle.choices("place", row=range(30), col=range(30))
    puzzle.exactly_one(table, by="row")
    puzzle.exactly_one(table, by="col")
    counted = count(puzzle, symmetries="known", time_limit=0)
    assert (counted.count, counted.total, counted.order) == (0, 0, 0)
    assert not counted.complete
    assert puzzle._compiled.matrix is None


@pytest.mark.parametrize("name", ["sat", "sat:cadical195"])
def test_writing_down_millions_of_clauses_ends_at_the_limit(name: str) -> None:
    options = 20_000
    wide = ExactCover(
        primary=1,
        items=["wide"],
        starts=range(options + 1),
        members=[0] * options,
        low=[5],
        high=[3000],
    )
    deadline, progress = AfterLooks(5, 1.0), Progress()
    assert get_solver(name).count(Query(wide, deadline=deadline), progress) == 0
    assert deadline.looks == -1  # the look at which it passed was the last one
    assert (progress.complete, progress.nodes) == (False, 0)
