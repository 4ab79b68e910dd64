"""Batches by several threads: the same answers in the same order, and nothing is left behind."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from own_solvers import Options

from minuet.models import ExactCover, ModelError, Sudoku
from minuet.models.formats import read
from minuet.solvers import solve_many
from minuet.solvers.contract import Batch, Progress, Query
from minuet.solvers.native.solver import native_batch

from oracle.problems import queens

THREADS = [2, 3, 8]


@pytest.fixture(scope="module")
def mixed(data: Path) -> tuple[Sudoku, Batch, list[int]]:
    """Sudokus with no solution, with one, with several, shuffled; how many each has."""
    known = []
    for file, number in (
        ("several_solutions_200", 2),
        ("no_solution_200", 0),
        ("magictour_1465", 1),
    ):
        lines = (data / f"sudoku/{file}.txt").read_text().split()[:200]
        known += [(line, number) for line in lines]
    random.Random(1).shuffle(known)
    puzzles = read("".join(f"{line}\n" for line, _ in known)).problems
    givens = Batch.of([puzzle.given_options for puzzle in puzzles])
    return Sudoku(), givens, [number for _, number in known]


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("name", ["auto", "bitmask:portable"])
def test_answers_come_in_order(
    mixed: tuple[Sudoku, Batch, list[int]], threads: int, name: str
) -> None:
    blank, givens, numbers = mixed
    one = list(solve_many(blank, givens, name, unique=True))
    assert [result.count for result in one] == numbers
    for many in (givens, list(givens)):
        results = solve_many(blank, many, name, unique=True, threads=threads)
        told = [(result.count, result.options) for result in results]
        assert told == [(result.count, result.options) for result in one]
        assert results.complete


@pytest.mark.parametrize("slots", [True, False])
def test_both_engines_share_their_preparation(
    mixed: tuple[Sudoku, Batch, list[int]], slots: bool
) -> None:
    blank, givens, numbers = mixed
    batch = native_batch(Query(blank.matrix, threads=3), Progress(), slots=slots)
    assert batch is not None
    for _ in range(2):
        assert [found for found, _ in batch.answers(givens, 2)] == numbers


@pytest.mark.parametrize("ahead", [0, 1, 5, 40, 700])
def test_reads_no_further_ahead_than_is_allowed(ahead: int) -> None:
    read = furthest = 0

    def givens() -> Iterator[Options]:
        nonlocal read
        for option in range(1000):
            read += 1
            yield (option % 36,)

    for place, _ in enumerate(solve_many(queens(6), givens(), threads=2, ahead=ahead)):
        furthest = max(furthest, read - place - 1)
    assert read == 1000
    assert furthest <= ahead


def test_what_was_due_comes_before_an_error_and_no_thread_stays() -> None:
    def givens() -> Iterator[Options]:
        yield from [(1,)] * 523
        raise ValueError("an error")

    before = native_threads()
    results = solve_many(queens(6), givens(), threads=4)
    due = []
    with pytest.raises(ValueError, match="an error"):
        due.extend(results)
    assert len(due) == 523
    wrong = solve_many(queens(6), [(1,)] * 9 + [(36,)], threads=2)
    with pytest.raises(ModelError, match="option number 36"):
        list(wrong)
    dropped = solve_many(queens(6), iter([(1,)] * 10**6), threads=4)
    next(dropped)
    dropped.close()
    assert not dropped.complete
    del results, wrong, dropped
    assert native_threads() <= before


def native_threads() -> set[str]:
    """Return the threads of the process; where the system does not list them, those of Python.

    They are compared as a set: a thread of an earlier test may end while this one runs.
    """
    tasks = Path("/proc/self/task")
    if tasks.exists():
        return {task.name for task in tasks.iterdir()}
    return {thread.name for thread in threading.enumerate()}


def test_the_time_limit_ends_a_batch_of_hard_ones() -> None:
    hard = np.zeros((50, 0), np.int64)
    results = solve_many(queens(30), hard, "bitmask", unique=True, threads=2, time_limit=0.05)
    some = list(results)
    assert results.complete == (len(some) == 50)


def test_the_engine_declines_what_it_does_not_know() -> None:
    assert native_batch(Query(queens(4).matrix), Progress()) is not None
    free = ExactCover(primary=0, items=[], starts=[0, 0], members=[])
    assert native_batch(Query(free), Progress()) is None
    twice = ExactCover(primary=1, items=["a"], starts=[0, 1], members=[0], low=[0], high=[2])
    assert native_batch(Query(twice), Progress()) is None


def test_a_batch_that_is_cleared_goes_on_with_another() -> None:
    matrix = Sudoku().matrix
    batch = native_batch(Query(matrix, threads=2), Progress())
    assert batch is not None
    blank = batch.answers([()] * 40, 10**9)  # far from done when it is closed
    blank.close()
    stream = batch.answers([()] * 3, 2)
    assert [found for found, _ in stream] == [2] * 3
    engine = batch._batch
    engine.load(np.array([0, 0]), np.zeros(0, np.int64), 10**9)
    engine.next_batch(0.01)
    engine.clear()
    assert [found for found, _ in batch.answers([(0,)] * 5, 2)] == [2] * 5
