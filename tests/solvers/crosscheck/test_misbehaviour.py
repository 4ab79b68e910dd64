"""Whatever a solver does is its outcome in a cross-check, and never the check's end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from minuet.models import ExactCover, Unsupported
from minuet.solvers import (
    CheckVerdict,
    Progress,
    Query,
    Solver,
    Status,
    crosscheck,
)
from minuet.solvers.process import isolated_child

from oracle.odd import FAST, SOON, Odd, agreed_without, holds_the_lock, is_deaf, odd, works_on
from oracle.problems import queens


def leaks(query: Query, progress: Progress) -> None:
    kept = []
    while True:
        kept.append(b"x" * (1 << 24))


def leaves_a_child(query: Query, progress: Progress) -> None:
    subprocess.Popen(["sleep", "60"])
    os._exit(0)


def closes_everything(query: Query, progress: Progress) -> None:
    os.closerange(0, 200)


def segfaults(query: Query, progress: Progress) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


@pytest.mark.parametrize("query", ["all", pytest.param("best", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("does", "ended", "note"),
    [
        (segfaults, "crashed", "crashed with SIGSEGV"),
        (lambda query, progress: os.abort(), "crashed", "crashed with SIGABRT"),
        (lambda query, progress: os._exit(0), "vanished", "ended its process without a word"),
        (leaves_a_child, "vanished", "ended its process without a word"),
        (lambda query, progress: sys.exit("enough"), "raised", "failed with SystemExit: enough"),
        (closes_everything, "vanished", "ended its process without a word"),
    ],
)
def test_who_takes_its_process_down_is_an_outcome(
    does: Callable[[Query, Progress], Any], ended: str, note: str, query: str, langford: ExactCover
) -> None:
    report = crosscheck(langford, [odd(does), *FAST], query=query)
    first = agreed_without(report)
    assert (first.ended, len(first.found)) == (ended, 1)
    assert first.note.startswith(note)


@pytest.mark.parametrize("does", [works_on, is_deaf, holds_the_lock])
def test_who_hangs_is_killed_soon_behind_its_time(does: Callable[[Query, Progress], Any]) -> None:
    began = time.monotonic()
    report = crosscheck(queens(6), [odd(does), *FAST], time_limit=1.0)
    assert time.monotonic() - began < SOON
    first = agreed_without(report)
    assert (first.ended, len(first.found)) == ("hung", 1)
    assert first.note == "did not stop at its time limit, and was killed"


def test_who_leaks_comes_to_the_end_of_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    room = isolated_child.room
    monkeypatch.setattr("minuet.solvers.process.isolation.room", lambda memory: room(1 << 28))
    first = agreed_without(crosscheck(queens(6), [odd(leaks), *FAST]))
    assert first.ended == "out of memory"
    assert "failed with MemoryError" in first.note


def test_who_changes_what_it_is_given_changes_nothing_for_others() -> None:
    def spoils(query: Query, progress: Progress) -> None:
        query.matrix.members.setflags(write=True)
        query.matrix.members[:] = 0

    report = crosscheck(queens(6), [odd(spoils), *FAST])
    assert [outcome.count for outcome in report.outcomes[1:]] == [4, 4]
    assert {"dlx", "bitmask"} <= {outcome.solver for outcome in report.compared}


def test_what_a_solver_prints_is_not_in_the_answer(capfd: pytest.CaptureFixture[str]) -> None:
    assert crosscheck(queens(6), [odd(lambda query, progress: print("odd")), *FAST])
    out, err = capfd.readouterr()
    assert (out, set(err.split())) == ("", {"odd"})


class Refuses(Odd):
    def require(self, matrix: ExactCover) -> None:
        raise Unsupported("not today")


class HasNoVersion(Odd):
    def version(self) -> str:
        raise RuntimeError("who knows")


class CrashesAtItsVersion(Odd):
    def version(self) -> str:
        os.abort()


class HangsAtItsVersion(Odd):
    def version(self) -> str:
        while True:
            pass


@pytest.mark.parametrize(
    ("one", "note"),
    [
        (Refuses(), "not today"),
        (HasNoVersion(), "failed with RuntimeError: who knows"),
        (CrashesAtItsVersion(), "crashed with SIGABRT"),
        (HangsAtItsVersion(), "did not stop at its time limit, and was killed"),
    ],
)
def test_who_does_not_even_begin_is_an_outcome(one: Solver, note: str) -> None:
    first = agreed_without(crosscheck(queens(6), [one, *FAST], time_limit=1.0))
    assert (first.note, first.status) == (note, Status.UNKNOWN)


def test_who_lies_about_its_name_is_still_one_solver() -> None:
    class Turncoat(Odd):
        names = 0

        @property
        def full_name(self) -> str:
            type(self).names += 1
            return f"odd{self.names}"

    report = crosscheck(queens(6), [Turncoat()])
    assert report.verdict is CheckVerdict.NOTHING_COMPARED
