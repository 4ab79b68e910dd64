"""Results as text, as JSON and as tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..models.answer import Answer
from ..models.formats.matrix.dlx_text import option_line
from ..models.matrix.exact_cover import ExactCover
from ..models.spelling import numeral
from ..solvers import Report, Result, solver_names
from ..solvers.contract.batch import Options
from ..solvers.crosscheck.report.as_dict import digest_of, replaying
from ..solvers.crosscheck.report.as_text import verdict_line
from ..solvers.questions.queries import Problem
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

COUNTED = ("nodes", "updates", "conflicts", "decisions", "propagations")
DIGITS = 12  # of a digest: enough to tell one from another


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


def print_report(report: Report) -> None:
    """Print a cross-check: what was compared, a row a solver, the notes, the verdict."""
    from rich.table import Table
    from rich.text import Text

    best = report.question == "best"
    table = Table(title=Text(f"compared: {report.scope}"), title_justify="left")
    figure = "objective" if best else "solutions"
    for heading in ("solver", "kind", "status", figure, "digest", "seconds"):
        table.add_column(heading, justify="right" if heading == "seconds" else "left")
    for outcome in report.outcomes:
        shown = outcome.objective if best else outcome.count
        cells = (
            outcome.solver,
            outcome.kind,
            str(outcome.status),
            "" if shown is None else numeral(shown),
            (digest_of(outcome, report.question) or "")[:DIGITS],
            f"{outcome.seconds:.2f}",
        )
        table.add_row(*map(_cell, cells))
    show_table(table)
    for line in _below(report):
        show(line)


def _below(report: Report) -> Iterator[str]:
    """Yield what stands below the table: notes, the verdict, what shows a disagreement."""
    for outcome in report.outcomes:
        if outcome.note and not outcome.wrong:  # what is wrong is told below
            yield f"{outcome.solver}: {one_line(outcome.note)}"
    yield verdict_line(report)
    told = ""
    for one in report.disagreements:
        yield f"DISAGREEMENT: {one_line(one)}"
        if one.shown and one.shown != told:
            yield f"witness:\n{one.shown}"
            told = one.shown
    if report.replay is not None:
        yield f"the matrix is in {report.replay}"
        command = replaying(report)
        if command is not None:
            yield f"again: {command}"


def print_solvers() -> None:
    """Print a row a solver: its version and features, or why it is not available."""
    from rich.table import Table

    from ..models.errors import SolverError
    from ..solvers.process.trial import tried_solver

    table = Table("solver", "version", "features", "what it is")
    for name in solver_names():
        try:
            solver = tried_solver(name)
            cells = (solver.version(), ", ".join(sorted(solver.features)), solver.summary)
        except SolverError as error:
            cells = ("not available", "", str(error))
        table.add_row(*map(_cell, (name, *cells)))
    show_table(table)


def _cell(text: str) -> Any:
    """Return the content of a table's cell, in which nothing is markup."""
    from rich.text import Text

    return Text(one_line(text))
