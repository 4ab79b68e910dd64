"""The commands, as typer reads them: each asks one question and leaves the work to the library."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from .arguments import (
    AsJson,
    EvidenceLevel,
    File,
    Form,
    Memory,
    MostChoices,
    Parameters,
    PrimaryOnly,
    Seed,
    SolverName,
    Threads,
    TimeLimit,
    parameters_of,
    require_used,
    size_of,
)
from .terminal import listen, say, show

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

        show(f"minuet {version('minuet')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Solve puzzles that are exact covers, and cross-check the answers."""
    listen()  # the library tells through its log which solver it asks, and why


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
    seed: Seed = None,
    parameter: Parameters = None,
    evidence: EvidenceLevel = "claimed",
    form: Form = None,
    most_choices: MostChoices = None,
    primary_only: PrimaryOnly = False,
    as_json: AsJson = False,
) -> None:
    """Print a solution; or all with --all, N with --limit. Where there are costs, the best ones."""
    from .inputs import read_within
    from .solving import Asked, solve_each, solve_many_solutions

    if every and limit is not None:
        raise typer.BadParameter("given together with --limit, expected one", param_hint="'--all'")
    require_used(solver, threads)
    parameters = parameters_of(parameter)
    # No one counts further, and a greater number does not fit the machine's words.
    most = sys.maxsize if every else None if limit is None else min(limit, sys.maxsize)
    reading, left = read_within(file, form, most_choices, time_limit, primary_only=primary_only)
    asked = Asked(solver, left, threads, most, as_json, evidence, seed, parameters)
    answer = solve_each if most is None else solve_many_solutions
    if not answer(reading.problems, asked):
        raise typer.Exit(UNANSWERED)


@app.command()
def count(
    file: File = "-",
    solver: SolverName = "auto",
    time_limit: TimeLimit = None,
    threads: Threads = 1,
    memory: Memory = None,
    seed: Seed = None,
    parameter: Parameters = None,
    evidence: EvidenceLevel = "claimed",
    form: Form = None,
    most_choices: MostChoices = None,
    primary_only: PrimaryOnly = False,
) -> None:
    """Print the number of solutions, a line for each puzzle of the file; costs play no part."""
    from .. import solvers
    from ..models.spelling import numeral
    from .inputs import read_within
    from .questions import found_so_far, interruptible, rests_on, so_far

    unanswered = False
    require_used(solver, threads, memory)
    parameters = parameters_of(parameter)
    size = None if memory is None else size_of(memory)
    reading, left = read_within(file, form, most_choices, time_limit, primary_only=primary_only)
    for problem in reading.problems:
        with interruptible(found_so_far):
            result = solvers.count(
                problem,
                solver,
                time_limit=left,
                threads=threads,
                memory=size,
                seed=seed,
                parameters=parameters,
                evidence=evidence,
            )
        if result.complete:
            show(numeral(result.count or 0))
            continue
        unanswered = True
        weak = result.evidence < evidence
        say(rests_on(result) if weak else f"time limit: {so_far(result)}")
    if unanswered:
        raise typer.Exit(UNANSWERED)


@app.command()
def check(
    file: File = "-",
    names: Annotated[
        str | None, typer.Option("--solvers", metavar="A,B,C", help="Which solvers; else all.")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Compare up to this many solutions; beyond, branches. Where there are costs the "
            "best is compared, and there is no limit.  [default: 1000]",
        ),
    ] = None,
    budget: Annotated[
        float,
        typer.Option(metavar="S", min=0, help="Seconds for each puzzle, everything included."),
    ] = 60.0,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="S",
            min=0,
            help="Seconds for each solver within the budget.  [default: a fair part of it]",
        ),
    ] = None,
    replay: Annotated[
        Path,
        typer.Option(
            metavar="FILE",
            help="Where the smallest matrix goes on which solvers disagree; of a further puzzle "
            "FILE-2 and so on.",
        ),
    ] = Path("minuet-disagreement.dlx"),
    expect: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="There should be so many solutions: exit 1 if there are not, 3 if that could not "
            "be confirmed.",
        ),
    ] = None,
    form: Form = None,
    most_choices: MostChoices = None,
    primary_only: PrimaryOnly = False,
    as_json: AsJson = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the report as Markdown.")
    ] = False,
) -> None:
    """Let every solver answer, compare the answers, and print a table.

    Exit status: 0 where two solvers or more finished and all agree, 1 where they disagree, 3 where
    fewer than two finished. Each solver works in a process of its own: one that crashes or hangs is
    a line in the table.
    """
    from .checking import Compared, check_each, told_by
    from .inputs import read_within

    if as_json and as_markdown:
        raise typer.BadParameter(
            "given together with --json, expected one", param_hint="--markdown"
        )
    listen(hushed=True)
    chosen = None if names is None else [name.strip() for name in names.split(",")]
    reading, left = read_within(file, form, most_choices, budget, primary_only=primary_only)
    told = told_by(as_json=as_json, as_markdown=as_markdown)
    asked = Compared(chosen, limit, left, time_limit, replay, expect, told)
    raise typer.Exit(check_each(reading.problems, asked))


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
    primary_only: PrimaryOnly = False,
    as_json: AsJson = False,
) -> None:
    """Say which givens and groups clash; or why a choice is forced, or impossible."""
    from .explain import print_explanations
    from .inputs import read_within

    reading, left = read_within(file, form, most_choices, time_limit, primary_only=primary_only)
    answered = print_explanations(
        reading.problems, choice, smallest=smallest, time_limit=left, as_json=as_json
    )
    if not answered:
        raise typer.Exit(UNANSWERED)


@app.command()
def contest(
    name: Annotated[str, typer.Argument(help="The judge's name of the task, as luogu-p1074.")],
    solver: SolverName = "auto",
) -> None:
    """Answer standard input in a judge's format, byte for byte."""
    from ..solvers import Unreached
    from .contest import run_contest
    from .inputs import bytes_of
    from .questions import interruptible, tell_rate

    listen(hushed=True)
    puzzles = 0

    def write(text: str) -> None:
        nonlocal puzzles
        puzzles += 1
        sys.stdout.write(text)

    began = time.perf_counter()
    try:
        with interruptible():
            run_contest(name, bytes_of("-"), write, file="<stdin>", solver=solver)
    except Unreached as error:
        say(str(error))
        raise typer.Exit(UNANSWERED) from None
    if puzzles > 1:
        tell_rate(puzzles, time.perf_counter() - began)


@app.command()
def fuzz(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]", help="What --keep wrote, to be asked again; or any puzzle."
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=0, help="How long cases are drawn.")
    ] = 60.0,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Of the cases; else one at random.")
    ] = None,
    case: Annotated[
        int | None, typer.Option("--case", metavar="K", min=0, help="This case of the seed alone.")
    ] = None,
    names: Annotated[
        str | None, typer.Option("--solvers", metavar="A,B,C", help="Which solvers; else all.")
    ] = None,
    shapes: Annotated[
        str | None, typer.Option("--shapes", metavar="A,B,C", help="Which cases; else all.")
    ] = None,
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=1, help="End after so many faults.")
    ] = 10,
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="DIR", help="Where faults go, as DLX files.")
    ] = None,
) -> None:
    """Draw cases, ask every solver every question, compare the answers and shrink what is wrong.

    Exit status: 0 where nothing is wrong, 1 where something is.
    """
    from .fuzzing import Wanted, fuzz_cases, fuzz_file

    listen(hushed=True)
    chosen, wanted = (
        None if told is None else [name.strip() for name in told.split(",")]
        for told in (names, shapes)
    )
    if case is not None and seed is None:
        raise typer.BadParameter("without --seed, expected both", param_hint="'--case'")
    if file is not None:
        raise typer.Exit(fuzz_file(file, chosen))
    raise typer.Exit(fuzz_cases(Wanted(chosen, seconds, seed, case, wanted, most, keep)))


@app.command("solvers")
def list_solvers() -> None:
    """List the solvers, with their versions and what they can do, or why they are unavailable."""
    from .show import print_solvers

    print_solvers()


@app.command("formats")
def list_formats() -> None:
    """List the formats that files may have: what is read, what is written, and how it is called."""
    from .formats import print_formats

    print_formats()


@app.command("gallery")
def show_gallery(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Whose description to print.")
    ] = None,
) -> None:
    """List the puzzles that come with minuet, or print the description of one."""
    from .gallery import print_description, print_gallery

    print_gallery() if name is None else print_description(name)
