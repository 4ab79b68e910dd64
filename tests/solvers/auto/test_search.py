"""Solvers that take turns at a first solution: they rest, go on, and are let go of at the end."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from own_plans import Plan, Stage, auto_of
from own_solvers import Options

from minuet.models import ExactCover, WrongAnswer
from minuet.models.formats import read
from minuet.setting import is_unique
from minuet.solvers import Status, get_solver, solutions, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query, Solver

from oracle.problems import queens

MATRIX = queens(6).matrix


class Stepping(Solver):
    """Rests for some steps, and then hands over the honest solutions, or claims what it is told."""

    summary = "for tests"

    def __init__(self, name: str, steps: int, found: int | None = None) -> None:
        super().__init__()
        self.name = name  # type: ignore[misc]
        self._wanted, self._found = steps, found
        self.begun = self.steps = self.closed = 0

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        raise AssertionError("asked for what is not to be paused")

    def start_seconds(self, query: Query) -> float:
        return 0.0

    def searching(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        self.begun += 1
        try:
            for _ in range(self._wanted):
                end = time.process_time() + 0.001
                while time.process_time() < end:
                    pass
                self.steps += 1
                progress.nodes += 1
                yield ()
            found = sorted(all_solutions(query.matrix))
            yield from ([options] for options in found[: self._found])
            progress.complete = True
        finally:
            self.closed += 1


def auto(*solvers: Solver | str, **more: Any) -> Any:
    """Return `auto` with these solvers, whose turns are short and get longer."""
    return auto_of(*solvers, seconds=0.002, growth=1.5, **more)


def test_a_search_goes_on_where_it_rested_and_is_let_go_of_at_the_end() -> None:
    fast, slow = Stepping("fast", 30), Stepping("slow", 10**9)
    result = solve(MATRIX, auto(slow, fast))
    assert (result.solver, result.status) == ("fast", Status.OPTIMAL)
    assert (fast.begun, fast.steps, slow.begun) == (1, 30, 1)
    assert (fast.closed, slow.closed) == (1, 1)
    assert result.statistics.nodes == fast.steps + slow.steps
    assert slow.steps <= 20 * fast.steps  # their turns are alike, on a busy machine, too


def test_a_limit_ends_the_searches_that_rest_and_keeps_what_they_did() -> None:
    both = Stepping("one", 10**9), Stepping("other", 10**9)
    result = solve(MATRIX, auto(*both), time_limit=0.1)
    assert (result.status, result.complete) == (Status.UNKNOWN, False)
    assert result.statistics.nodes == sum(one.steps for one in both) > 0
    assert [one.closed for one in both] == [one.begun for one in both]


def test_an_interrupt_lets_go_of_the_searches_that_rest() -> None:
    class Interrupted(Stepping):
        def searching(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            yield ()
            raise KeyboardInterrupt

    resting, progress = Stepping("resting", 10**9), Progress()
    with pytest.raises(KeyboardInterrupt):
        auto(resting, Interrupted("interrupted", 0)).first(Query(MATRIX), progress)
    assert resting.closed == 1
    assert progress.nodes == resting.steps > 0


@pytest.mark.parametrize("number", [0, 1])
def test_searches_in_steps_that_contradict_each_other_are_a_wrong_answer(number: int) -> None:
    class Honest(Stepping):
        """Has one solution in hand, and goes on for ever."""

        def searching(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            yield [min(all_solutions(query.matrix))]
            yield from super().searching(query, progress)

    honest, liar = Honest("honest", 10**9), Stepping("liar", 20, found=0)
    asked = auto(honest, liar, batches=())
    with pytest.raises(WrongAnswer, match="honest found 1 solution, liar counts 0"):
        is_unique(MATRIX, asked) if number else list(solutions(MATRIX, asked))


def test_one_that_cannot_rest_begins_anew_in_turns_that_get_longer() -> None:
    restarting = Restarting()
    result = solve(MATRIX, auto(restarting, Stepping("other", 60)))
    assert result.solver == "other"
    turns = restarting.turns
    assert len(turns) > 1
    assert max(turns) > 2 * turns[0]


class Restarting(Solver):
    """Cannot rest, and finds nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.turns: list[float] = []  # seconds of each

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        raise AssertionError("asked for all")

    def first(self, query: Query, progress: Progress) -> Options | None:
        self.turns.append(query.deadline.left())
        while not query.deadline.passed():
            pass
        return None


def test_what_takes_long_to_begin_waits_until_others_have_had_as_long() -> None:
    class Slow(Stepping):
        def start_seconds(self, query: Query) -> float:
            return 0.05

    slow, other = Slow("slow", 1), Stepping("other", 10**9)
    result = solve(MATRIX, auto(slow, other))
    assert result.solver == "slow"
    assert other.steps > 10
    assert solve(MATRIX, auto(Slow("slow", 1))).solver == "slow"  # alone it does not wait


@pytest.mark.parametrize("name", ["sat", "sat:minisat22", "sat:cadical195"])
def test_clause_learning_rests_and_keeps_what_it_learnt(name: str, data: Path) -> None:
    (matrix,) = read((data / "instances/hitori8.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    before = threading.active_count()
    solver: Any = get_solver(name)
    progress = Progress()
    steps = 0
    for batch in solver.searching(Query(matrix), progress):
        assert not batch
        steps += 1
        if name != "sat:cadical195":
            resting = progress.conflicts
            time.sleep(0.001)
            assert progress.conflicts == resting
    assert progress.complete
    assert steps > 2
    assert threading.active_count() <= before


@pytest.mark.parametrize("name", ["sat", "sat:cadical195"])
def test_a_search_that_is_left_amid_its_rest_leaves_no_thread(name: str, data: Path) -> None:
    (matrix,) = read((data / "instances/hitori8.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    before = threading.active_count()
    query, progress = Query(matrix, deadline=Deadline(30)), Progress()
    solver: Any = get_solver(name)
    steps = iter(solver.searching(query, progress))
    for _ in range(3):
        next(steps)
    steps.close()
    end = time.monotonic() + 120
    while threading.active_count() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert threading.active_count() <= before
    assert not progress.complete


HELD = """
import sys, time
from pathlib import Path
from minuet.models.formats import read
from minuet.solvers import get_solver
from minuet.solvers.contract import Progress, Query

def children():
    return " ".join(one.read_text() for one in Path("/proc/self/task").glob("*/children")).split()

(matrix,) = read(open(sys.argv[1], "rb").read()).problems
steps = get_solver("sat:cadical195").searching(Query(matrix), Progress())
while not children():
    next(steps)
for _ in range(3):
    next(steps)
(child,) = children()
print(child, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_child_that_is_held_dies_with_its_parent(data: Path) -> None:
    matrix = str(data / "instances/qwh30.dlx")
    parent = subprocess.Popen([sys.executable, "-c", HELD, matrix], stdout=subprocess.PIPE)
    assert parent.stdout
    with parent.stdout as said:
        state = Path(f"/proc/{int(said.readline())}/stat")
        try:
            end = time.monotonic() + 120
            while _state(state) != "T" and time.monotonic() < end:
                time.sleep(0.01)  # it stops once it is its turn on the processor
            assert _state(state) == "T"
        finally:
            parent.kill()
            parent.wait()
    end = time.monotonic() + 120
    while _state(state) not in ("", "Z") and time.monotonic() < end:
        time.sleep(0.01)
    assert _state(state) in ("", "Z")  # gone, or it waits for somebody to ask how it ended


def _state(process: Path) -> str:
    """Return the letter of a process's state, "" if there is none."""
    try:
        return process.read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def test_a_turn_grows_no_further_than_its_most() -> None:
    stages = (Stage("dlx", 1.0, "for the test", most=5.0), Stage("sat", 1.0, "for the test"))
    rounds = list(islice(Plan(stages, growth=2).rounds(), 4))
    assert [[one.seconds for one in stages] for stages in rounds] == [
        [1, 1],
        [2, 2],
        [4, 4],
        [5, 8],
    ]
