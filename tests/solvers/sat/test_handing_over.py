"""A child process that is killed, or ends, while its task is still being handed over."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from minuet.models import ExactCover, ExactCoverBuilder, SolverError
from minuet.solvers import get_solver
from minuet.solvers.contract import Deadline, Progress, Query

NAME = "sat:cadical195"
ASKED: dict[str, Callable[[Query], object]] = {
    "search": lambda query: list(get_solver(NAME).solutions(query, Progress())),
    "batch": lambda query: list(get_solver(NAME).many(query, Progress(), [(), (0,)], 1)),
}


def pairs(number: int) -> ExactCover:
    """Items with two options each."""
    builder = ExactCoverBuilder()
    for item in range(number):
        builder.item(item)
        builder.option([item])
        builder.option([item])
    return builder.build()


@pytest.fixture
def child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Have every child of Python's be a script, which notes that it began; return the note."""

    def begins(script: str) -> Path:
        program, note = tmp_path / "python", tmp_path / "note"
        program.write_text(f"#!/bin/sh\necho $$ >> '{note}'\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(program))
        return note

    return begins


def require_ended(note: Path) -> None:
    """One child began, of which nothing is left."""
    (pid,) = map(int, note.read_text().split())
    assert not psutil.pid_exists(pid)


@pytest.mark.parametrize("asked", ASKED)
def test_a_time_limit_ends_what_is_being_handed_over(
    asked: str, child: Callable[[str], Path]
) -> None:
    note = child("cat > /dev/null\nsleep 1000")  # it reads once it is noted: no pipe holds the task

    class UntilItBegan(Deadline):
        """It is over as soon as the child waits, of whose task a part is still here."""

        def passed(self) -> bool:
            return note.exists()

        def left(self) -> float:
            return 0.0 if self.passed() else 600.0

    query = Query(pairs(30_000), deadline=UntilItBegan())
    assert ASKED[asked](query) == []
    require_ended(note)


@pytest.mark.parametrize("asked", ASKED)
def test_a_child_that_ends_early_is_an_error(asked: str, child: Callable[[str], Path]) -> None:
    note = child("exit 0")
    with pytest.raises(SolverError, match="the child process ended early"):
        ASKED[asked](Query(pairs(5)))
    require_ended(note)
