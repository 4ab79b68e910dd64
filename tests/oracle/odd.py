"""Solvers that are sound until they do something odd, for cross-checks."""

from __future__ import annotations

import ctypes
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from own_solvers import DancingLinks, Options, one_by_one, singly

from minuet.solvers.contract import Progress, Query, Solver
from minuet.solvers.crosscheck import Outcome, Report

FAST = ("dlx", "bitmask")


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


def odd(does: Callable[[Query, Progress], Any], name: str = "odd") -> Solver:
    solver = Odd()
    solver.does, solver.name = does, name  # type: ignore[method-assign, misc]
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


def agreed_without(report: Report) -> list[Outcome]:
    """Return the outcomes of those who did not finish; the others agreed."""
    assert report, report.verdict
    assert [outcome.solver for outcome in report.compared] == list(FAST)
    others = [outcome for outcome in report.outcomes if outcome.solver not in FAST]
    assert not any(outcome.complete or outcome.wrong for outcome in others)
    return others
