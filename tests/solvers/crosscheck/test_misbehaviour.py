"""Whatever a solver does is its outcome in a cross-check, and never the check's end."""

from __future__ import annotations

import ctypes
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minuet.models import ExactCover, Puzzle, Unsupported
from minuet.models.formats import read
from minuet.solvers import (
    CheckVerdict,
    Outcome,
    Progress,
    Query,
    Report,
    Solver,
    Status,
    crosscheck,
)
from minuet.solvers.contract.batch import Options, one_by_one, singly
from minuet.solvers.dlx.dlx import DancingLinks
from minuet.solvers.process import isolated_child

from oracle.long_building import crowded, grid
from oracle.problems import queens

FAST = ("dlx", "bitmask")
SOON = 10.0  # seconds; those who keep within their time take less than four


class Odd(DancingLinks):
    """Dancing links, until something odd is done behind the first solution."""

    name = "odd"
    kind = "odd"
    does: Callable[[Query, Progress], Any] = staticmethod(lambda query, progress: None)

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        stream = one_by_one(super().solutions(query, progress))
        yield [next(stream)]
        self.does(query, progress)
        yield from singly(stream)

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        return one_by_one(self.solutions(query, progress))


def odd(does: Callable[[Query, Progress], Any]) -> Solver:
    solver = Odd()
    solver.does = does  # type: ignore[method-assign]
    return solver


def works_on(query: Query, progress: Progress) -> None:
    while True:
        pass


def is_deaf(query: Query, progress: Progress) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    works_on(query, progress)


def holds_the_lock(query: Query, progress: Progress) -> None:
    ctypes.PyDLL(None).sleep(60)


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


@pytest.fixture
def langford(data: Path) -> ExactCover:
    (matrix,) = read((data / "instances/langford8_cost.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


def agreed_without(report: Report) -> Outcome:
    """Return the outcome of the first solver; the others agreed."""
    assert report.verdict is CheckVerdict.AGREED
    assert [outcome.solver for outcome in report.compared] == list(FAST)
    first = report.outcomes[0]
    assert not first.complete
    assert not first.wrong
    return first


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


class HandsOver(Odd):
    """Hands over something else behind the first solution."""

    what: Any = None

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        stream = one_by_one(super().solutions(query, progress))
        yield [next(stream)]
        yield [self.what]
        yield from singly(stream)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (None, "hands over None, expected option numbers"),
        ("abc", "expected option numbers"),
        ((0.5, 1.0), "expected option numbers"),
        (7, "expected option numbers"),
        ((), "is covered 0 times"),
        ((1 << 70,), "expected 0 to 35"),
        ((10**6000,), "hands over a number of 19932 bits, expected option numbers"),
        (range(10**8), "hands over more than 36 option numbers"),
        (itertools.repeat(0), "hands over more than 36 option numbers"),
        ((-1,), "expected 0 to 35"),
        ((0, 0), "an option is chosen twice"),
    ],
)
@pytest.mark.parametrize("query", ["all", pytest.param("best", marks=pytest.mark.slow)])
def test_what_is_no_solution_is_a_wrong_answer(
    what: object, said: str, query: str, langford: ExactCover
) -> None:
    solver = HandsOver()
    solver.what = what
    problem: Puzzle | ExactCover = queens(6)
    if query == "best":
        problem, said = langford, said.replace("35", "83").replace("36", "84")
    report = crosscheck(problem, [solver, *FAST], query=query)
    assert report.verdict is CheckVerdict.DISAGREED
    assert said in report.disagreements[0]
    assert len(report.outcomes[0].found) == 1


class Counts(Odd):
    """Lists rightly, and counts as it likes."""

    number: Any = 4

    def count(self, query: Query, progress: Progress) -> Any:
        progress.complete = True
        return self.number


@pytest.mark.parametrize("number", [None, "4", -1, 4.0, 3, 5, 0, 1 << 80])
def test_a_wrong_count_is_a_wrong_answer(number: object) -> None:
    solver = Counts()
    assert crosscheck(queens(6), [solver, "sat"])
    solver.number = number
    report = crosscheck(queens(6), [solver, "sat"])
    assert report.verdict is CheckVerdict.DISAGREED
    assert "odd: counts" in report.disagreements[0]


class Improves(Odd):
    """Yields what it likes of the solutions, dearest first, and bounds."""

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        listed = one_by_one(DancingLinks.solutions(self, query, progress))
        every = sorted(listed, key=query.matrix.cost)[::-1]
        progress.complete, progress.bound = False, None
        yield from self.some(query, progress, every)

    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        raise NotImplementedError


class Optimum(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield from (every[0], every[-1])
        progress.complete = True


class FindsAWorseOneLater(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield from (every[-1], every[0])
        progress.complete = True


class FindsTheSameAgain(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield from (every[-1], every[-1])
        progress.complete = True


class ClaimsAnOptimumTooSoon(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield every[0]
        progress.complete = True
        yield every[-1]


class BoundsAboveALaterOne(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield every[0]
        progress.bound = query.matrix.cost(every[0])
        yield every[-1]
        progress.bound = query.matrix.cost(every[-1])
        progress.complete = True


class BoundsAboveItsOwn(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield every[-1]
        progress.bound = query.matrix.cost(every[-1]) + 1


class BoundsByAWord(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield every[-1]
        progress.bound = "low"  # type: ignore[assignment]


class BoundsByAFraction(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield every[-1]
        progress.bound = 98.5  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (FindsAWorseOneLater, "a solution of cost"),
        (FindsTheSameAgain, "a solution comes twice"),
        (ClaimsAnOptimumTooSoon, "says that its search is over, and finds a better one"),
        (BoundsAboveALaterOne, "it says, but one costs 99"),
        (BoundsAboveItsOwn, "no solution costs less than 100, it says, but one costs 99"),
        (BoundsByAWord, "no solution costs less than 'low'"),
        (BoundsByAFraction, "no solution costs less than 98.5"),
    ],
)
def test_a_false_bound_or_order_is_a_wrong_answer(
    fault: type[Solver], said: str, langford: ExactCover
) -> None:
    assert crosscheck(langford, ["dlx", Optimum()])
    report = crosscheck(langford, ["dlx", fault()])
    assert report.verdict is CheckVerdict.DISAGREED
    assert said in report.disagreements[0]


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


def hanging() -> list[Solver]:
    """Solvers that hang, each in its way, under names of their own."""
    solvers = []
    for number, does in enumerate([works_on, holds_the_lock, is_deaf]):
        solver = odd(does)
        solver.name = f"odd{number}"  # type: ignore[misc]
        solvers.append(solver)
    return solvers


@pytest.mark.parametrize("query", ["all", "best"])
def test_nobody_outlives_the_budget(query: str, langford: ExactCover) -> None:
    began = time.monotonic()
    report = crosscheck(langford, [*hanging(), "sat", *FAST], query=query, budget=3.0)
    assert time.monotonic() - began < SOON
    assert len(report.outcomes) == 6
    assert not report.disagreements
    assert {outcome.ended for outcome in report.outcomes[:3]} == {"hung"}
    assert all(outcome.ended for outcome in report.outcomes)  # each had its fair part of the time


@pytest.mark.parametrize("make", [lambda: grid(60), crowded, lambda: crowded(costs=True)])
@pytest.mark.parametrize("budget", [0.0, 0.3])
def test_building_obeys_the_budget(
    make: Callable[[], Puzzle | ExactCover], budget: float, tmp_path: Path
) -> None:
    puzzle = make()
    began = time.monotonic()
    report = crosscheck(puzzle, budget=budget, replay=tmp_path / "replay.dlx")
    assert time.monotonic() - began < SOON
    assert not report
    assert not report.disagreements
    assert len(report.outcomes) >= 5


def test_who_was_cut_short_is_asked_again_in_the_time_that_others_left() -> None:
    class NeedsASecond(Odd):
        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            if query.deadline.left() < 1.2:
                while not query.deadline.passed():
                    time.sleep(0.01)
                return
            yield from DancingLinks.solutions(self, query, progress)

    report = crosscheck(queens(6), [NeedsASecond(), *FAST], budget=4.0)
    assert report.verdict is CheckVerdict.AGREED
    assert [outcome.count for outcome in report.outcomes] == [4, 4, 4]
    assert report.by_two_kinds


def test_an_agreement_says_which_kinds_it_rests_on() -> None:
    report = crosscheck(queens(6), FAST)
    assert (report.verdict, report.kinds) == (CheckVerdict.AGREED, ("native",))
    assert not report.by_two_kinds
    report = crosscheck(queens(3), [*FAST, "sat", "cpsat", "mip"])
    assert report.by_two_kinds
    assert report.kinds == ("native", "sat", "cpsat", "mip")
    assert {outcome.status for outcome in report.outcomes} == {Status.INFEASIBLE}
    assert {outcome.ended for outcome in report.outcomes} == {"finished"}
    assert all(outcome.version for outcome in report.outcomes)


def test_who_lies_about_its_name_is_still_one_solver() -> None:
    class Turncoat(Odd):
        names = 0

        @property
        def full_name(self) -> str:
            type(self).names += 1
            return f"odd{self.names}"

    report = crosscheck(queens(6), [Turncoat()])
    assert report.verdict is CheckVerdict.NOTHING_COMPARED


class IgnoresWhatIsGiven(Odd):
    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        anywhere = replace(query, given=(), forbidden=frozenset())
        return DancingLinks.solutions(self, anywhere, progress)


def test_who_leaves_the_branch_it_is_asked_about_is_wrong() -> None:
    report = crosscheck(queens(8), [IgnoresWhatIsGiven(), *FAST], limit=10)
    assert report.verdict is CheckVerdict.DISAGREED
    assert "told to leave out" in report.disagreements[0]
    puzzle = queens(6)
    puzzle.given(puzzle.table("queen"), row=0, col=1)
    report = crosscheck(puzzle, [IgnoresWhatIsGiven(), *FAST])
    assert "is given, but not chosen" in report.disagreements[0]
