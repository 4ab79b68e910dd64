"""`minuet count`: the number of solutions of each puzzle of a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..faults import Faults
from ..inputs import read_within
from ..statuses import ANSWERED, UNANSWERED
from ..terminal.bar import bar
from ..terminal.saying import Told, cut_short, found_so_far, interruptible, of_puzzle, placed
from ..terminal.streams import say, show

if TYPE_CHECKING:
    from ...solvers.contract.result import Result
    from ...solvers.questions.queries import Problem

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
    from ... import solvers
    from ...models.telling.spelling import numeral
    from ...solvers.contract.deadline import Deadline
    from .solving.certified import require_certifiable, require_file, write_certificate

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
        asked = ClassesAsked(solver, left, threads, evidence, as_json, which)
        answered = count_classes(reading.problems, asked, faults)
        faults.end(ANSWERED if answered else UNANSWERED)
    last = faults.place(len(reading.problems))
    with bar("count", total=len(reading.problems)) as progress:

        def counted(problem: Problem, place: int) -> bool:
            require_certifiable(problem, certificate)
            deadline = Deadline(left)
            if set_file is not None:
                from .counting.asked_set import count_into

                into = arguments.numbered(set_file, place)
                here = place, last
                return count_into(problem, here, left, size, into, progress, as_json=as_json)
            with interruptible(_told(place, last, solver, as_json=as_json)):
                result = solvers.count(
                    problem,
                    solver,
                    time_limit=left,
                    threads=threads,
                    memory=size,
                    seed=seed,
                    parameters=parameters,
                    evidence=evidence,
                    progress=progress,
                    checkpoint=arguments.numbered(checkpoint, place),
                    on=on,
                )
            written: dict[str, Any] | None = None
            if not as_json and result.complete:
                show(numeral(result.count or 0))
            try:
                if certificate is not None and result.complete:
                    rest, where = deadline.limit(), (place, last)
                    written = write_certificate(problem, result, certificate, where, rest)
            finally:
                if as_json:
                    _emit_count(place, result, certificate=written)
            if not result.complete:
                say(of_puzzle(cut_short(result, evidence), place, last))
            return result.complete and (certificate is None or written is not None)

        answered = all(faults.each(reading.problems, counted))
    faults.end(ANSWERED if answered else UNANSWERED)


def _refuse(beside: str, **given: object) -> None:
    """Raise BadParameter for an option that would not be heeded beside another one."""
    for name, value in given.items():
        if value is not None:
            what = f"is not heeded with {beside}, expected one of them"
            raise click.BadParameter(what, param_hint=f"'--{name}'")


def _told(place: int, last: int, solver: str, *, as_json: bool) -> Told:
    """Return what tells the count so far when a Ctrl-C came."""

    def told(stopped: KeyboardInterrupt) -> str:
        if not as_json:
            return placed(place, last, found_so_far(stopped))
        from ...solvers.contract.result import Result, Status

        known = getattr(stopped, "result", None) or Result(Status.UNKNOWN, solver, "", count=0)
        _emit_count(place, known)
        return placed(place, last)

    return told


def _emit_count(place: int, result: Result, certificate: dict[str, Any] | None = None) -> None:
    from ..documents.document import emit

    told = {} if certificate is None else {"certificate": certificate}
    emit("count", puzzle=place, **result.to_dict(), **told)
