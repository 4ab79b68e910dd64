"""Whatever a solver does is its outcome in a cross-check, and never the check's end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hurried import hanging

from minuet.models import ExactCover, Unsupported
from minuet.solvers import Interrupted, Status, crosscheck
from minuet.solvers.contract import Progress, Query

from oracle.odd import FAST, Odd, agreed_without, holds_the_lock, is_deaf, odd, works_on
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


DOES: list[tuple[Callable[[Query, Progress], Any], str, str]] = [
    (segfaults, "crashed", "crashed with SIGSEGV"),
    (lambda query, progress: os.abort(), "crashed", "crashed with SIGABRT"),
    (lambda query, progress: os._exit(0), "vanished", "ended its process without a word"),
    (leaves_a_child, "vanished", "ended its process without a word"),
    (lambda query, progress: sys.exit("enough"), "raised", "failed with SystemExit: enough"),
    (closes_everything, "vanished", "ended its process without a word"),
]


@pytest.mark.parametrize("query", ["all", "best"])
def test_who_takes_its_process_down_is_an_outcome(query: str, langford: ExactCover) -> None:
    solvers = [odd(does, f"odd{number}") for number, (does, _, _) in enumerate(DOES)]
    report = crosscheck(langford, [*solvers, *FAST], query=query)
    for outcome, (_, ended, note) in zip(agreed_without(report), DOES, strict=True):
        assert (outcome.ended, len(outcome.found)) == (ended, 1), note
        assert outcome.note.startswith(note)


SHARE = 1000.0  # seconds of the budget for each solver


def test_who_hangs_is_killed_behind_its_time() -> None:
    class HangsAtItsVersion(Odd):
        name = "silent"

        def version(self) -> str:
            hang()
            while True:
                time.sleep(1)

    def deaf(query: Query, progress: Progress) -> None:
        hang()
        is_deaf(query, progress)

    with hanging(SHARE) as hang:
        report = crosscheck(queens(6), [odd(deaf), HangsAtItsVersion(), *FAST], budget=4 * SHARE)
    first, second = agreed_without(report)
    assert len(first.found) == 1
    for outcome in (first, second):
        assert outcome.ended == "hung"
        assert outcome.note == "did not stop at its time limit, and was killed"
    assert second.status is Status.UNKNOWN


def test_who_hangs_does_not_outlive_the_budget(langford: ExactCover) -> None:
    def locks(query: Query, progress: Progress) -> None:
        hang()
        holds_the_lock(query, progress)

    with hanging(SHARE) as hang:
        report = crosscheck(langford, [odd(locks), *FAST], query="best", budget=3 * SHARE)
    (first,) = agreed_without(report)  # each had its fair part of the time
    assert (first.ended, len(first.found)) == ("hung", 1)


def held() -> int:
    """Return the bytes of addresses that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_who_leaks_comes_to_the_end_of_its_memory() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (held() + (1 << 28), before[1]))
    try:
        report = crosscheck(queens(6), [odd(leaks), *FAST])
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
    (first,) = agreed_without(report)
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
    name = "refuses"

    def require(self, matrix: ExactCover) -> None:
        raise Unsupported("not today")


class HasNoVersion(Odd):
    name = "unknown"

    def version(self) -> str:
        raise RuntimeError("who knows")


class CrashesAtItsVersion(Odd):
    name = "crashes"

    def version(self) -> str:
        os.abort()


def test_who_does_not_even_begin_is_an_outcome() -> None:
    solvers = [Refuses(), HasNoVersion(), CrashesAtItsVersion()]
    outcomes = agreed_without(crosscheck(queens(6), [*solvers, *FAST]))
    assert {outcome.status for outcome in outcomes} == {Status.UNKNOWN}
    notes = ["not today", "failed with RuntimeError: who knows", "crashed with SIGABRT"]
    assert [outcome.note for outcome in outcomes] == notes


def test_who_lies_about_its_name_is_still_one_solver() -> None:
    class Turncoat(Odd):
        names = 0

        @property
        def full_name(self) -> str:
            type(self).names += 1
            return f"odd{self.names}"

    report = crosscheck(queens(6), [Turncoat()])
    assert report.verdict == "nothing compared"


def interrupts(query: Query, progress: Progress) -> None:
    """Give its parent a Ctrl-C."""
    os.kill(os.getppid(), signal.SIGINT)
    works_on(query, progress)


def test_an_interrupt_ends_the_check_and_keeps_what_was_answered() -> None:
    with pytest.raises(Interrupted) as stopped:
        crosscheck(queens(6), [*FAST, odd(interrupts), "sat"])
    report = stopped.value.result
    assert [outcome.solver for outcome in report.outcomes] == [*FAST, "odd"]
    assert [outcome.count for outcome in report.outcomes[:2]] == [4, 4]
    assert report.verdict == "agreed by one kind"


def test_what_a_solver_raises_is_no_interrupt() -> None:
    def interrupted(query: Query, progress: Progress) -> None:
        raise KeyboardInterrupt

    (first,) = agreed_without(crosscheck(queens(6), [odd(interrupted), *FAST]))
    assert first.note.startswith("failed with KeyboardInterrupt")


@pytest.mark.parametrize("query", ["all", "best"])
def test_no_time_is_no_agreement(query: str) -> None:
    report = crosscheck(queens(6), [*FAST, "sat"], query=query, time_limit=0)
    assert not report
    assert report.verdict == "nothing compared"
    assert report.compared == []
    assert not report.disagreements
    assert {outcome.note for outcome in report.outcomes} == {"stopped at its time limit"}
