"""`minuet bottleneck`: the answer of each puzzle whose largest cost is least."""

from __future__ import annotations

from typing import Any

import click

from ...solvers.contract.goal import Goal
from ...solvers.search.settings import CompoundSettings
from .. import arguments
from ..answers.each import Request, answer
from ..command import Command
from ..inputs import Source
from ..settings_options import searching

__all__ = ["command"]


@click.command("bottleneck", cls=Command)
@searching(Goal.BEST, ("solver", *CompoundSettings.__annotations__))
@arguments.output
@arguments.drawing
@arguments.reading("primary_only", "keep_going", file=arguments.files)
@arguments.as_json
def command(
    source: Source, output: str | None, drawing: str | None, as_json: bool, settings: dict[str, Any]
) -> None:
    """Print the answer whose largest cost is least, instead of the total.

    Where worth is maximized, the smallest worth is made greatest.
    """
    request = Request(settings, as_json, "bottleneck", drawing=drawing)
    answer(request, source, output)
