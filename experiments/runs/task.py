"""What a process is told to do, as one line of JSON; and the lines of JSON that it answers.

{"start_seconds": 0.41, ...}        the question is put, so many seconds after the start
{"outcome": "answered", ...}        fields of a record, the last line
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ...solvers.search.search import Search
from ...solvers.search.settings import Settings
from ..suites.loading import Instance, Problem
from ..suites.plan import Run
from ..suites.suite import goal_of

__all__ = ["FEATURES", "ORPHAN", "Task"]

FEATURES = "features"  # in the place of a question
ORPHAN = -1  # in the place of a parent: whoever began the process, it ends without


@dataclass(frozen=True)
class Task:
    """A run as plain values.

    source   where the instance is read, and digest: what it should be
    question one of a suite, or FEATURES: then no solver is asked
    settings of the search, as `Settings.to_dict` returns them
    plug_in  where the solver is from, if the suite brings it along
    program  that is run, where the question is `RUN`; no solver is asked then
    shuffle  the seed by which items and options are put into another order; None: as they are
    items    the order of primary items; "": as they are
    began    when the process was begun, by the clock of `time.monotonic`
    cores    on which it may run; empty: all
    parent   the process that waits for it, and without which it ends; 0: none, ORPHAN: any
    bounds   processor seconds and bytes that the process is to allow itself, where nobody else
             sees to that
    """

    source: Mapping[str, Any]
    digest: str
    question: str
    settings: Mapping[str, Any]
    plug_in: Mapping[str, str] = field(default_factory=dict)
    program: Mapping[str, Any] = field(default_factory=dict)
    shuffle: int | None = None
    items: str = ""
    began: float = 0.0
    cores: Sequence[int] = ()
    parent: int = 0
    bounds: Mapping[str, float | None] = field(default_factory=dict)

    @classmethod
    def of(cls, run: Run) -> Task:
        """Return what a run is, but for when and where."""
        return cls(
            source=run.instance.told(),
            digest=run.instance.digest,
            question=run.question,
            settings=run.settings.to_dict(),
            plug_in=asdict(run.solver.plug_in) if run.solver.plug_in else {},
            program=asdict(run.solver.program) if run.solver.program else {},
            shuffle=run.shuffle,
            items=run.solver.items or "",
        )

    @classmethod
    def describing(cls, instance: Instance, seconds: float) -> Task:
        """Return the task to tell the features of an instance."""
        return cls(
            source=instance.told(),
            digest=instance.digest,
            question=FEATURES,
            settings=Settings(time_limit=seconds).to_dict(),
        )

    def search(self, problem: Problem) -> Search:
        """Return the search of the run, about its problem as it was loaded."""
        return Search(problem, goal_of(self.question), Settings.from_dict(self.settings))

    @classmethod
    def read(cls, text: str) -> Task:
        """Return the task that a text says."""
        return cls(**json.loads(text))

    def written(self) -> str:
        """Return the task as a text."""
        return json.dumps(asdict(self))
