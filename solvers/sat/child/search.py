"""Search as the task says: for all models, or for the cheapest one."""

from __future__ import annotations

from .cheapest import improve
from .formula import load, new_oracle, nothing
from .models import enumerate_models
from .task import Listener, Task

__all__ = ["perform"]


def perform(task: Task, listener: Listener, *, interruptible: bool) -> bool:
    """Search; return whether everything was searched."""
    if task["softs"]:
        return improve(task, listener, interruptible=interruptible)
    # The solver is deleted here, by the thread that runs it, and only after it has ended.
    with new_oracle(task) as oracle:
        load(oracle, task, listener.check)
        listener.emit(("l", []))
        with listener.stoppable(oracle.interrupt if interruptible else nothing):
            return enumerate_models(oracle, task, listener, interruptible=interruptible)
