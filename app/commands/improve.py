"""`minuet improve`: ever better answers of each puzzle, and ever better bounds, as they come."""

from __future__ import annotations

from typing import Any

import click

from ...solvers.contract.goal import Goal
from .. import arguments
from ..answers.each import Request, answer
from ..command import Command
from ..inputs import Source
from ..settings_options import searching

__all__ = ["command"]


@click.command("improve", cls=Command)
@searching(Goal.IMPROVING)
@arguments.hint
@arguments.output
@arguments.drawing
@arguments.reading("primary_only", "keep_going", file=arguments.files)
@arguments.as_json
def command(
    source: Source,
    hint: str | None,
    output: str | None,
    drawing: str | None,
    as_json: bool,
    settings: dict[str, Any],
) -> None:
    """Show ever better answers, until one is near enough to the best.

    Each better answer and bound is a line on standard error, with --json a document; the last
    answer is printed as solve prints it.
    """
    request = Request(settings, as_json, "improving", hint=hint, drawing=drawing)
    answer(request, source, output)
