"""What is to be searched, and who hears what is found.

A task says everything: the clauses, which variables are the options, what they cost.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Protocol, TypedDict

__all__ = ["Listener", "Message", "Task"]

Message = tuple[str, list[int]]


class Task(TypedDict):
    """What is to be searched.

    solver     python-sat's name of the solver
    variables  1 .. variables
    options    1 .. options are the options
    settings   the solver's parameters
    clauses    lists of literals
    apart      lists of literals of which at most one may be true: a clause for each two of them
    atmosts    (literals, bound) for solvers that know cardinality themselves
    phases     literals that the solver first tries, where it heeds them
    loose      options that could join a solution and give another one
    most       so many models are enough; None: all
    judged     whether the listener is to say of each model whether it is a solution
    softs      None: enumerate. (literal, price): the price is paid where the literal is false
    """

    solver: str
    variables: int
    options: int
    settings: dict[str, Any]
    clauses: list[list[int]]
    apart: list[list[int]]
    atmosts: list[tuple[list[int], int]]
    phases: list[int]
    loose: list[int]
    most: int | None
    judged: bool
    softs: list[tuple[int, int]] | None


class Listener(Protocol):
    """Who hears what is found; `interrupt.Run` is one."""

    def check(self) -> None:
        """Raise something if the search is to stop."""

    def stoppable(self, stop: Any) -> AbstractContextManager[None]:
        """Learn how the solver is interrupted, for the length of a block."""

    def emit(self, found: Message) -> bool:
        """Hear something; False asks to stop."""

    def judge(self, chosen: list[int]) -> list[list[int]]:
        """Return clauses that a model breaks and every solution keeps; none: it is a solution."""
