"""What the coordinator asks of workers, whoever they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .work import Load, Task

__all__ = ["Ended", "Lost", "Pool"]


@dataclass(frozen=True)
class Lost:
    """A task whose worker died; `times`: so often."""

    times: int = 1


Ended = tuple[Any, Any]  # a task, and what came of it: what it returned, or `Lost`


class Pool(Protocol):
    """Workers, and the tasks that are with them.

    cost  seconds of our own time that a task takes to be given out and brought back, as measured
    """

    cost: float

    @property
    def workers(self) -> int:
        """How many there are now."""

    @property
    def room(self) -> int:
        """How many tasks should be with them at once."""

    def begin(self, load: Load) -> None:
        """Get a load to where the workers can fetch it; tasks of it come."""

    def send(self, task: Task) -> None:
        """Have a task done by whoever is free."""

    def ended(self, seconds: float) -> Sequence[Ended]:
        """Wait up to some seconds for tasks to end; return those that did.

        Raises SolverError, naming the worker, for one that cannot do it, and where all are gone.
        """

    def finish(self) -> None:
        """Forget all tasks; what still runs ends by its slice, and nobody hears of it."""

    def close(self) -> None:
        """Let the workers go, if they were brought here by us."""
