"""Batches as arrays, in and out: the same answers as one by one, whoever answers."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from own_solvers import DancingLinks, Options

from minuet.models import ModelError, TargetSudoku, WrongAnswer
from minuet.solvers import Result, Status, solve_many
from minuet.solvers.contract import Batch, Progress, Query

from oracle.problems import queens

BATCHES = ["auto", "dlx", "bitmask", "bitmask:python", "sat", "cpsat"]
GIVENS: list[Options] = [(1,), (0,), (), (1, 1), (7, 0), (13,)] * 4


def told(results: Iterable[Result]) -> list[tuple[object, ...]]:
    return [(one.count, one.complete, one.options is not None) for one in results]


def told_by(blocks: Iterable[Any], *, unique: bool) -> list[tuple[object, ...]]:
    return [
        (count if unique else None, complete, len(options) > 0)
        for block in blocks
        for count, complete, options in zip(
            block.counts.tolist(), block.complete.tolist(), block.solutions, strict=True
        )
    ]


@pytest.mark.parametrize("name", BATCHES)
@pytest.mark.parametrize("unique", [False, True])
def test_arrays_say_what_the_results_say(name: str, unique: bool) -> None:
    givens = GIVENS[:6] if name == "cpsat" else GIVENS
    puzzle = queens(6)
    expected = told(solve_many(puzzle, givens, name, unique=unique))
    blocks = solve_many(puzzle, iter(givens), name, unique=unique, arrays=True)
    assert told_by(blocks, unique=unique) == expected
    assert blocks.complete
    assert told(solve_many(puzzle, Batch.of(givens), name, unique=unique)) == expected


def test_the_solutions_of_a_block_hold_their_givens() -> None:
    puzzle = queens(6)
    given = np.arange(36).reshape(36, 1)
    place = 0
    for block in solve_many(puzzle, given, unique=True, arrays=True):
        assert isinstance(block.solutions, Batch)
        assert block.counts.dtype == np.int64
        assert len(block) == len(block.complete) == len(block.solutions)
        for options in block.solutions:
            assert list(options) == sorted(options)
            if options:
                assert place in options
                assert puzzle.check(puzzle.read(options))
            place += 1
    assert place == 36


def test_costs_and_agreement_come_as_arrays_too() -> None:
    (block,) = solve_many(TargetSudoku(), [()], arrays=True)
    assert (block.counts.tolist(), block.complete.tolist()) == ([1], [True])
    assert len(block.solutions[0]) == 81
    blocks = solve_many(queens(4), [(), (1,), (0,)], "dlx", unique=True, arrays=True)
    agreed = solve_many(
        queens(4), [(), (1,), (0,)], "dlx", unique=True, arrays=True, evidence="agreed"
    )
    assert told_by(agreed, unique=True) == told_by(blocks, unique=True)
    assert agreed.complete


def test_a_number_past_63_bits_is_named_as_it_was_given() -> None:
    given = np.array([[1], [2**63]], np.uint64)
    with pytest.raises(ModelError, match="option number 9223372036854775808, expected 0 to 35"):
        list(solve_many(queens(6), given))


@pytest.mark.parametrize("arrays", [False, True])
def test_what_was_due_comes_before_an_error_in_an_array(arrays: bool) -> None:
    given = np.ones((50, 1), np.int32)
    given[23] = 36
    results = solve_many(queens(6), given, arrays=arrays)  # type: ignore[call-overload]
    answered = 0
    with pytest.raises(ModelError, match="option number 36, expected 0 to 35"):
        for one in results:
            answered += len(one) if arrays else 1
    assert answered == 23
    assert not results.complete
    with pytest.raises(ModelError, match=r"given: .*expected option numbers"):
        list(solve_many(queens(6), np.ones((2, 1))))  # type: ignore[arg-type]


def test_a_result_that_was_not_read_is_as_any_other() -> None:
    def unread() -> Result:
        return next(solve_many(queens(6), [(1,)], "dlx", unique=True))

    known = unread()
    assert known.answer is not None
    assert known.options == known.answer.options
    assert known.status is Status.OPTIMAL
    assert unread() == known
    assert repr(unread()) == repr(known)
    assert replace(unread(), count=7) == replace(known, count=7)
    pickled = pickle.loads(pickle.dumps(unread()))
    for twin in (copy.copy(unread()), copy.deepcopy(unread()), pickled):
        assert twin.options == known.options
        assert twin.answer == known.answer
        assert twin.evidence == known.evidence
    with pytest.raises(AttributeError, match="nonsense"):
        unread().nonsense  # noqa: B018
    assert Result(Status.UNKNOWN, "x", "1").options is None


class Says(DancingLinks):
    """Answers by the block what it is told to say of every selection."""

    def __init__(self, counts: list[int], solutions: list[Options]) -> None:
        super().__init__()
        self.said = np.array(counts, np.int64), Batch.of(solutions)

    def blocks(
        self, query: Query, progress: Progress, selections: Any, limit: int
    ) -> Iterator[tuple[Any, Batch]]:
        while len(selections.take(1)):
            yield self.said


SOLUTION = (1, 9, 17, 18, 26, 34)


@pytest.mark.parametrize(
    ("counts", "solutions", "message"),
    [
        ([3], [SOLUTION], "3 solutions of up to 2, and one is shown"),
        ([-1], [()], "-1 solutions of up to 2, and none is shown"),
        ([0], [SOLUTION], "0 solutions of up to 2, and one is shown"),
        ([1], [()], "is given, but not chosen"),
        ([1], [(1, 9)], "is covered 0 times"),
        ([1, 1], [SOLUTION], "2 counts of solutions, and 1 solutions"),
        ([1, 1], [SOLUTION] * 2, "more answers than sets of givens"),
        ([1], [(1, 9, 17, 18, 26, 99)], "option number 99"),
    ],
)
def test_a_block_that_cannot_be_is_told(
    counts: list[int], solutions: list[Options], message: str
) -> None:
    with pytest.raises(WrongAnswer, match=f"solver dlx: .*{message}"):
        list(solve_many(queens(6), [(1,)], Says(counts, solutions), unique=True))


def test_options_in_any_order_are_shown_ascending() -> None:
    said = Says([1], [SOLUTION[::-1]])
    (block,) = solve_many(queens(6), [(1,)], said, arrays=True)
    assert block.solutions[0] == SOLUTION
    (result,) = solve_many(queens(6), [(1,)], said)
    assert result.options == SOLUTION


def test_who_overrides_many_alone_is_asked_by_it() -> None:
    class Denies(Says):
        def many(
            self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
        ) -> Iterator[tuple[int, Options | None]]:
            for _ in selections:
                yield 0, None

    results = solve_many(queens(6), [(1,)] * 9, Denies([1], [SOLUTION]), unique=True)
    assert [result.count for result in results] == [0] * 9
