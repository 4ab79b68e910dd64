"""Batches of solutions: sequences of tuples, whatever holds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import FrozenInstanceError
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import Options, one_by_one, singly

from minuet.models import WrongAnswer
from minuet.setting import is_unique
from minuet.solvers import count, get_solver, solutions, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Batch, Progress, Query, Solver, Verifier

from oracle.matrices import matrices
from oracle.problems import priced, queens

LISTS = st.lists(st.lists(st.integers(0, 30), max_size=5).map(tuple), max_size=8)


def batch_of(found: Sequence[Options]) -> Batch:
    starts = np.cumsum([0, *map(len, found)])
    return Batch(starts, np.array([option for one in found for option in one], np.int32))


class InArrays(Solver):
    """Hands over what brute force finds, three at once; the least that a solver gives."""

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        every = sorted(all_solutions(query.matrix, query.given, query.forbidden), reverse=True)
        for first in range(0, len(every), 3):
            yield batch_of([one[::-1] for one in every[first : first + 3]])
        progress.complete = True


class Bare(Solver):
    """Hands over each solution as it is, and not in a batch."""

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:  # type: ignore[override]
        yield from all_solutions(query.matrix, query.given, query.forbidden)
        progress.complete = True


@given(found=LISTS, part=st.slices(8))
def test_a_batch_is_a_sequence_of_tuples(found: list[Options], part: slice) -> None:
    batch = batch_of(found)
    assert list(batch) == found
    assert [batch[place] for place in range(len(batch))] == found
    assert list(batch[part]) == found[part]
    assert list(reversed(batch)) == found[::-1]
    assert list(batch.ascending()) == [tuple(sorted(one)) for one in found]
    assert all(type(option) is int for one in batch for option in one)
    with pytest.raises(IndexError):
        batch[len(found)]


@pytest.mark.parametrize(
    ("starts", "options"),
    [([0, 2], [1]), ([1, 2], [5, 6]), ([0, 2, 1, 3], [1, 2, 3]), ([0, 1], [1.5]), ([[0]], [])],
)
def test_arrays_that_are_no_batch_are_refused(starts: list[int], options: list[int]) -> None:
    with pytest.raises(ValueError, match=r"^(starts|a batch) that "):
        Batch(starts, options)


@given(matrix=matrices(), data=st.data())
def test_a_batch_is_verified_as_its_tuples_are(matrix, data) -> None:  # type: ignore[no-untyped-def]
    good = sorted(all_solutions(matrix))
    strange = st.lists(st.integers(-1, matrix.options), max_size=4).map(tuple)
    some = st.one_of(st.sampled_from(good), strange) if good else strange
    found = data.draw(st.lists(some, max_size=40))
    verifier = Verifier(matrix, data.draw(st.sampled_from([(), (0,)])) if matrix.options else ())
    assert verifier.first_wrong(batch_of(found)) == verifier.first_wrong(found)


def test_arrays_answer_every_question() -> None:
    puzzle, solver = queens(6), InArrays()
    expected = list(solutions(puzzle, "dlx"))
    assert {answer.options for answer in solutions(puzzle, solver)} == {
        answer.options for answer in expected
    }
    assert count(puzzle, solver).count == len(expected) == 4
    assert solve(puzzle, solver).status == "OPTIMAL"
    assert solve(priced(4, 3, 5), solver).objective == 3
    assert not is_unique(puzzle, solver)
    assert is_unique(queens(1), solver)
    assert str(count(puzzle, "dlx", evidence="agreed").evidence).startswith("4 solutions: agreed")


@pytest.mark.parametrize("ask", [count, lambda *asked: list(solutions(*asked))])
def test_a_bare_solution_is_no_batch(ask) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(WrongAnswer, match=r"^solver bare: \(.*\), expected a batch"):
        ask(queens(4), Bare())


def test_a_query_is_only_read_and_a_progress_holds_what_is_known() -> None:
    query, progress = Query(queens(6).matrix, (1,)), Progress()
    with pytest.raises(FrozenInstanceError):
        query.given = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        progress.given = ()  # type: ignore[attr-defined]
    more = query.with_given((1, 8))
    assert (more.given, query.given) == ((1, 8), (1,))
    assert more.deadline is query.deadline


@pytest.mark.parametrize("name", ["dlx", "bitmask", "dlx:links", "sat"])
def test_whoever_closes_a_stream_stops_the_search(name: str) -> None:
    closed = []

    def watched() -> Iterator[Sequence[Options]]:
        try:
            yield from get_solver(name).solutions(Query(queens(8).matrix), Progress())
        finally:
            closed.append(name)

    stream = one_by_one(watched())
    assert len(list(islice(stream, 3))) == 3
    stream.close()
    again = singly(one_by_one(watched()))
    assert len(next(again)) == 1
    again.close()
    assert closed == [name, name]
