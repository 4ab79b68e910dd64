"""The best solution by several threads: who improves and who proves, side by side."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_plans import Turn, auto_of
from own_solvers import Options

from minuet.models import Puzzle, TargetSudoku, Unsupported, WrongAnswer
from minuet.solvers import Status, get_solver, improving, solve, verify
from minuet.solvers.conformance import TooLarge, all_solutions
from minuet.solvers.contract import Deadline, Progress, Query, Solver
from minuet.solvers.fuzz import SHAPES

from ...drawing import few
from oracle.costed import drawn, one_of, square


class Scripted(Solver):
    """Waits for another one, tells a solution, claims what it is told, and rests."""

    summary = "for tests"
    features = frozenset({"costs"})

    def __init__(
        self,
        name: str,
        *found: int,
        bound: int | None = None,
        complete: bool = False,
        after: threading.Event | None = None,
        error: Exception | None = None,
    ) -> None:
        super().__init__()
        self.name = name  # type: ignore[misc]
        self._found, self._bound, self._complete = found, bound, complete
        self._after, self._error = after, error
        self.told = threading.Event()

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        yield from ()

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        while self._after is not None and not self._after.is_set():
            if query.deadline.passed():
                return
            time.sleep(0.001)
        for option in self._found:
            yield (option,)
        progress.bound = self._bound
        self.told.set()
        if self._error is not None:
            raise self._error
        progress.complete = self._complete
        while not progress.complete and not query.deadline.passed():
            time.sleep(0.001)


@pytest.fixture(autouse=True)
def no_thread_is_left(searching: Callable[[], list[threading.Thread]]) -> Iterator[None]:
    yield
    assert not searching()


MATRIX = one_of([100, 60, 55, 50])


def auto(primal: Solver, *provers: Turn, growth: float = 0.0) -> Solver:
    """Return `auto` with one that improves and those who prove, who begin at once."""
    return auto_of(*provers, seconds=600.0, growth=growth, improves=primal)


def test_one_improves_and_the_other_proves() -> None:
    better = Scripted("better", 0, 3)
    proof = Scripted("proof", 1, bound=50, after=better.told)
    result = solve(MATRIX, auto(better, proof), threads=2)
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, 50, 50)
    assert result.solver == "proof"
    assert "claimed by proof" in str(result.evidence)


def test_events_name_who_found_and_who_proved() -> None:
    better = Scripted("better", 2)
    proof = Scripted("proof", bound=45, after=better.told)
    with improving(MATRIX, auto(better, proof), threads=2) as stream:
        events = [next(stream), next(stream)]  # what is known at the same time is told in any order
        assert {(one.better, one.solver) for one in events} == {
            ("answer", "better"),
            ("bound", "proof"),
        }
        assert (events[-1].objective, events[-1].bound) == (55, 45)
        told = stream.result()
    assert (told.status, told.objective, told.bound) == (Status.FEASIBLE, 55, 45)
    assert "none better than 45: claimed by proof" in str(told.evidence)


@pytest.mark.parametrize(("bound", "complete"), [(51, False), (60, True), (None, True)])
def test_a_contradiction_between_lanes_is_a_wrong_answer(bound: int | None, complete: bool) -> None:
    honest = Scripted("honest", 3)
    found = () if bound is None else (1,)
    liar = Scripted("liar", *found, bound=bound, complete=complete, after=honest.told)
    with pytest.raises(WrongAnswer, match="solvers liar and honest contradict each other"):
        solve(MATRIX, auto(honest, liar), threads=2)


@pytest.mark.parametrize("improves", [False, True])
def test_an_error_in_a_lane_surfaces(improves: bool) -> None:
    broken = Scripted("broken", 1, error=ZeroDivisionError("deep down"))
    rests = Scripted("rests")
    both = (broken, rests) if improves else (rests, broken)
    with pytest.raises(ZeroDivisionError, match="deep down"):
        solve(MATRIX, auto(*both), threads=2)


def test_nobody_who_improves_leaves_the_proof() -> None:
    refuses = Scripted("refuses", error=Unsupported("solver refuses does not support this"))
    proof = Scripted("proof", 3, complete=True, after=refuses.told)
    result = solve(MATRIX, auto(refuses, proof), threads=2)
    assert (result.status, result.objective) == (Status.OPTIMAL, 50)


def test_nobody_who_proves_is_an_error() -> None:
    refuses = Scripted("refuses", error=Unsupported("solver refuses does not support this"))
    plan = auto(Scripted("better", 3), refuses, growth=2)
    with pytest.raises(Unsupported, match="solver refuses does not support this"):
        solve(MATRIX, plan, threads=2)


def test_those_who_improve_are_no_part_of_the_proof(caplog: pytest.LogCaptureFixture) -> None:
    better = Scripted("better", 3)
    turns = [("optimize", 40.0)]
    with caplog.at_level(logging.DEBUG, "minuet"):
        assert solve(MATRIX, auto(better, *turns), threads=2).complete
    asked = {line.split(" (")[0] for line in caplog.messages if " (" in line}
    assert asked == {"better", "optimize:blocks-proof"}


class Notes(Scripted):
    """Notes how many threads it may have."""

    features = frozenset({"costs", "weights", "multiplicities"})
    threads = 0

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        self.threads = query.threads
        progress.complete = True
        yield (3,)


def test_weights_leave_the_threads_to_the_solvers() -> None:
    puzzle = Puzzle("weights")
    table = puzzle.choices("row", number=range(4))
    puzzle.between(3, 4, table, weight="number")
    puzzle.minimize(table, "number")
    solver = Notes("alone")
    assert solve(puzzle, auto_of(solver, seconds=None), threads=2).objective == 3
    assert solver.threads == 2
    assert solve(puzzle, threads=2).objective == 3


@few(25)
@given(
    st.sampled_from(["costed_matrix", "costed_partition", "linked_blocks", "costed_square"]),
    st.integers(0, 10**6),
    st.sampled_from([2, 3, 4]),
    st.sampled_from(["auto", "optimize", "optimize:blocks-proof", "optimize:blocks-freeing"]),
)
def test_the_best_is_that_of_brute_force(shape: str, seed: int, threads: int, name: str) -> None:
    task, progress = SHAPES[shape].draw(random.Random(seed)), Progress()
    matrix, solver = task.matrix, get_solver(name)
    query = Query(matrix, task.given, task.forbidden, Deadline(600), threads, seed=seed)
    try:
        every = all_solutions(matrix, task.given, task.forbidden, 4000)
        solver.require(matrix)
        costs = [matrix.cost(options) for options in solver.improving(query, progress)]
    except (TooLarge, Unsupported):
        return
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1:] == sorted(map(matrix.cost, every))[:1]
    assert progress.complete
    assert not costs or progress.bound == costs[-1]


@pytest.mark.parametrize("milliseconds", [0, 1, 2, 5, 10])
@pytest.mark.parametrize("name", ["auto", "optimize"])
def test_hardly_any_time_keeps_what_is_verified(milliseconds: int, name: str) -> None:
    puzzle = square(6, None, drawn(milliseconds, 6))
    result = solve(puzzle, name, threads=2, time_limit=milliseconds / 1000)
    if result.options is not None:
        assert verify(puzzle.matrix, result.options) is None
        assert result.bound is None or result.bound >= result.objective


def test_closing_a_stream_of_several_threads_leaves_none() -> None:
    puzzle = square(12, None, drawn(5, 12))
    for threads in (2, 4):
        with improving(puzzle, threads=threads, time_limit=600) as stream:
            while next(stream).options is None:
                pass
        assert stream.result().status is Status.FEASIBLE


def test_one_thread_does_the_same_each_time() -> None:
    blank = TargetSudoku("." * 81)
    told = []
    for _ in range(2):
        with improving(blank, "optimize:blocks", seed=3) as stream:
            told.append([one.options for one in stream if one.better == "answer"])
    assert told[0] == told[1] != []
