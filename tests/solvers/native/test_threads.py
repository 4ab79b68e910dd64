"""Threads that split the tree find what one thread finds, in its order, however they are timed."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import Options, one_by_one

from minuet.models import ExactCover, ExactCoverBuilder, ModelError
from minuet.models.formats import read
from minuet.solvers import count, get_solver, solutions, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query
from minuet.solvers.fuzz.participants import EAGER, eager_threads
from minuet.solvers.native import split

from drawing import one_in
from oracle.long_building import crowded
from oracle.matrices import matrices

SOLVERS = ["dlx", "bitmask", "bitmask:portable"]


@pytest.fixture
def eager() -> Iterator[None]:
    """Slice time so finely that even small trees are split, and hold hardly any solutions."""
    with eager_threads(EAGER):
        yield


@pytest.fixture(autouse=True)
def no_thread_is_left(searching: Callable[[], list[threading.Thread]]) -> Iterator[None]:
    yield
    assert not searching()


def matrix_of(data: Path, name: str) -> ExactCover:
    path = data / "instances" / f"{name}.dlx"
    (matrix,) = read(path.read_bytes(), file=path.name).problems
    assert isinstance(matrix, ExactCover)
    return matrix


def found(engine: str, query: Query, progress: Progress) -> list[Options]:
    result = [
        tuple(sorted(options))
        for options in one_by_one(get_solver(engine).solutions(query, progress))
    ]
    assert progress.complete
    return result


@pytest.mark.usefixtures("eager")
def test_a_part_that_is_laid_aside_is_searched_by_one_thread(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that is far ahead of the reader lays its part aside, and another one takes it."""

    class SlowPart(split._Part):
        """A thread that looks at it after laying it aside comes late, behind another one."""

        @property  # type: ignore[override]
        def running(self) -> bool:
            if sys._getframe(1).f_code.co_name == "_run" and not self.__dict__["running"]:
                time.sleep(0.002)
            running: bool = self.__dict__["running"]
            return running

        @running.setter
        def running(self, value: bool) -> None:
            self.__dict__["running"] = value

    monkeypatch.setattr(split, "_Part", SlowPart)
    matrix = matrix_of(data, "domino6x6")
    in_order = found("bitmask", Query(matrix), Progress())
    together = Progress()
    assert found("bitmask", Query(matrix, threads=3), together) == in_order


def permutations(size: int) -> ExactCover:
    """So many solutions that no test ever sees them all."""
    builder = ExactCoverBuilder()
    for k in range(size):
        builder.item(("place", k))
        builder.item(("thing", k))
    for place in range(size):
        for thing in range(size):
            builder.option([("place", place), ("thing", thing)])
    return builder.build()


@pytest.mark.parametrize("engine", SOLVERS)
@given(
    matrix=matrices(), chosen=st.sets(st.integers(0, 8), max_size=1), forbidden=st.integers(0, 8)
)
def test_threads_find_all_solutions_of_random_matrices(
    engine: str, matrix: ExactCover, chosen: set[int], forbidden: int
) -> None:
    selected = {option for option in chosen if option < matrix.options}
    without = {forbidden} if forbidden < matrix.options else set()
    query, progress = Query(matrix, tuple(selected), frozenset(without), threads=3), Progress()
    options = found(engine, query, progress)
    assert len(options) == len(set(options))
    assert set(options) == all_solutions(matrix, selected, without)
    counted = Progress()
    assert get_solver(engine).count(query, counted) == len(options)
    assert counted.complete


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("engine", SOLVERS)
@pytest.mark.parametrize(
    "name",
    one_in(2, ["domino6x6", "latin6r", "pent3x20", "queens8", "shidoku4", "sudokuInkala"]),
)
def test_threads_keep_the_order_and_count_every_node_once(
    data: Path, name: str, engine: str
) -> None:
    matrix = matrix_of(data, name)
    alone, together = Progress(), Progress()
    in_order = found(engine, Query(matrix), alone)
    assert found(engine, Query(matrix, threads=3), together) == in_order
    assert together.nodes == alone.nodes


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("engine", SOLVERS)
@pytest.mark.parametrize("name", one_in(2, ["queens12", "rand3_54", "langford10", "domino6x6"]))
def test_threads_count_as_one(data: Path, name: str, engine: str) -> None:
    matrix = matrix_of(data, name)
    alone, together = Progress(), Progress()
    answer = get_solver(engine)
    number = answer.count(Query(matrix), alone)
    assert answer.count(Query(matrix, threads=2), together) == number == together.found
    assert together.complete
    assert together.nodes == alone.nodes


@pytest.mark.usefixtures("eager")
def test_progress_goes_from_none_to_all(data: Path) -> None:
    query, progress = Query(matrix_of(data, "queens12"), threads=3), Progress()
    seen = [progress.share]
    for _ in one_by_one(get_solver("bitmask").solutions(query, progress)):
        if progress.share != seen[-1]:
            seen.append(progress.share)
    assert len(seen) > 10
    assert seen == sorted(seen)
    assert (seen[0], progress.share) == (0, 1)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_queries_pass_threads_on(data: Path, threads: int) -> None:
    matrix = matrix_of(data, "queens8")
    assert count(matrix, "dlx", threads=threads).count == 92
    assert len(list(solutions(matrix, "bitmask", threads=threads))) == 92
    assert solve(matrix, "dlx", threads=threads).options == solve(matrix, "dlx").options


def test_links_split_no_tree_and_work_alone(data: Path) -> None:
    assert count(matrix_of(data, "queens8"), "dlx:links", threads=2).count == 92


@pytest.mark.parametrize("engine", ["bitmask:python", "memo", "sat"])
def test_threads_are_refused_where_a_solver_takes_none(data: Path, engine: str) -> None:
    with pytest.raises(ModelError, match=f"threads: solver {engine} takes none"):
        count(matrix_of(data, "queens8"), engine, threads=2)


class Until(Deadline):
    """Comes as soon as so many nodes were searched."""

    def __init__(self, nodes: int, progress: Progress) -> None:
        super().__init__()
        self.nodes, self.progress = nodes, progress

    def left(self) -> float:
        return 0.0 if self.passed() else 0.01

    def passed(self) -> bool:
        return self.progress.nodes >= self.nodes


@pytest.mark.parametrize("engine", SOLVERS)
def test_deadline_keeps_what_was_counted(engine: str) -> None:
    progress = Progress()
    query = Query(permutations(16), deadline=Until(1000, progress), threads=2)
    number = get_solver(engine).count(query, progress)
    assert number == progress.found > 0
    assert progress.nodes >= 1000
    assert 0 <= progress.share < 1
    assert not progress.complete


@pytest.mark.parametrize("engine", SOLVERS)
def test_deadline_keeps_what_was_found(engine: str) -> None:
    progress = Progress()
    query = Query(permutations(16), deadline=Until(1000, progress), threads=2)
    options = list(one_by_one(get_solver(engine).solutions(query, progress)))
    assert options
    assert len(set(options)) == len(options)
    assert not progress.complete


@pytest.mark.parametrize("engine", SOLVERS)
def test_closing_early_stops_the_threads(engine: str) -> None:
    matrix = permutations(16)
    with solutions(matrix, engine, threads=2) as stream:
        first = list(islice(stream, 1000))
    assert first == list(islice(solutions(matrix, engine), 1000))
    assert list(stream) == []


@pytest.mark.usefixtures("eager")
def test_threads_that_are_far_ahead_wait() -> None:
    """Nearly all of the search is farther ahead than may be kept."""
    with solutions(permutations(16), "bitmask", threads=3) as stream:
        first = list(islice(stream, 3000))
    assert first == list(islice(solutions(permutations(16), "bitmask"), 3000))


class Broken(Deadline):
    """Raises in every thread but the one that asks."""

    def check(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError("too wide")


@pytest.mark.parametrize("engine", ["dlx", "bitmask"])
def test_error_in_a_thread_is_raised_where_the_question_was_asked(engine: str) -> None:
    query, solver = Query(crowded(), threads=2, deadline=Broken()), get_solver(engine)
    with pytest.raises(RuntimeError, match="too wide"):
        solver.count(query, Progress())
    with pytest.raises(RuntimeError, match="too wide"):
        list(one_by_one(solver.solutions(query, Progress())))


def test_interrupt_keeps_what_the_threads_counted(tmp_path: Path) -> None:
    file = tmp_path / "permutations.dlx"
    size = 16
    items = [f"{kind}{k}" for kind in "pt" for k in range(size)]
    rows = [f"p{place} t{thing}" for place in range(size) for thing in range(size)]
    file.write_text("\n".join([" ".join(items), *rows]) + "\n")
    command = [sys.executable, "-m", "minuet.app", "count", "-v", str(file), "--threads", "2"]
    process = subprocess.Popen(
        [*command, "--solver", "dlx"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stderr is not None
    assert "minuet: dlx\n" in iter(process.stderr.readline, "")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted: at least" in err or "interrupted: no solution counted yet" in err


def test_a_count_that_is_cut_short_tells_how_much_of_the_tree_it_saw(data: Path) -> None:
    assert count(matrix_of(data, "queens8"), "bitmask").statistics.progress == 1.0
    # No part of the tree need be done before the first limits, on a slow machine.
    cut = (count(permutations(10), "dlx", threads=2, time_limit=0.5 * 4**k) for k in range(4))
    seen = next(filter(None, (part.statistics.progress for part in cut)))
    assert 0 < seen <= 1
