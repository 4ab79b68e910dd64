"""`minuet solve`: a solution of each puzzle of a file, or many, as text or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from .. import arguments
from ..faults import Faults
from ..inputs import read_within
from ..statuses import ANSWERED, UNANSWERED
from ..terminal.single_values import Command
from ..terminal.streams import say

if TYPE_CHECKING:
    from fractions import Fraction

    from ...solvers.questions.selection import Problem
    from .solving.asked import Asked

__all__ = ["solve"]


@click.command(cls=Command)
@arguments.file
@arguments.solver_name
@click.option("--all", "every", is_flag=True, help="Print every solution.")
@arguments.whole("--limit", "Print up to N solutions.")
@arguments.whole("--best", "Print the N best solutions, the best first; without costs any N.")
@arguments.whole(
    "--diverse", "Print N that differ: the best, then each the farthest from those before."
)
@arguments.within
@click.option(
    "--pareto",
    is_flag=True,
    help="Print the totals that no answer beats in both levels of an objective that has two.",
)
@arguments.up_to_symmetry
@arguments.symmetries
@click.option(
    "--progress",
    "live",
    is_flag=True,
    help="Show the best answer, the bound and the gap as they come, on standard error.",
)
@click.option(
    "--json-lines",
    is_flag=True,
    help="Print each better answer and bound as a JSON document, then the result.",
)
@click.option(
    "--bottleneck",
    is_flag=True,
    help="Make the largest cost of a choice least (the smallest worth greatest), not the total.",
)
@click.option(
    "--hint",
    type=click.Path(),
    metavar="FILE",
    help="Begin at an answer kept in FILE, as printed or as JSON; one that is none is a guess.",
)
@arguments.gap
@arguments.gap_absolute
@arguments.output
@arguments.checkpoint
@arguments.certificate
@arguments.on
@click.option(
    "--shards",
    type=arguments.NewPath(),
    metavar="FOLDER",
    help="Write all solutions there as Parquet, one table in many files; the same command goes on.",
)
@click.option(
    "--draw",
    "drawing",
    metavar="FILE",
    help="Draw the answer into FILE.svg, FILE.png or FILE.txt, too; of several a contact sheet.",
)
@arguments.time_limit
@arguments.threads
@arguments.seed
@arguments.parameters
@arguments.evidence_level
@arguments.form
@arguments.most_choices
@arguments.primary_only
@arguments.keep_going
@arguments.as_json
def solve(
    file: str,
    solver: str,
    every: bool,
    limit: int | None,
    best: int | None,
    diverse: int | None,
    within: Fraction | None,
    pareto: bool,
    up_to_symmetry: bool,
    symmetries: str | None,
    live: bool,
    json_lines: bool,
    bottleneck: bool,
    hint: str | None,
    gap: Fraction | None,
    gap_absolute: Fraction | None,
    output: str | None,
    checkpoint: str | None,
    certificate: str | None,
    on: str | None,
    shards: str | None,
    drawing: str | None,
    time_limit: float | None,
    threads: int,
    seed: int | None,
    parameter: Sequence[str],
    evidence: str,
    form: str | None,
    most_choices: int | None,
    primary_only: bool,
    keep_going: bool,
    as_json: bool,
) -> None:
    """Print a solution; or all with --all, N with --limit. Where there are costs, the best ones."""
    from ..terminal.output import answers_in, require_other
    from .solving.asked import Asked
    from .solving.front import require_alone
    from .solving.hinted import require_hint, require_one

    require_other(output, file)
    _require_picture(drawing, file)
    most = _most(every, limit, best, diverse)
    _require_one(certificate, file, most)
    near = {"--gap": gap, "--gap-absolute": gap_absolute}
    anytime = {"--progress": live, "--json-lines": json_lines, **near}
    _require_anytime(anytime, most, evidence, symmetries)
    others = [most, certificate, symmetries, *anytime.values(), evidence != "claimed"]
    require_alone(click.get_current_context())
    if bottleneck and any(one not in (None, False) for one in others):
        what = "is a question of its own, expected no --all, --certificate, --gap or --progress"
        raise click.BadParameter(what, param_hint="'--bottleneck'")
    many = {"--all": every, "--limit": limit, "--best": best}
    require_hint(hint, file, many | {"--bottleneck": bottleneck})
    if up_to_symmetry and most is None:
        what = "one solution is asked for, expected --all, --limit or --best with it"
        raise click.BadParameter(what, param_hint="'--up-to-symmetry'")
    arguments.require_used(solver, threads)
    parameters = arguments.parameters_of(parameter)
    faults = Faults(keep_going)
    reading, left = read_within(
        file, form, most_choices, time_limit, primary_only=primary_only, faults=faults
    )
    asked = Asked(
        solver,
        left,
        threads,
        most,
        as_json or json_lines,
        evidence,
        seed,
        parameters,
        best is not None,
        symmetries or ("known" if up_to_symmetry else None),
        None if drawing is None else [],
        on,
        certificate,
        gap,
        gap_absolute,
        live,
        json_lines,
        bottleneck,
        hint,
        pareto,
        diverse is not None,
        within,
    )
    _require_many(asked)
    require_one(hint, len(reading.problems))
    if shards is not None:
        from .solving.sharded import require_sharded, write_sharded

        require_sharded(asked, output, every=every)
        answered = write_sharded(reading.problems, asked, shards, checkpoint)
        faults.end(ANSWERED if answered else UNANSWERED)
    if checkpoint is not None:
        from .solving.written import require_written, write_with_checkpoint

        require_written(asked, output, every=every)
        answered = write_with_checkpoint(reading.problems, asked, output or "", checkpoint)
        faults.end(ANSWERED if answered else UNANSWERED)
    try:
        with answers_in(output, as_found=every):
            answered = _solve(reading.problems, asked, faults)
    finally:
        if drawing is not None:
            _draw(asked, drawing)
    faults.end(ANSWERED if answered else UNANSWERED)


def _require_many(asked: Asked) -> None:
    """Raise BadParameter where workers are named for what they do not share."""
    if asked.on is not None and (asked.limit is None or asked.classes is not None):
        what = "searches for many solutions, expected --all, --limit or --best with it"
        more = "" if asked.classes is None else ", and no --up-to-symmetry"
        raise click.BadParameter(what + more, param_hint="'--on'")


def _require_one(certificate: str | None, file: str, most: int | None) -> None:
    """Raise BadParameter for a certificate of many solutions, or one that cannot be written."""
    from .solving.certified import require_file

    require_file(certificate, file)
    if certificate is not None and most is not None:
        what = "is of one answer, expected no --all, --limit or --best with it"
        raise click.BadParameter(what, param_hint="'--certificate'")


def _require_anytime(
    told: Mapping[str, object], most: int | None, evidence: str, symmetries: str | None
) -> None:
    """Raise BadParameter where the best answer is followed and something else is asked for."""
    for name, value in told.items():
        if value in (None, False):
            continue
        if most is not None:
            what = "follows one answer, expected no --all, --limit or --best with it"
        elif evidence != "claimed" or (symmetries and name in ("--progress", "--json-lines")):
            what = "rests on the word of one solver, expected no --evidence or --symmetries with it"
        else:
            continue
        raise click.BadParameter(what, param_hint=f"'{name}'")


def _require_picture(drawing: str | None, file: str) -> None:
    """Raise an error, before the search rather than after it, if no picture can be drawn there."""
    from ..terminal.output import require_other

    require_other(drawing, file, "--draw")
    if drawing is not None:
        from ..pictures import kind_of

        kind_of(drawing)


def _solve(problems: Sequence[Problem], asked: Asked, faults: Faults) -> bool:
    """Print what is asked for; False if something was left open."""
    if asked.pareto or asked.diverse:
        from .solving.front import solve_diverse, solve_pareto

        return (solve_pareto if asked.pareto else solve_diverse)(problems, asked, faults)
    if asked.limit is None:
        from .solving.each import solve_each

        return solve_each(problems, asked, faults)
    from .solving.many import solve_many_solutions

    return solve_many_solutions(problems, asked, faults)


def _draw(asked: Asked, path: str) -> None:
    """Draw the answers that were found into a file, or say that there are none."""
    from ..pictures import write_pictures

    if asked.drawn:
        write_pictures(asked.drawn, path)
    else:
        say(f"{path}: nothing to draw")


def _most(every: bool, limit: int | None, best: int | None, diverse: int | None) -> int | None:
    """Return how many solutions are asked for; None: one. Raises BadParameter for two numbers."""
    given = {"--all": every or None, "--limit": limit, "--best": best, "--diverse": diverse}
    named = [name for name, value in given.items() if value is not None]
    if len(named) > 1:
        what = f"given together with {named[1]}, expected one"
        raise click.BadParameter(what, param_hint=f"'{named[0]}'")
    # No one counts further, and a greater number does not fit the machine's words.
    return min(limit or best or diverse or sys.maxsize, sys.maxsize) if named else None
