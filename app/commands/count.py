"""`minuet count`: the number of solutions of each puzzle of a file."""

from __future__ import annotations

import typer

from ..arguments import (
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
from ..inputs import read_within
from ..statuses import UNANSWERED
from ..terminal.saying import found_so_far, interruptible, rests_on, so_far
from ..terminal.streams import say, show

__all__ = ["count"]


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
    from ... import solvers
    from ...models.spelling import numeral

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
