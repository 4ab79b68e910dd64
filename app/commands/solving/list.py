"""`minuet list`: many solutions of each puzzle of a file, or all."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from ....solvers.search.goal import Goal
from ... import arguments
from ...command import Command, option_error
from ...faults import Faults
from ...inputs import Source
from ...settings_options import searching
from ...statuses import ANSWERED, UNANSWERED
from ...terminal.output import answers_in

__all__ = ["list_solutions"]


@click.command("list", cls=Command)
@arguments.whole("--limit", "Print up to N solutions. [default: all]")
@searching(Goal.ALL)
@click.option(
    "-o",
    "--output",
    type=arguments.NewPath(),
    metavar="FILE",
    help="Where solutions go instead of standard output. FOLDER/: there, as Parquet, one table in "
    "many files; the same command goes on.",
)
@click.option(
    "--checkpoint",
    type=arguments.NewPath(),
    metavar="FILE",
    help="Write down every second how far all solutions of a puzzle are in -o; the same command "
    "goes on there, whatever ended it.",
)
@arguments.reading("primary_only", "keep_going")
@arguments.as_json
def list_solutions(
    source: Source,
    limit: int | None,
    output: str | None,
    checkpoint: str | None,
    as_json: bool,
    settings: dict[str, Any],
) -> None:
    """Print all solutions of each puzzle, or N with --limit.

    Where there are costs, the best ones come first, in order.
    """
    from .many import Listed, list_each

    in_folder = output is not None and (output.endswith("/") or os.path.isdir(output))  # noqa: PTH112
    others = limit is not None or "evidence" in settings or "symmetries" in settings
    if in_folder and others:
        wanted = "expected no --limit, --evidence or --symmetries with it"
        raise option_error("-o", f"a folder keeps all solutions, {wanted}")
    if checkpoint is not None and output == "-":
        raise option_error("--checkpoint", "keeps solutions in a file, expected -o FILE with it")
    faults = Faults(source.keep_going)
    reading, settings = source.read_within(settings, faults)
    # No one counts further, and a greater number does not fit the machine's words.
    listed = Listed(settings, as_json, min(limit or sys.maxsize, sys.maxsize))
    if in_folder:
        from .sharded import write_sharded

        answered = write_sharded(reading.problems, listed, str(output), checkpoint)
    elif checkpoint is not None:
        from .written import write_with_checkpoint

        answered = write_with_checkpoint(reading.problems, listed, str(output), checkpoint)
    else:
        with answers_in(output, as_found=limit is None):
            answered = list_each(reading.problems, listed, faults)
    faults.end(ANSWERED if answered else UNANSWERED)
