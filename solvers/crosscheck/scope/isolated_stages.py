"""Stages of finding out what to compare, each in a child process, where no engine is trusted.

A stage is a generator over plain values that are of use as they come. Should the process crash or
fall silent, what came before is kept, and the stage begins anew without the engine that was asked
last.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

from ...contract.deadline import Budget, Deadline, Stopped
from ...process.isolation import End, Isolated, Tell
from ...search.selection import Problem
from .probe import Prober

__all__ = ["IsolatedStages", "Stage"]

Stage = Callable[[Prober], Iterator[Any]]

SILENCE = 4.0  # seconds, besides those that an engine has: it may have a library to import
ENGINE, TOLD = "engine", "told"

log = logging.getLogger("minuet")


class IsolatedStages:
    """Runs the stages for one problem, which is compiled, within one deadline."""

    def __init__(self, problem: Problem, deadline: Deadline) -> None:
        self.deadline = deadline
        self._problem = problem
        self._without: set[str] = set()

    def run(self, stage: Stage, seconds: float | None = None) -> Iterator[Any]:
        """Yield what the stage tells, for so many seconds at most; None: until the deadline."""
        deadline = self.deadline.within(seconds)
        while not deadline.passed():
            asked = ""
            watch = _Watch(deadline, SILENCE)
            with Isolated(self._work(stage, deadline, watch), watch) as child:
                for kind, said in child:
                    if kind == ENGINE:
                        asked, turn = said
                        watch.wait(turn + SILENCE)
                    else:
                        yield said
                        watch.wait(SILENCE)
            if child.ending.how is End.FINISHED:
                return
            log.debug("%s: what to compare is found out without it: %s", asked, child.ending)
            if not asked or child.ending.how is End.RAISED:
                return
            self._without.add(asked)

    def _work(self, stage: Stage, deadline: Deadline, watch: _Watch) -> Callable[[Tell], None]:
        def work(tell: Tell) -> None:
            def asking(engine: str, seconds: float) -> None:
                watch.wait(seconds + SILENCE)  # where there are no child processes it is this one
                tell((ENGINE, (engine, seconds)))

            prober = Prober(self._problem, deadline, asking, self._without)
            try:
                for said in stage(prober):
                    tell((TOLD, said))
            except Stopped:
                pass

        return work


class _Watch(Budget):
    """The moment until which a child may be silent."""

    def wait(self, seconds: float) -> None:
        """Let it be silent for so long from now on."""
        self._seconds = seconds
        self.renew()
