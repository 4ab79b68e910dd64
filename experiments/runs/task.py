"""What a process is told to do, as one line of JSON; and the lines of JSON that it answers.

{"start_seconds": 0.41, ...}        the question is put, so many seconds after the start
{"outcome": "answered", ...}        fields of a record, the last line
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..suites.loading import Instance
from ..suites.plan import Run

__all__ = ["FEATURES", "ORPHAN", "Task"]

FEATURES = "features"  # in the place of a question
ORPHAN = -1  # in the place of a parent: whoever began the process, it ends without


@dataclass(frozen=True)
class Task:
    """A run as plain values.

    source   where the instance is read, and digest: what it should be
    question one of a suite, or FEATURES: then no solver is asked
    plug_in  where the solver is from, if the suite brings it along
    began    when the process was begun, by the clock of `time.monotonic`
    items    the order of primary items; "": as they are
    seconds  that the solver has; None: any number
    cores    on which it may run; empty: all
    parent   the process that waits for it, and without which it ends; 0: none, ORPHAN: any
    bounds   processor seconds and bytes that the process is to allow itself, where nobody else
             sees to that
    """

    source: Mapping[str, Any]
    digest: str
    question: str
    solver: str
    plug_in: Mapping[str, str] = field(default_factory=dict)
    threads: int = 1
    memory: int | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    shuffle: int | None = None
    items: str = ""
    began: float = 0.0
    seconds: float | None = None
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
            solver=run.solver.name,
            plug_in=asdict(run.solver.plug_in) if run.solver.plug_in else {},
            threads=run.solver.threads,
            memory=run.solver.memory,
            parameters=run.solver.parameters,
            seed=run.seed,
            shuffle=run.shuffle,
            items=run.solver.items or "",
            seconds=run.limits.seconds,
        )

    @classmethod
    def describing(cls, instance: Instance, seconds: float) -> Task:
        """Return the task to tell the features of an instance."""
        return cls(
            source=instance.told(),
            digest=instance.digest,
            question=FEATURES,
            solver="",
            seconds=seconds,
        )

    @classmethod
    def read(cls, text: str) -> Task:
        """Return the task that a text says."""
        return cls(**json.loads(text))

    def written(self) -> str:
        """Return the task as a text."""
        return json.dumps(asdict(self))
