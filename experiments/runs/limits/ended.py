"""How the process of a run ended, and what it took; and who sees to that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from ..task import Task

__all__ = ["GRACE", "START", "Ended", "Enforcer", "Limit"]

START = 600.0  # seconds that may pass before the question is put
GRACE = 1.0  # seconds behind a limit in which a process may tell what it has found
Limit = Mapping[str, float | None]


@dataclass(frozen=True)
class Ended:
    """How a process ended.

    output   what it told, errors: the end of what else it and its libraries printed
    status   as `subprocess` has it: below 0 the signal that ended it
    seconds  wall-clock and processor seconds from the question on; where it was not put of all
    limit    which limit came, where it was ended from outside: "seconds", "processor_seconds" or
             "memory"; "start": the question was not put in time; "stopped": nobody waits for it
             any more; "workers": those who were to run it died, as `errors` says; "": none of
             these
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
        """Run a task; `stopped` tells whether it is to be killed, for nobody waits any more."""
