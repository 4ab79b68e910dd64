"""A run as a task for a process, how the process ended, and who enforces its limits.

A task is one line of JSON; the process answers with lines of JSON:

{"start_seconds": 0.41, ...}        the question is put, so many seconds after the start
{"outcome": "answered", ...}        fields of a record, the last line
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from ...models.errors import ModelError
from ...solvers.search.place import Place, checked_place
from ...solvers.search.search import Search
from ...solvers.search.settings import Settings
from ..suites.loading import Instance, Problem
from ..suites.plan import Run
from ..suites.suite import goal_of

__all__ = [
    "FEATURES",
    "GRACE",
    "ORPHAN",
    "START",
    "Came",
    "Doing",
    "Ended",
    "Enforcer",
    "Limit",
    "Task",
]

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
            source=run.instance.source_fields(),
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
        """Return the task to compute the features of an instance."""
        return cls(
            source=instance.source_fields(),
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


START = 600.0  # seconds that may pass before the question is put
GRACE = 1.0  # seconds behind a limit in which a process may report what it has found
Limit = Mapping[str, float | None]


@dataclass(frozen=True)
class Ended:
    """How a process ended.

    output   its messages, errors: the end of what else it and its libraries printed
    status   as `subprocess` has it: below 0 the signal that ended it
    seconds  wall-clock and processor seconds from the question on; where it was not put of all
    limit    which limit came, where it was ended from outside: "seconds", "processor_seconds" or
             "memory"; "start": the question was not put in time; "stopped": its result is no longer
             wanted; "workers": its workers died, as `errors` says; "": none of these
    killed   whether it had to be killed
    """

    output: str
    errors: str
    status: int
    seconds: float
    processor_seconds: float | None
    peak_memory: int | None
    limit: str = ""
    killed: bool = False


class Enforcer(Protocol):
    """Runs tasks, each as a process that ends at its limits.

    name  what records say of who enforced the limits
    """

    name: str

    def run(self, task: Task, limits: Limit, stopped: Callable[[], bool]) -> Ended:
        """Run a task; `stopped` returns whether to kill it, as its result is no longer wanted."""


@dataclass(frozen=True)
class Came:
    """How its process ended, in which environment, and who enforced the limits there."""

    ended: Ended
    environment: Mapping[str, Any]
    limited_by: str


@dataclass(frozen=True, kw_only=True)
class Doing:
    """How runs are done.

    jobs  so many at once, on this machine
    by    who enforces the limits; None: the best that can be had
    tick  is called some times a second
    on    workers that do them instead, on their machines; None: this process begins them

    Raises ModelError for several jobs beside workers, and for a place that names none.
    """

    jobs: int = 1
    by: Enforcer | None = None
    tick: Callable[[], object] | None = None
    on: Place = None

    def __post_init__(self) -> None:
        checked_place(self.on)
        if self.on is not None and self.jobs != 1:
            raise ModelError(f"jobs {self.jobs} beside on=, expected one of them")
