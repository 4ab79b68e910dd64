"""The questions: solve, count, solutions.

Each puts one question (question.py) to one solver. Nothing is mutated, and the time limit counts
compiling in.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from .limits import checked_memory
from .question import Problem, Question, checked_options, selection_of, unanswered
from .result import Interrupted, Result
from .solver import Options, Solver, Stopped
from .stream import Solutions

__all__ = [
    "Problem",
    "Question",
    "Solutions",
    "checked_options",
    "count",
    "selection_of",
    "solutions",
    "solve",
]


def solve(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
) -> Result:
    """Find a solution or, where there are costs, the best one.

    time_limit  seconds, compiling included; what was found by then is kept
    given       further option numbers that the solution must hold
    threads     how many may work at it, 1 to 256; the answer is the same

    Raises ModelError for an argument out of its range; UnknownSolver, Unavailable, Unsupported,
    WrongAnswer; Interrupted on Ctrl-C.
    """
    began = time.monotonic()
    try:
        question = Question.put(puzzle, solver, time_limit, given, threads)
    except Stopped:
        return unanswered(solver, began)
    search, best = question.search, question.matrix.has_costs
    found: Options | None = None
    try:
        question.tell()
        stream = question.solver.improving(search) if best else question.first()
        for options in question.verified(stream):
            question.require_cheaper(options, found)
            found = options
    except KeyboardInterrupt:
        raise Interrupted(question.solved(found)) from None
    return question.solved(found)


def count(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
    memory: int | None = None,
) -> Result:
    """Count the solutions, exactly; the other arguments are those of `solve`.

    memory  bytes for what `dlx:memo` and `auto` remember; by default a quarter of the machine's

    At the time limit, `count` is what was counted by then and `complete` is false.
    """
    room = None if memory is None else checked_memory(memory)
    began = time.monotonic()
    try:
        question = Question.put(puzzle, solver, time_limit, given, threads)
    except Stopped:
        return unanswered(solver, began, count=0)
    question.search.memory = room
    try:
        question.tell()
        question.search.found = question.whole(question.solver.count(question.search))
    except KeyboardInterrupt:
        raise Interrupted(question.counted()) from None
    return question.counted()


def solutions(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
) -> Solutions:
    """Iterate over all solutions, lazily; the arguments are those of `solve`."""
    began = time.monotonic()
    try:
        question = Question.put(puzzle, solver, time_limit, given, threads)
    except Stopped:
        return Solutions.left_open(solver, began)
    return Solutions(question, question.solver.solutions(question.search))
