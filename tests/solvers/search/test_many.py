"""Batches: one matrix, many sets of givens, whoever answers."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import Options, one_by_one

from minuet.models import ExactCover, ModelError, SolverError, Sudoku, TargetSudoku
from minuet.models.formats import read
from minuet.solvers import Goal, Status, get_solver, solve_many
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query, Solver

from late import Late
from oracle.matrices import matrices
from oracle.problems import queens


@cache
def sudokus(path: Path) -> list[Options]:
    """The givens of each sudoku of a file."""
    return [puzzle.given_options for puzzle in read(path.read_bytes()).problems]


@pytest.fixture
def folder(data: Path) -> Path:
    return data / "sudoku"


@given(matrix=matrices(), data=st.data())
def test_each_selection_is_answered_as_if_alone(matrix: ExactCover, data: st.DataObject) -> None:
    some = st.lists(st.integers(0, max(matrix.options - 1, 0)), max_size=2, unique=True)
    selections = data.draw(st.lists(some, max_size=4)) if matrix.options else [[], []]
    plain = matrix.replaced(costs=None)
    for name in ("auto", "dlx", "bitmask", "sat"):
        results = list(solve_many(plain, selections, name, unique=True))
        assert len(results) == len(selections)
        for selection, result in zip(selections, results, strict=True):
            expected = all_solutions(plain, set(selection))
            assert result.count == min(len(expected), 2)
            assert result.complete == (len(expected) < 2)
            assert (result.options in expected) if expected else result.options is None


@pytest.mark.asks(Goal.MANY)
def test_any_solver_answers_a_batch(solver: Solver) -> None:
    puzzle = queens(6)
    results = list(solve_many(puzzle, [(1,), (0,), (2,)], solver))
    assert [result.status for result in results] == ["OPTIMAL", "INFEASIBLE", "OPTIMAL"]
    assert results[0].answer is not None
    assert puzzle.check(results[0].answer)
    assert 1 in (results[0].options or ())


@pytest.mark.parametrize(
    ("name", "some"),
    [("auto", 1465), ("bitmask", 1465), ("dlx", 300), ("sat", 60), ("sat:cadical195", 60)],
)
def test_hard_sudokus_are_unique(folder: Path, name: str, some: int) -> None:
    hard = sudokus(folder / "magictour_1465.txt")
    known = (folder / "magictour_1465.solutions.txt").read_text().split()
    assert len(hard) == len(known) == 1465
    for result, solution in zip(
        solve_many(Sudoku(), hard[:some], name, unique=True), known[:some], strict=True
    ):
        told = "".join(result.answer.puzzle.show(result.answer).split())
        assert (told, result.count, result.complete) == (solution, 1, True)


@pytest.mark.parametrize("name", ["auto", "sat", "sat:cadical153", "sat:gluecard4:native"])
def test_ambiguous_and_unsolvable_ones_are_told(folder: Path, name: str) -> None:
    some = 200 if name == "auto" else 40
    for file, number in (("several_solutions_200", 2), ("no_solution_200", 0)):
        givens = sudokus(folder / f"{file}.txt")[:some]
        results = list(solve_many(Sudoku(), givens, name, unique=True))
        assert [result.count for result in results] == [number] * some


def test_large_sudokus_are_unique(folder: Path) -> None:
    for file in ("gecode_16x16", "minimal_16x16"):
        givens = sudokus(folder / f"{file}.txt")
        for result in solve_many(Sudoku(size=16), givens, unique=True):
            assert (result.count, result.complete) == (1, True)


@pytest.mark.parametrize("name", ["auto", "sat", "sat:cadical195"])
def test_is_lazy_and_stops_at_its_time_limit(name: str) -> None:
    puzzle = Sudoku()

    def endless() -> object:
        while True:
            yield (0,)

    assert len(list(islice(solve_many(puzzle, endless(), name), 3))) == 3  # type: ignore[arg-type]
    assert list(solve_many(puzzle, endless(), name, time_limit=0)) == []  # type: ignore[arg-type]


def test_costs_are_honoured() -> None:
    puzzle = TargetSudoku()
    with pytest.raises(ModelError, match="unique"):
        list(solve_many(puzzle, [()], unique=True))
    results = list(solve_many(puzzle, [(), (0,)]))
    assert results[0].objective == 2906
    assert results[1].status is Status.OPTIMAL


def counted(monkeypatch: pytest.MonkeyPatch, made: Any, name: str) -> list[int]:
    """Count how often a method is called, here or by a child of this process."""
    calls, method = [], getattr(made, name)

    def instead(self: Any, *arguments: Any, **more: Any) -> Any:
        calls.append(1)
        return method(self, *arguments, **more)

    monkeypatch.setattr(made, name, instead)
    return calls


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("sat", ("pysat.solvers", "Solver")),
        ("sat:cadical195", ("subprocess", "Popen")),
        ("cpsat", ("ortools.sat.python.cp_model_helper", "CpModelProto")),
    ],
)
def test_the_model_of_a_batch_is_made_once(
    name: str, made: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counted(monkeypatch, getattr(Late(made[0]), made[1]), "__init__")
    (alone,) = solve_many(queens(6).matrix, [(1,)], name, unique=True)
    assert alone.count == 1
    once = len(calls)  # a model may be put together of parts
    results = solve_many(queens(6).matrix, [(1,), (0,), (), (1,)], name, unique=True)
    assert [result.count for result in results] == [1, 0, 2, 1]
    assert len(calls) == 2 * once > 0


@pytest.mark.parametrize("name", ["sat", "sat:cadical195"])
def test_the_time_limit_ends_a_hard_question_of_a_batch(name: str) -> None:
    assert list(solve_many(pigeons(13), [(), ()], name, time_limit=0.1)) == []


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_solver_that_is_lost_is_told() -> None:
    def children() -> set[int]:
        tasks = Path("/proc/self/task").iterdir()
        return {int(pid) for task in tasks for pid in (task / "children").read_text().split()}

    def givens() -> Iterator[Options]:
        yield ()
        for pid in children() - before:
            os.kill(pid, signal.SIGKILL)
        yield ()

    before = children()
    results = solve_many(queens(6).matrix, givens(), "sat:cadical195")
    assert next(results).status is Status.OPTIMAL
    with pytest.raises(SolverError, match="ended early"):
        next(results)


def pigeons(holes: int) -> ExactCover:
    """One pigeon more than holes: hard to refute by clauses."""
    pigeons = holes + 1
    members = [item for p in range(pigeons) for h in range(holes) for item in (p, pigeons + h)]
    return ExactCover(
        primary=pigeons,
        items=[str(k) for k in range(pigeons + holes)],
        starts=range(0, len(members) + 1, 2),
        members=members,
    )


def test_a_given_that_is_given_twice_counts_once() -> None:
    matrix = queens(6).matrix
    first = next(iter(one_by_one(get_solver("dlx").solutions(Query(matrix), Progress()))))
    for name in ("dlx", "bitmask", "bitmask:python"):
        query, progress = Query(matrix, (first[0], first[0], first[1])), Progress()
        assert (get_solver(name).count(query, progress), progress.complete) == (1, True)
