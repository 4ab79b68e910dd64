"""Answers as text and as JSON."""

from __future__ import annotations

from typing import Any

from ...models.answer import Answer
from ...models.formats.matrix.dlx_text import option_line
from ...models.matrix.exact_cover import ExactCover
from ...solvers import Result
from ...solvers.contract.batch import Options
from ...solvers.questions.queries import Problem

__all__ = [
    "question_as_json",
    "result_as_json",
    "result_as_text",
    "solution_as_json",
    "solution_as_text",
]

COUNTED = ("nodes", "updates", "conflicts", "decisions", "propagations")


def solution_as_text(problem: Problem, solution: Answer | Options, *, ranked: bool = False) -> str:
    """Return an answer as its puzzle shows it, or the options of a matrix as DLX text.

    ranked  with its objective on a line of its own
    """
    if isinstance(solution, Answer):
        text = str(solution)
    else:
        assert isinstance(problem, ExactCover)
        text = "\n".join(option_line(problem, option) for option in solution)
    return f"{text}\nobjective {_objective(problem, solution)}" if ranked else text


def _objective(problem: Problem, solution: Answer | Options) -> int | None:
    if isinstance(solution, Answer):
        return solution.objective
    assert isinstance(problem, ExactCover)
    return problem.cost(solution)


def result_as_text(problem: Problem, result: Result) -> str:
    """Return what `minuet solve` prints: the answer and its objective, or the status."""
    if result.options is None:
        return str(result.status)
    text = solution_as_text(problem, result.answer or result.options)
    if result.objective is None:
        return text
    return f"{text}\nobjective {result.objective}"


def result_as_json(problem: Problem, result: Result) -> dict[str, Any]:
    """Return what `minuet solve --json` prints."""
    statistics = result.statistics
    shown: dict[str, Any] = {
        "status": str(result.status),
        "solver": result.solver,
        "version": result.version,
        "reason": result.reason,
        "complete": result.complete,
        "objective": result.objective,
        "bound": result.bound,
        "evidence": result.evidence.to_dict(),
        **_settings_as_json(result),
        **{name: getattr(statistics, name) for name in COUNTED},
        "compile_seconds": round(statistics.compile_seconds, 6),
        "search_seconds": round(statistics.search_seconds, 6),
        "encode_seconds": round(statistics.encode_seconds, 6),
        "load_seconds": round(statistics.load_seconds, 6),
    }
    if result.options is not None:
        shown["answer"] = _solution_as_json(problem, result.answer or result.options)
    return shown


def question_as_json(result: Result) -> dict[str, Any]:
    """Return how far a question about many solutions was answered, and by whom."""
    return {
        "status": str(result.status),
        "solver": result.solver,
        "version": result.version,
        "reason": result.reason,
        "complete": result.complete,
        "evidence": result.evidence.to_dict(),
        **_settings_as_json(result),
    }


def _settings_as_json(result: Result) -> dict[str, Any]:
    return {"seed": result.seed, "parameters": dict(result.parameters)}


def solution_as_json(
    problem: Problem, solution: Answer | Options, *, ranked: bool = False
) -> dict[str, Any]:
    """Return one solution of many; ranked: with its objective."""
    shown = {"answer": _solution_as_json(problem, solution)}
    return {"objective": _objective(problem, solution), **shown} if ranked else shown


def _solution_as_json(problem: Problem, solution: Answer | Options) -> Any:
    if not isinstance(solution, Answer):
        return {"options": list(solution)}
    return {
        table.name: [dict(zip(table.columns, row, strict=True)) for row in solution[table]]
        for table in solution.puzzle.tables
    }
