"""`minuet count`: the number of solutions of each puzzle of a file."""

from __future__ import annotations

from collections.abc import Sequence

import click

from .. import arguments
from ..inputs import read_within
from ..statuses import UNANSWERED
from ..terminal.saying import found_so_far, interruptible, rests_on, so_far
from ..terminal.streams import say, show

__all__ = ["count"]


@click.command
@arguments.file
@arguments.solver_name
@arguments.time_limit
@arguments.threads
@arguments.memory
@arguments.seed
@arguments.parameters
@arguments.evidence_level
@arguments.form
@arguments.most_choices
@arguments.primary_only
def count(
    file: str,
    solver: str,
    time_limit: float | None,
    threads: int,
    memory: str | None,
    seed: int | None,
    parameter: Sequence[str],
    evidence: str,
    form: str | None,
    most_choices: int | None,
    primary_only: bool,
) -> None:
    """Print the number of solutions, a line for each puzzle of the file; costs play no part."""
    from ... import solvers
    from ...models.spelling import numeral

    unanswered = False
    arguments.require_used(solver, threads, memory)
    parameters = arguments.parameters_of(parameter)
    size = None if memory is None else arguments.size_of(memory)
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
        raise click.exceptions.Exit(UNANSWERED)
