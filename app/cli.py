"""The commands, as typer reads them: each asks one question and leaves the work to the library."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import (
    AsJson,
    File,
    Form,
    Memory,
    MostChoices,
    SolverName,
    Threads,
    TimeLimit,
    size_of,
)
from .inputs import bytes_of, read_file, read_within

if TYPE_CHECKING:
    from ..models.formats import Reading
    from ..models.formats.sudoku_text import Sudokus
    from ..solvers.queries import Problem
    from ..solvers.result import Result

__all__ = ["app"]

app = typer.Typer(
    help="Solve puzzles that are exact covers, and cross-check the answers.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

UNANSWERED = 3


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"minuet {version('minuet')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Solve puzzles that are exact covers, and cross-check the answers."""
    import logging

    # The library tells through its log which solver it asks, and why.
    logging.basicConfig(format="minuet: %(message)s", stream=sys.stderr, level=logging.WARNING)
    logging.getLogger("minuet").setLevel(logging.INFO)


@app.command()
def solve(
    file: File = "-",
    solver: SolverName = "auto",
    every: Annotated[bool, typer.Option("--all", help="Print every solution.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Print up to N solutions.")
    ] = None,
    time_limit: TimeLimit = None,
    threads: Threads = 1,
    form: Form = None,
    most_choices: MostChoices = None,
    as_json: AsJson = False,
) -> None:
    """Print a solution, or the best one where there are costs; or all with --all."""
    from ..models.formats.sudoku_text import Sudokus

    reading, time_limit = read_within(file, form, most_choices, time_limit)
    if every or limit is not None:
        answered = _solve_all(reading, solver, limit, time_limit, threads, as_json=as_json)
    elif time_limit is None and not as_json and isinstance(reading.problems, Sudokus):
        answered = _solve_batch(reading.problems, solver)
    else:
        answered = _solve_each(reading, solver, time_limit, threads, as_json=as_json)
    if not answered:
        raise typer.Exit(UNANSWERED)


def _solve_each(
    reading: Reading, solver: str, time_limit: float | None, threads: int, *, as_json: bool
) -> bool:
    """Print the answer of each problem; False if one was left open."""
    from .. import solvers
    from .show import result_as_json, result_as_text

    answered = True
    for problem in reading.problems:
        with _interruptible(lambda r, p=problem: _print_found(p, r)):
            result = solvers.solve(problem, solver, time_limit=time_limit, threads=threads)
        if as_json:
            print(json.dumps(result_as_json(problem, result)))
        else:
            print(result_as_text(problem, result))
        if result.status == "FEASIBLE":
            _say(f"time limit: not proved the best; the bound is {result.bound}")
        answered &= result.status != "UNKNOWN"
    return answered


def _solve_batch(puzzles: Sudokus, solver: str) -> bool:
    """Print the answers of sudokus that share one matrix; False if some were left open."""
    from .. import solvers
    from .show import result_as_text

    givens = (puzzle.given_options for puzzle in puzzles)
    began = time.perf_counter()
    with _interruptible():
        results = solvers.solve_many(puzzles.blank, givens, solver)
        for result in results:
            print(result_as_text(puzzles.blank, result))
    if not results.complete:
        _say("the solver left puzzles open")
    elif len(puzzles) > 1:
        _tell_rate(len(puzzles), time.perf_counter() - began)
    return results.complete


def _solve_all(
    reading: Reading,
    solver: str,
    limit: int | None,
    time_limit: float | None,
    threads: int,
    *,
    as_json: bool,
) -> bool:
    """Print all solutions, or up to `limit`; False if the time limit cut them short."""
    from .. import solvers
    from .show import all_as_json, solution_as_text

    answered = True
    for problem in reading.problems:
        with (
            _interruptible(),
            solvers.solutions(problem, solver, time_limit=time_limit, threads=threads) as stream,
        ):
            found = islice(stream, limit)
            if as_json:
                print(json.dumps(all_as_json(problem, found, stream)))
            else:
                for solution in found:
                    print(solution_as_text(problem, solution), flush=True)
            result = stream.result()
        if not as_json and not result.count:
            print(result.status)
        answered &= result.complete or result.count == limit
    return answered


@app.command()
def count(
    file: File = "-",
    solver: SolverName = "auto",
    time_limit: TimeLimit = None,
    threads: Threads = 1,
    memory: Memory = None,
    form: Form = None,
    most_choices: MostChoices = None,
) -> None:
    """Print the number of solutions, a line for each puzzle of the file."""
    from .. import solvers

    unanswered = False
    size = None if memory is None else size_of(memory)
    reading, time_limit = read_within(file, form, most_choices, time_limit)
    for problem in reading.problems:
        with _interruptible(lambda r: _say(f"interrupted: {_so_far(r)}")):
            result = solvers.count(
                problem, solver, time_limit=time_limit, threads=threads, memory=size
            )
        if result.complete:
            print(result.count, flush=True)
        else:
            _say(f"time limit: {_so_far(result)}")
            unanswered = True
    if unanswered:
        raise typer.Exit(UNANSWERED)


@app.command()
def check(
    file: File = "-",
    names: Annotated[
        str | None, typer.Option("--solvers", metavar="A,B,C", help="Which solvers; else all.")
    ] = None,
    limit: Annotated[
        int, typer.Option(min=1, help="Compare up to this many solutions; beyond, branches.")
    ] = 1000,
    time_limit: Annotated[
        float, typer.Option("--time-limit", metavar="S", min=0, help="Seconds for each solver.")
    ] = 60.0,
    replay: Annotated[
        Path, typer.Option(metavar="FILE", help="Where the matrix goes if solvers disagree.")
    ] = Path("minuet-disagreement.dlx"),
    form: Form = None,
    most_choices: MostChoices = None,
) -> None:
    """Let every solver answer, compare the answers, and print a table.

    Exit status: 0 where two solvers or more finished and all agree, 1 where they disagree, 3 where
    fewer than two finished.
    """
    from .. import solvers
    from .show import print_report

    _hush()
    chosen = None if names is None else [name.strip() for name in names.split(",")]
    verdicts = []
    for problem in read_file(file, form, most_choices, time_limit).problems:
        with _interruptible():
            report = solvers.crosscheck(
                problem, chosen, limit=limit, time_limit=time_limit, replay=replay
            )
        print_report(problem, report)
        verdicts.append(report.verdict)
    if solvers.CheckVerdict.DISAGREED in verdicts:
        raise typer.Exit(1)
    if not all(verdicts):
        raise typer.Exit(UNANSWERED)


@app.command()
def explain(
    file: File = "-",
    choice: Annotated[
        str | None,
        typer.Option(metavar="CHOICE", help="Explain a choice, as in 'digit row=0 col=0 value=5'."),
    ] = None,
    smallest: Annotated[
        bool, typer.Option("--smallest", help="Look for the smallest set; may take long.")
    ] = False,
    time_limit: TimeLimit = None,
    form: Form = None,
    most_choices: MostChoices = None,
    as_json: AsJson = False,
) -> None:
    """Say which givens and groups clash; or why a choice is forced, or impossible."""
    from .explain import print_explanations

    reading, time_limit = read_within(file, form, most_choices, time_limit)
    with _interruptible():
        answered = print_explanations(
            reading.problems, choice, smallest=smallest, time_limit=time_limit, as_json=as_json
        )
    if not answered:
        raise typer.Exit(UNANSWERED)


@app.command()
def contest(
    name: Annotated[str, typer.Argument(help="The judge's name of the task, as luogu-p1074.")],
    solver: SolverName = "auto",
) -> None:
    """Answer standard input in a judge's format, byte for byte."""
    from .contest import run_contest

    _hush()
    puzzles = 0

    def write(text: str) -> None:
        nonlocal puzzles
        puzzles += 1
        sys.stdout.write(text)

    began = time.perf_counter()
    with _interruptible():
        run_contest(name, bytes_of("-"), write, file="<stdin>", solver=solver)
    if puzzles > 1:
        _tell_rate(puzzles, time.perf_counter() - began)


@app.command("solvers")
def list_solvers() -> None:
    """List the solvers, with their versions and what they can do, or why they are unavailable."""
    from .show import print_solvers

    print_solvers()


@app.command("gallery")
def show_gallery(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Whose description to print.")
    ] = None,
) -> None:
    """List the puzzles that come with minuet, or print the description of one."""
    from .gallery import print_description, print_gallery

    print_gallery() if name is None else print_description(name)


@contextmanager
def _interruptible(tell: Any = None) -> Iterator[None]:
    """Turn Ctrl-C into exit status 130, after telling what had been found."""
    from ..solvers.result import Interrupted

    try:
        yield
    except Interrupted as stopped:
        if tell is not None:
            tell(stopped.result)
        raise typer.Exit(130) from None
    except KeyboardInterrupt:
        _say("interrupted")
        raise typer.Exit(130) from None


def _so_far(result: Result) -> str:
    """Say how many solutions were counted, and of how much of the tree where that is known."""
    counted, progress = f"at least {result.count} solutions", result.statistics.progress
    return counted if progress is None else f"{counted}, in some {progress:.1%} of the search tree"


def _print_found(problem: Problem, result: Result) -> None:
    from .show import result_as_text

    _say("interrupted")
    if result.options is not None:
        print(result_as_text(problem, result), flush=True)


def _tell_rate(puzzles: int, seconds: float) -> None:
    _say(f"{puzzles} puzzles in {seconds:.2f} s, {puzzles / max(seconds, 1e-9):.0f} a second")


def _hush() -> None:
    """Keep to oneself which solver is asked: the answer tells, or a judge wants silence."""
    import logging

    logging.getLogger("minuet").setLevel(logging.WARNING)


def _say(message: str) -> None:
    print(f"minuet: {message}", file=sys.stderr, flush=True)
