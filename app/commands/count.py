"""`minuet count`: the number of solutions of each puzzle of a file."""

from __future__ import annotations

from collections.abc import Sequence

import click

from .. import arguments
from ..faults import Faults
from ..inputs import read_within
from ..statuses import ANSWERED, UNANSWERED
from ..terminal.single_values import Command

__all__ = ["count"]


@click.command(cls=Command)
@arguments.file
@arguments.solver_name
@arguments.time_limit
@arguments.threads
@arguments.memory
@arguments.seed
@arguments.parameters
@arguments.evidence_level
@arguments.up_to_symmetry
@arguments.symmetries
@arguments.checkpoint
@arguments.certificate
@click.option(
    "--set",
    "set_file",
    type=arguments.NewPath(),
    metavar="FILE",
    help="Keep all solutions in a file, folded: docs/solution-sets.md. Of a further puzzle of "
    "FILE.EXT it is FILE-2.EXT, and so on.",
)
@arguments.on
@arguments.form
@arguments.most_choices
@arguments.primary_only
@arguments.keep_going
@arguments.as_json
def count(
    file: str,
    solver: str,
    time_limit: float | None,
    threads: int,
    memory: str | None,
    seed: int | None,
    parameter: Sequence[str],
    evidence: str,
    up_to_symmetry: bool,
    symmetries: str | None,
    checkpoint: str | None,
    certificate: str | None,
    set_file: str | None,
    on: str | None,
    form: str | None,
    most_choices: int | None,
    primary_only: bool,
    keep_going: bool,
    as_json: bool,
) -> None:
    """Print the number of solutions of each puzzle.

    A line for each puzzle of the file; costs play no part.
    """
    from .counting.each import CountAsked, count_each
    from .solving.certified import require_file

    if set_file is not None:
        _refuse(
            "--set",
            solver=None if solver == "auto" else solver,
            threads=None if threads == 1 else threads,
            seed=seed,
            parameter=parameter or None,
            evidence=None if evidence == "claimed" else evidence,
            checkpoint=checkpoint,
            on=on,
            certificate=certificate,
            symmetries=symmetries or up_to_symmetry or None,
        )
    arguments.require_used(solver, threads, memory)
    require_file(certificate, file)
    parameters = arguments.parameters_of(parameter)
    size = None if memory is None else arguments.size_of(memory)
    faults = Faults(keep_going)
    reading, left = read_within(
        file, form, most_choices, time_limit, primary_only=primary_only, faults=faults
    )
    which = symmetries or ("known" if up_to_symmetry else None)
    if which is not None:
        from .solving.classes import ClassesAsked, count_classes

        _refuse(
            "--up-to-symmetry or --symmetries",
            memory=memory,
            seed=seed,
            parameter=parameter or None,
            checkpoint=checkpoint,
            certificate=certificate,
            on=on,
        )
        classes = ClassesAsked(solver, left, threads, evidence, as_json, which)
        answered = count_classes(reading.problems, classes, faults)
        faults.end(ANSWERED if answered else UNANSWERED)
    asked = CountAsked(
        solver,
        left,
        threads,
        size,
        seed,
        parameters,
        evidence,
        checkpoint,
        on,
        certificate,
        set_file,
        as_json,
    )
    answered = count_each(reading.problems, asked, faults)
    faults.end(ANSWERED if answered else UNANSWERED)


def _refuse(beside: str, **given: object) -> None:
    """Raise BadParameter for an option that would not be heeded beside another one."""
    for name, value in given.items():
        if value is not None:
            what = f"is not heeded with {beside}, expected one of them"
            raise click.BadParameter(what, param_hint=f"'--{name}'")
