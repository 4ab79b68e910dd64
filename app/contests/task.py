"""What a contest is, and how it asks for an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...models.formats.source import Source
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...solvers.contract.result import Result, Status
from ...solvers.questions.queries import solve
from ...solvers.setting.givens import Unreached

__all__ = ["NO_SOLUTION", "Contest", "Write", "answered", "final"]

Write = Callable[[str], object]

NO_SOLUTION = "No solution"


@dataclass(frozen=True)
class Contest:
    """A judge's task: its name and the other judges' names for it, what it is, and its answerer.

    `run(source, write, solver)` reads all of the source, then writes the answers, and returns how
    many puzzles they are of.
    """

    name: str
    aliases: tuple[str, ...]
    summary: str
    run: Callable[[Source, Write, str], int]


def answered(puzzle: Puzzle | ExactCover, solver: str) -> Result:
    """Solve to the end. Raises Unreached if the solver left the question open."""
    return final(solve(puzzle, solver), solver)


def final(result: Result, solver: str) -> Result:
    """Return a result that is final. Raises Unreached if the solver left the question open."""
    if result.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        raise Unreached(f"solver {solver} gave no final answer: {result.status}")
    return result
