"""Finding out what to compare, in a child process: the engines that are asked for it may be broken.

Where the child does not come back with a scope, all solutions are the scope: those who can answer
that will, and for the others the time is over.
"""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

from ..isolation import End, Isolated, Tell
from ..queries import Problem
from ..solver import Deadline
from .scope import Branch, Scope, scope_of

__all__ = ["scoped"]


def scoped(problem: Problem, limit: int, seconds: float, seed: int) -> Scope:
    """Return what can be compared, found out within so many seconds."""

    def work(tell: Tell) -> tuple[Any, ...]:
        return astuple(scope_of(problem, limit, seconds, seed))

    with Isolated(work, Deadline(seconds)) as child:
        list(child)
    if child.ending.how is not End.FINISHED:
        return Scope()
    branches, *rest = child.ending.value
    return Scope(tuple(Branch(*branch) for branch in branches), *rest)
