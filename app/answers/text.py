"""Answers as text."""

from __future__ import annotations

from ...models.answer import Answer
from ...models.formats.matrix.dlx_text import option_line
from ...models.matrix.exact_cover import ExactCover
from ...models.objective import Number
from ...solvers import Result
from ...solvers.contract.batch import Options
from ...solvers.search.selection import Problem

__all__ = ["objective_of", "result_as_text", "solution_as_text"]


def solution_as_text(problem: Problem, solution: Answer | Options, *, ranked: bool = False) -> str:
    """Return an answer as its puzzle shows it, or the options of a matrix as DLX text.

    ranked  with its objective on a line of its own
    """
    if isinstance(solution, Answer):
        text = solution.puzzle.show(solution)
    else:
        assert isinstance(problem, ExactCover)
        text = "\n".join(option_line(problem, option) for option in solution)
    if not ranked:
        return text
    return f"{text}\nobjective {objective_of(problem, solution)}{_broken_words(solution)}"


def _broken_words(solution: Answer | Options | None) -> str:
    """Return a line with the totals of several levels, the highest first, and one for each
    preference that an answer does not keep.
    """
    if not isinstance(solution, Answer):
        return ""
    totals = solution.objectives
    levels = f"\nobjectives {' '.join(map(str, totals))}" if len(totals) > 1 else ""
    return levels + "".join(f"\nbroken {broken_rule}" for broken_rule in solution.broken)


def objective_of(problem: Problem, solution: Answer | Options) -> Number | None:
    """Return the total cost or worth of a solution; None where there are no costs."""
    if isinstance(solution, Answer):
        return solution.objective
    assert isinstance(problem, ExactCover)
    return problem.cost(solution)


def result_as_text(problem: Problem, result: Result) -> str:
    """Return what `minuet solve` prints: the answer, its objective, what it breaks; or a status."""
    if result.options is None:
        return str(result.status)
    text = solution_as_text(problem, result.answer or result.options)
    if result.objective is None:
        return text
    return f"{text}\nobjective {result.objective}{_broken_words(result.answer)}"
