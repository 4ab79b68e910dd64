"""Solutions in arrays: the same ones as one by one, in the same order, with the same words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import BitMask, Options, one_by_one

from minuet.models import ExactCover, Puzzle, WrongAnswer
from minuet.solvers import get_solver, solutions
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Batch, Progress, Query, Solver

from oracle.matrices import matrices
from oracle.problems import queens

NATIVE = ["auto", "bitmask", "dlx", "dlx:links", "dlx:weights"]


def listed(batches: Iterator[Batch]) -> list[Options]:
    found = []
    for batch in batches:
        assert len(batch) > 0
        assert batch.starts.dtype == batch.options.dtype == np.int64
        found += batch
    return found


@pytest.mark.parametrize(
    ("name", "threads"),
    [*product(NATIVE, (1, 2)), ("bitmask:python", 1), ("sat", 1), ("cpsat", 2)],
)
def test_arrays_hold_the_solutions_in_the_order_of_the_tuples(name: str, threads: int) -> None:
    matrix = queens(6).matrix
    stream = solutions(matrix, name, threads=threads, arrays=True)
    assert listed(stream) == list(solutions(matrix, name, threads=threads))
    assert stream.complete
    assert stream.result().count == 4


@given(matrix=matrices(), name=st.sampled_from(NATIVE))
def test_arrays_hold_all_solutions(matrix: ExactCover, name: str) -> None:
    found = listed(solutions(matrix, name, arrays=True))
    assert sorted(found) == sorted(tuple(sorted(one)) for one in all_solutions(matrix))
    assert found == list(solutions(matrix, name))


@pytest.mark.parametrize("name", NATIVE)
@pytest.mark.parametrize("options", [20, 100, 640, 5000, 70_000])
def test_options_ascend_however_large_their_numbers_are(name: str, options: int) -> None:
    """Ten of few options, or of many; the last one is part of every solution."""
    members = np.arange(options + 1) % 10
    members[options] = 10
    matrix = ExactCover(
        primary=11,
        items=[str(item) for item in range(11)],
        starts=np.arange(options + 2),
        members=members,
    )
    given = [options - 10 * k + k for k in range(1, 10) if 10 * k <= options]
    given += [k for k in range(1, 10) if 10 * k > options]
    found = listed(solutions(matrix, name, arrays=True, given=given))
    assert sorted(found) == sorted(
        tuple(sorted((one, *given, options))) for one in range(0, options, 10)
    )


def test_the_first_comes_alone_and_the_next_in_ever_larger_batches() -> None:
    sizes = [len(batch) for batch in solutions(queens(9), "bitmask", arrays=True)]
    assert sum(sizes) == 352
    assert sizes[0] == 1
    assert all(later <= 2 * sooner for sooner, later in pairwise(sizes))
    assert max(sizes) >= 64


def test_an_answer_is_read_from_the_arrays() -> None:
    puzzle = queens(5)
    read = [
        puzzle.read(batch.options[first:last])
        for batch in solutions(puzzle, arrays=True)
        for first, last in zip(batch.starts, batch.starts[1:], strict=False)
    ]
    assert read == list(solutions(puzzle))


def test_a_closed_stream_ends_and_tells_what_it_handed_on() -> None:
    with solutions(queens(9), "bitmask", arrays=True) as stream:
        found = sum(len(next(stream)) for _ in range(3))
    assert next(stream, None) is None
    result = stream.result()
    assert (result.count, result.complete, result.status) == (found, False, "FEASIBLE")
    assert not stream.complete


def test_one_by_one_none_comes_after_the_stream_was_closed() -> None:
    stream = solutions(queens(9), "bitmask")
    handed = [next(stream) for _ in range(100)]
    stream.close()
    assert list(stream) == []
    assert stream.result().count == len(handed)


def test_no_time_is_no_batch() -> None:
    stream = solutions(queens(9), time_limit=0, arrays=True)
    assert list(stream) == []
    assert (stream.result().status, stream.complete) == ("UNKNOWN", False)


@pytest.mark.parametrize("name", ["bitmask", "dlx", "sat"])
def test_agreement_is_asked_for_as_one_by_one(name: str) -> None:
    puzzle = queens(7)
    by_arrays = solutions(puzzle, name, evidence="agreed", arrays=True)
    singly = solutions(puzzle, name, evidence="agreed")
    assert len(listed(by_arrays)) == len(list(singly)) == 40
    assert by_arrays.complete
    assert by_arrays.result().evidence == singly.result().evidence
    assert "agreed" in str(by_arrays.result().evidence)


class Changed(Solver):
    """Right up to a place, and wrong there; all at once, in tuples or in arrays."""

    name = "changed"
    summary = "for a test"

    def __init__(self, place: int, wrong: Options | None, *, arrays: bool) -> None:
        super().__init__()
        self.place, self.wrong, self.arrays = place, wrong, arrays

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        found = list(one_by_one(BitMask().solutions(query, progress)))
        found.insert(self.place, found[0] if self.wrong is None else self.wrong)
        yield Batch.of(found) if self.arrays else found


@pytest.mark.parametrize("arrays", [False, True])
@pytest.mark.parametrize("wrong", [(0, 1), (0,) * 8, (1 << 40,), (-1,)])
@pytest.mark.parametrize("place", [0, 1, 91, 92])
def test_what_comes_before_a_wrong_solution_is_handed_on_and_no_more(
    place: int, wrong: Options, arrays: bool
) -> None:
    stream = solutions(queens(8), Changed(place, wrong, arrays=arrays), arrays=True)
    if place:
        assert len(next(stream)) == place
    with pytest.raises(WrongAnswer, match="solver changed"):
        next(stream)
    assert next(stream, None) is None
    assert (stream.complete, stream.result().count) == (False, place)


@pytest.mark.parametrize("by_arrays", [False, True])
@pytest.mark.parametrize("place", [1, 50, 92])
def test_a_solution_that_comes_twice_is_an_error_where_agreement_is_asked_for(
    place: int, by_arrays: bool
) -> None:
    solver = Changed(place, None, arrays=by_arrays)
    stream = solutions(queens(8), solver, evidence="agreed", arrays=True)
    assert len(next(stream)) == place
    with pytest.raises(WrongAnswer, match="a solution comes twice"):
        next(stream)
    assert next(stream, None) is None
    assert not stream.complete
    one_at_a_time = solutions(queens(8), solver, evidence="agreed")
    assert len([next(one_at_a_time) for _ in range(place)]) == place
    with pytest.raises(WrongAnswer, match="a solution comes twice"):
        next(one_at_a_time)
    assert next(one_at_a_time, None) is None


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["bitmask", "dlx"])
def test_large_streams_are_whole(name: str, threads: int) -> None:
    """Tens of thousands, so that batches of every size come, and all are different."""
    puzzle = Puzzle("latin rows")
    digit = puzzle.choices("digit", row=range(3), col=range(5), value=range(5))
    for rule in (("row", "col"), ("row", "value"), ("col", "value")):
        (puzzle.at_most_one if "row" not in rule else puzzle.exactly_one)(digit, by=rule)
    stream = solutions(puzzle, name, threads=threads, arrays=True)
    batches = list(stream)
    found = set(chain.from_iterable(batches))
    assert len(found) == sum(map(len, batches)) == 66_240  # McKay and Wanless, Latin rectangles
    assert stream.complete
    direct = get_solver(name).solutions(Query(puzzle.matrix, threads=threads), Progress())
    assert [one for batch in direct for one in batch] == [one for some in batches for one in some]
