"""Results as text, as JSON and as tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..models.answer import Answer
from ..models.exact_cover import ExactCover
from ..solvers import CheckVerdict, Report, Result, get_solver, solver_names
from ..solvers.queries import Problem
from ..solvers.solver import Options
from .terminal import one_line, show, show_table

__all__ = [
    "print_report",
    "print_solvers",
    "question_as_json",
    "result_as_json",
    "result_as_text",
    "solution_as_json",
    "solution_as_text",
]


def solution_as_text(problem: Problem, solution: Answer | Options, *, ranked: bool = False) -> str:
    """Return an answer as its puzzle shows it, or the options of a matrix as DLX text.

    ranked  with its objective on a line of its own
    """
    if isinstance(solution, Answer):
        text = str(solution)
    else:
        assert isinstance(problem, ExactCover)
        text = "\n".join(_option_as_text(problem, option) for option in solution)
    return f"{text}\nobjective {_objective(problem, solution)}" if ranked else text


def _objective(problem: Problem, solution: Answer | Options) -> int | None:
    if isinstance(solution, Answer):
        return solution.objective
    assert isinstance(problem, ExactCover)
    return problem.cost(solution)


def _option_as_text(matrix: ExactCover, option: int) -> str:
    names = [
        f"{matrix.items[item]}:{matrix.color_names[color - 1]}"
        if color
        else str(matrix.items[item])
        for item, color in matrix.option(option)
    ]
    cost = int(matrix.costs[option])
    return " ".join([*names, f"|{cost}"] if cost else names)


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
        "nodes": statistics.nodes,
        "updates": statistics.updates,
        "compile_seconds": round(statistics.compile_seconds, 6),
        "search_seconds": round(statistics.search_seconds, 6),
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
    }


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


def print_report(problem: Problem, report: Report) -> None:
    """Print a cross-check: what was compared, a row a solver, the verdict."""
    from rich.table import Table
    from rich.text import Text

    best = report.question == "best"
    table = Table(title=Text(f"compared: {report.scope}"), title_justify="left")
    for heading in ("solver", "status", "objective" if best else "solutions", "digest", "seconds"):
        table.add_column(heading, justify="right" if heading == "seconds" else "left")
    table.add_column("note")
    for outcome in report.outcomes:
        figure = outcome.objective if best else outcome.count
        cells = (
            outcome.solver,
            str(outcome.status),
            "" if figure is None else str(figure),
            "" if best or figure is None else outcome.digest,
            f"{outcome.seconds:.2f}",
            outcome.note,
        )
        table.add_row(*map(_cell, cells))
    show_table(table)
    for line in _verdict(problem, report):
        show(line)


def _verdict(problem: Problem, report: Report) -> Iterator[str]:
    names = ", ".join(outcome.solver for outcome in report.compared) or "no solver"
    if report.verdict is CheckVerdict.AGREED:
        yield f"agreed: {names}"
    elif report.verdict is CheckVerdict.INCOMPLETE:
        yield f"incomplete: {names} finished, the others contradict nothing"
    elif report.verdict is CheckVerdict.NOTHING_COMPARED:
        yield f"nothing to compare: {names} finished"
    for line in report.disagreements:
        yield f"DISAGREEMENT: {line}"
    if report.witness is not None:
        yield "witness:"
        witness: Answer | Options = report.witness
        if not isinstance(problem, ExactCover):
            witness = problem.read(report.witness)
        yield solution_as_text(problem, witness)
    if report.replay is not None:
        yield f"the matrix is in {report.replay}"


def print_solvers() -> None:
    """Print a row a solver: its version and features, or why it is not available."""
    from rich.table import Table

    from ..models.errors import SolverError

    table = Table("solver", "version", "features", "what it is")
    for name in solver_names():
        try:
            solver = get_solver(name)
            cells = (solver.version(), ", ".join(sorted(solver.features)), solver.summary)
        except SolverError as error:
            cells = ("not available", "", str(error))
        table.add_row(*map(_cell, (name, *cells)))
    show_table(table)


def _cell(text: str) -> Any:
    """Return the content of a table's cell, in which nothing is markup."""
    from rich.text import Text

    return Text(one_line(text))
