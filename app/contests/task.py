"""What a contest is, and how it asks for an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...models.formats.source import Source

if TYPE_CHECKING:
    from ...models.matrix.exact_cover import ExactCover
    from ...models.puzzle import Puzzle
    from ...solvers.contract.result import Result
    from ...solvers.contract.watching import Listener

__all__ = ["NO_SOLUTION", "Answerer", "Contest", "Write", "answer_text", "answered"]

Write = Callable[[str], object]
Answerer = Callable[[Source, Write, str, int, Any], int]  # the last: what `progress=` takes

NO_SOLUTION = "No solution"


@dataclass(frozen=True)
class Contest:
    """A judge's task: its name and the other judges' names for it, what it is, and its answerer.

    lines  of a puzzle, where the input may hold several; 0: it holds one

    `run(source, write, solver, threads, progress)` reads all of the source, then writes the
    answers, and returns how many puzzles they are of.
    """

    name: str
    aliases: tuple[str, ...]
    summary: str
    run: Answerer
    lines: int = 0


def answered(puzzle: Puzzle | ExactCover, solver: str, threads: int, progress: Listener) -> Result:
    """Solve to the end. Raises Unreached if the solver left the question open."""
    from ...models.errors import Unreached
    from ...solvers.contract.result import Status
    from ...solvers.search.verbs import solve

    result = solve(puzzle, solver, threads=threads, progress=progress)
    if result.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        raise Unreached(f"solver {solver} gave no final answer: {result.status}")
    return result


def answer_text(puzzle: Puzzle, solver: str, threads: int, progress: Listener) -> str:
    """Solve to the end; return the answer as the judge reads it, or that there is none."""
    answer = answered(puzzle, solver, threads, progress).answer
    return f"{NO_SOLUTION if answer is None else puzzle.show(answer)}\n"
