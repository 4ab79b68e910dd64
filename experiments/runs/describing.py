"""The features of an instance, asked for in a process of its own, as a run is.

They are those of the instance as it was read, in no other order, and belong to it and not to a run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...solvers.contract.result import Interrupted
from ...solvers.search.settings import Settings
from ..features.features import features
from ..suites.loading import Problem, loaded, require_digest
from ..suites.suite import Source
from .task import Task

__all__ = ["Described"]


@dataclass(frozen=True)
class Described:
    """An instance of which features are to be told."""

    task: Task
    problem: Problem

    @classmethod
    def prepared(cls, task: Task) -> Described:
        """Read the instance. Raises ModelError where it is another one than it was."""
        problem = loaded(Source(**task.source))
        require_digest(problem, task.digest)
        return cls(task, problem)

    def answer(self) -> dict[str, Any]:
        """Return the features; when interrupted those that were known by then."""
        limit = Settings.from_dict(self.task.settings).time_limit
        try:
            found = features(self.problem, time_limit=limit)
        except Interrupted as stopped:
            found = stopped.result
        return {"features": dict(found)}
