"""The numbers beside the puzzle: threads, memory, k and time limits, in range and out of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from random import Random

import numpy as np
import pytest
from own_solvers import one_by_one

from minuet.models import ExactCover, ExactCoverBuilder, ModelError
from minuet.models.formats import write
from minuet.models.spelling import numeral
from minuet.setting import generate
from minuet.solvers import Goal, best, count, get_solver, solutions, solve
from minuet.solvers.contract import Deadline, Progress, Query, Solver

from command_line import one_line
from in_process import minuet
from oracle.problems import queens

HUGE_TIMES = [math.inf, 1e308, 1e18, 1e12, 10**400, np.float64(1e300)]


def random_matrix(items: int, options: int, widest: int) -> ExactCover:
    random = Random(1)
    builder = ExactCoverBuilder()
    for item in range(items):
        builder.item(item)
    for _ in range(options):
        members = random.sample(range(items), random.randint(2, widest))
        builder.option(members, cost=random.randint(1, 50))
    return builder.build()


def kind(value: object) -> str:
    """An id for a value that may be too long to be written."""
    return type(value).__name__


ASKED: list[Callable[[object], object]] = [
    lambda threads: solve(queens(4), threads=threads),  # type: ignore[arg-type]
    lambda threads: count(queens(4), "sat", threads=threads),  # type: ignore[arg-type]
    lambda threads: solutions(queens(4), "bitmask", threads=threads),  # type: ignore[arg-type]
    lambda threads: count(queens(4), symmetries="known", threads=threads),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("ask", ASKED, ids=["solve", "count", "solutions", "symmetry"])
@pytest.mark.parametrize(
    "threads", [0, -1, 257, 10_000_000, 10**5000, 1.0, 2.5, None, "2", True], ids=kind
)
def test_every_question_refuses_threads_out_of_range(
    ask: Callable[[object], object], threads: object
) -> None:
    with pytest.raises(ModelError, match=r"threads, expected a whole number, 1 to 256$"):
        ask(threads)


@pytest.mark.parametrize("name", ["auto", "dlx", "bitmask", "cpsat"])
@pytest.mark.parametrize("threads", [256, np.int8(3)])
def test_as_many_threads_as_are_allowed_work(name: str, threads: int) -> None:
    assert solve(random_matrix(8, 60, 4), name, threads=threads).complete
    assert count(queens(6), name, threads=threads).count == 4


@pytest.mark.parametrize("threads", ["0", "10000000"])
def test_the_command_line_refuses_threads_out_of_range(threads: str) -> None:
    done = minuet("count", "--threads", threads, text="a\na\n")
    assert done.returncode == 2
    assert "threads" in one_line(done)


@pytest.mark.parametrize("name", ["auto", "dlx", "memo"])
@pytest.mark.parametrize(
    "memory", [0, -1, 1 << 63, 1 << 64, 10**5000, 1e6, 0.5, "1X", True], ids=kind
)
def test_memory_out_of_range_is_refused(name: str, memory: object) -> None:
    with pytest.raises(
        ModelError, match=r"memory of .*, expected (a whole number, 1 to |bytes as a number, or)"
    ):
        count(queens(4), name, memory=memory)  # type: ignore[arg-type]


@pytest.mark.parametrize("memory", [1, (1 << 63) - 1, np.int64(10**6), "1G"])
def test_memory_in_range_counts(memory: int | str) -> None:
    assert count(queens(6), "memo", memory=memory).count == 4


@pytest.mark.parametrize("k", [0, -1, 2.5, 3.0, None, "3", True, -(10**5000)], ids=kind)
def test_the_k_best_need_a_whole_number(k: object) -> None:
    with pytest.raises(ModelError, match=r"the .* best solutions, expected a whole number, 1 or m"):
        best(queens(4), k)  # type: ignore[arg-type]


@pytest.mark.parametrize("k", [2, np.int64(2), 10**400])
def test_the_k_best_may_be_more_than_there_are(k: int) -> None:
    assert len(list(best(queens(4), k))) == 2


@pytest.mark.parametrize("wrong", [{"givens": 2.5}, {"givens": -1}, {"tries": 0}, {"tries": 1.5}])
def test_a_generated_puzzle_needs_whole_numbers(wrong: dict[str, float]) -> None:
    with pytest.raises(ModelError, match=r"(givens|tries), expected a whole number, [01] or more"):
        generate(queens(4), **{"givens": 4, **wrong})  # type: ignore[arg-type]


@pytest.mark.asks(Goal.BEST, Goal.COUNT)
@pytest.mark.parametrize("seconds", HUGE_TIMES)
def test_a_huge_time_limit_is_none(solver: Solver, seconds: float) -> None:
    assert Deadline(seconds).left() == math.inf
    matrix = random_matrix(5, 12, 3)
    assert solve(matrix, solver, time_limit=seconds).complete
    assert solve(queens(4), solver, time_limit=seconds).answer is not None
    counted = count(matrix, solver, time_limit=seconds)
    assert (counted.complete, counted.count) == (True, count(matrix, "dlx").count)


@pytest.mark.parametrize("seconds", [1e8, 999_999_999])
def test_a_time_limit_of_years_fits_every_clock(solver: Solver, seconds: float) -> None:
    assert math.isfinite(Deadline(seconds).left())
    assert solve(random_matrix(5, 12, 3), solver, time_limit=seconds).complete


@pytest.mark.parametrize(
    ("name", "seconds"), [("mip", "1e18"), ("cpsat", "1e308"), ("auto", "inf")]
)
def test_the_command_line_takes_a_huge_time_limit(name: str, seconds: str) -> None:
    done = minuet("count", "--solver", name, "--time-limit", seconds, text="a\na\na\n")
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


@pytest.mark.parametrize("seconds", [0, 0.0, -1, -1e308, -math.inf, -(10**400)])
def test_a_time_limit_that_is_over_leaves_the_question_open(seconds: float) -> None:
    assert Deadline(seconds).left() == 0
    assert solve(queens(4), "dlx", time_limit=seconds).status == "UNKNOWN"


@pytest.mark.parametrize("seconds", [math.nan, "3", [1], 1j, Decimal(3)])
def test_a_time_limit_that_is_no_number_is_refused(seconds: object) -> None:
    with pytest.raises(ModelError, match="not a number, expected seconds"):
        solve(queens(4), time_limit=seconds)  # type: ignore[arg-type]


class OnlyTheSolversClock(Deadline):
    """A deadline that never passes here, whatever the solver's own clock says."""

    def left(self) -> float:
        return 0.002

    def passed(self) -> bool:
        return False


@pytest.mark.parametrize("name", ["mip", "cpsat"])
def test_a_solver_whose_own_clock_runs_out_first_leaves_the_question_open(name: str) -> None:
    matrix = random_matrix(100, 1200, 5)
    for costs in (False, True):
        query, progress = Query(matrix, deadline=OnlyTheSolversClock()), Progress()
        solver = get_solver(name)
        list(
            solver.improving(query, progress)
            if costs
            else one_by_one(solver.solutions(query, progress))
        )
        assert not progress.complete


def test_a_count_of_more_digits_than_python_writes_is_told() -> None:
    items = 15_000
    rows = np.repeat(np.arange(items), 2)
    matrix = ExactCover(
        primary=items, items=range(items), starts=np.arange(2 * items + 1), members=rows
    )
    result = count(matrix, "memo")
    assert result.count == 1 << items
    digits = numeral(result.count)
    assert len(digits) == 4516
    assert str(result.evidence) == f"{digits} solutions: claimed by memo"
    assert minuet("count", "--solver", "memo", text=write(matrix)).stdout == f"{digits}\n"
