"""Results as text, as JSON and as tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..models.answer import Answer
from ..models.exact_cover import ExactCover
from ..solvers import CheckVerdict, Report, Result, Solutions, get_solver, solver_names
from ..solvers.queries import Problem
from ..solvers.solver import Options

__all__ = [
    "all_as_json",
    "print_report",
    "print_solvers",
    "result_as_json",
    "result_as_text",
    "solution_as_text",
]


def solution_as_text(problem: Problem, solution: Answer | Options) -> str:
    """Return an answer as its puzzle shows it, or the options of a matrix as DLX text."""
    if isinstance(solution, Answer):
        return str(solution)
    assert isinstance(problem, ExactCover)
    return "\n".join(_option_as_text(problem, option) for option in solution)


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
        "nodes": statistics.nodes,
        "updates": statistics.updates,
        "compile_seconds": round(statistics.compile_seconds, 6),
        "search_seconds": round(statistics.search_seconds, 6),
    }
    if result.options is not None:
        shown["answer"] = _solution_as_json(problem, result.answer or result.options)
    return shown


def all_as_json(
    problem: Problem, found: Iterable[Answer | Options], stream: Solutions
) -> dict[str, Any]:
    """Return what `minuet solve --all --json` prints."""
    answers = [_solution_as_json(problem, solution) for solution in found]
    result = stream.result()
    return {
        "status": str(result.status),
        "solver": result.solver,
        "version": result.version,
        "reason": result.reason,
        "complete": result.complete,
        "count": result.count,
        "answers": answers,
    }


def _solution_as_json(problem: Problem, solution: Answer | Options) -> Any:
    if not isinstance(solution, Answer):
        return {"options": list(solution)}
    return {
        table.name: [dict(zip(table.columns, row, strict=True)) for row in solution[table]]
        for table in solution.puzzle.tables
    }


def print_report(problem: Problem, report: Report) -> None:
    """Print a cross-check: what was compared, a row a solver, the verdict."""
    from rich.console import Console
    from rich.table import Table

    console = Console(soft_wrap=True, highlight=False)
    best = report.question == "best"
    table = Table(title=f"compared: {report.scope}", title_justify="left")
    for heading in ("solver", "status", "objective" if best else "solutions", "digest", "seconds"):
        table.add_column(heading, justify="right" if heading == "seconds" else "left")
    table.add_column("note", overflow="fold")
    for outcome in report.outcomes:
        figure = outcome.objective if best else outcome.count
        table.add_row(
            outcome.solver,
            str(outcome.status),
            "" if figure is None else str(figure),
            "" if best or figure is None else outcome.digest,
            f"{outcome.seconds:.2f}",
            outcome.note,
        )
    console.print(table)
    names = ", ".join(outcome.solver for outcome in report.compared) or "no solver"
    if report.verdict is CheckVerdict.AGREED:
        console.print(f"agreed: {names}")
    elif report.verdict is CheckVerdict.INCOMPLETE:
        console.print(f"incomplete: {names} finished, the others contradict nothing")
    elif report.verdict is CheckVerdict.NOTHING_COMPARED:
        console.print(f"nothing to compare: {names} finished")
    for line in report.disagreements:
        console.print(f"DISAGREEMENT: {line}", markup=False)
    if report.witness is not None:
        console.print("witness:")
        witness: Answer | Options = report.witness
        if not isinstance(problem, ExactCover):
            witness = problem.read(report.witness)
        console.print(solution_as_text(problem, witness), markup=False)
    if report.replay is not None:
        console.print(f"the matrix is in {report.replay}", markup=False)


def print_solvers() -> None:
    """Print a row a solver: its version and features, or why it is not available."""
    from rich.console import Console
    from rich.table import Table

    from ..models.errors import SolverError

    table = Table("solver", "version", "features", "what it is")
    for name in solver_names():
        try:
            solver = get_solver(name)
            version = solver.version()
        except SolverError as error:
            table.add_row(name, "not available", "", str(error))
            continue
        table.add_row(name, version, ", ".join(sorted(solver.features)), solver.summary)
    Console(soft_wrap=True, highlight=False).print(table)
