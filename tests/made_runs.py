"""Runs without a process: an enforcer of limits that tells how one ended, as a process would."""

from __future__ import annotations

import json
from collections.abc import Callable

from minuet.experiments.runs.task import Ended, Limit

__all__ = ["Made", "answering", "ending"]


class Made:
    """Has no process do a task, but tells how one ended, and which limits it had."""

    name = "made"

    def __init__(self, ended: Ended) -> None:
        self.ended = ended
        self.limits: list[Limit] = []

    def run(self, task: object, limits: Limit, stopped: Callable[[], bool]) -> Ended:
        self.limits.append(limits)
        return self.ended


def ending(
    answer: object, seconds: float, processor_seconds: float, *, status: int = 0, limit: str = ""
) -> Made:
    """Runs whose process begins and tells an answer; limit: at which it is killed."""
    lines = [{"pid": 1, "start_seconds": 0.5}, *[answer] * (answer is not None)]
    told = "\n".join(map(json.dumps, lines))
    return Made(
        Ended(told, "", status, seconds, processor_seconds, 1 << 20, limit, killed=bool(limit))
    )


def answering(**answer: object) -> Made:
    """Runs whose process tells an answer and ends well."""
    return ending(answer, 3.5, 2.5)
