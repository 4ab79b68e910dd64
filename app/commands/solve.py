"""`minuet solve`: a solution of each puzzle of a file, or the best one, as text or as JSON."""

from __future__ import annotations

from typing import Any

import click

from ...solvers.contract.goal import Goal
from .. import arguments
from ..command import Command
from ..inputs import Source
from ..settings_options import searching

__all__ = ["command"]


@click.command("solve", cls=Command)
@searching(Goal.BEST, but=("gap", "gap_absolute"))
@arguments.hint
@arguments.output
@arguments.drawing
@arguments.certificate
@arguments.reading("primary_only", "keep_going", file=arguments.files)
@arguments.as_json
def command(
    source: Source,
    hint: str | None,
    output: str | None,
    drawing: str | None,
    certificate: str | None,
    as_json: bool,
    settings: dict[str, Any],
) -> None:
    """Print a solution of each puzzle; where there are costs, the best one."""
    from ..answers.each import Request, answer

    request = Request(settings, as_json, "solve", certificate, hint, drawing)
    answer(request, source, output)
