"""A child process that is killed, or ends, while its task is still being handed over."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest

from minuet.models import ExactCover, ExactCoverBuilder, SolverError
from minuet.solvers import Deadline, Progress, Query, Status, Stopped, get_solver, solve
from minuet.solvers.sat import process
from minuet.solvers.sat.child.task import Task

NAME = "sat:cadical195"
Child = subprocess.Popen[str]


def pairs(number: int) -> ExactCover:
    """Items with two options each."""
    builder = ExactCoverBuilder()
    for item in range(number):
        builder.item(item)
        builder.option([item])
        builder.option([item])
    return builder.build()


@contextmanager
def begun(
    monkeypatch: pytest.MonkeyPatch, module: str, then: Callable[[Child], object]
) -> Iterator[None]:
    """Do something with each new child of a module; look that nothing is left of them behind."""
    where = import_module(f"minuet.solvers.sat.{module}")
    begin, children = where.child_process, []

    def child_process(*more: Any, **named: Any) -> Child:
        children.append(begin(*more, **named))
        then(children[-1])
        return children[-1]  # type: ignore[no-any-return]

    monkeypatch.setattr(where, "child_process", child_process)
    yield
    assert len(children) == 1
    for child in children:
        assert child.returncode is not None
        assert all(pipe and pipe.closed for pipe in (child.stdin, child.stdout, child.stderr))


def until_it_stops(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    """Have the task handed over in small parts, of which the third waits for the time limit."""
    where = import_module(f"minuet.solvers.sat.{module}")
    hand_over = where.hand_over

    def slowly(child: Child, task: Task, check: Callable[[], None]) -> None:
        parts = iter(range(3))

        def waiting() -> None:
            check()
            if next(parts) == 2:
                while True:
                    time.sleep(0.01)
                    check()

        try:
            hand_over(child, task, waiting)
        except Stopped:
            child.wait(20)  # it was killed, and what is kept for it is for nobody
            raise

    monkeypatch.setattr(where, "hand_over", slowly)
    monkeypatch.setattr(process, "PART", 64)


def killed(child: Child) -> None:
    child.kill()
    child.wait()


def test_a_time_limit_ends_a_search_that_is_being_handed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solve(pairs(5), NAME)  # what is imported, is not in the time
    until_it_stops(monkeypatch, "sat")
    with begun(monkeypatch, "sat", lambda child: None):
        assert solve(pairs(500), NAME, time_limit=1).status is Status.UNKNOWN


def test_a_time_limit_ends_a_batch_that_is_being_handed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solve(pairs(5), NAME)
    until_it_stops(monkeypatch, "many")
    query = Query(pairs(500), deadline=Deadline(1))
    with begun(monkeypatch, "many", lambda child: None):
        assert list(get_solver(NAME).many(query, Progress(), [(), (0,)], 1)) == []


def test_a_search_says_so_whose_child_ended_early(monkeypatch: pytest.MonkeyPatch) -> None:
    early = pytest.raises(SolverError, match="the child process ended early")
    with begun(monkeypatch, "sat", killed), early:
        solve(pairs(5), NAME)


def test_a_batch_says_so_whose_child_ended_early(monkeypatch: pytest.MonkeyPatch) -> None:
    early = pytest.raises(SolverError, match="the child process ended early")
    with begun(monkeypatch, "many", killed), early:
        list(get_solver(NAME).many(Query(pairs(5)), Progress(), [(), (0,)], 1))
