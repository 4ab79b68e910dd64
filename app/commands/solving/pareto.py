"""`minuet pareto`: the front of two totals of each puzzle."""

from __future__ import annotations

from typing import Any

import click

from ....solvers.search.goal import Goal
from ....solvers.search.settings import CompoundSettings
from ... import arguments
from ...command import Command
from ...inputs import Source
from ...settings_options import searching

__all__ = ["pareto"]


@click.command(cls=Command)
@searching(Goal.BEST, ("solver", *CompoundSettings.__annotations__))
@arguments.output
@arguments.drawing
@arguments.reading("primary_only", "keep_going")
@arguments.as_json
def pareto(
    source: Source, output: str | None, drawing: str | None, as_json: bool, settings: dict[str, Any]
) -> None:
    """Print the Pareto front of an objective of two levels: totals that none beats in both.

    The time limit is for all points of a puzzle.
    """
    from .asked import Asked
    from .front import answer_several, print_front

    asked = Asked(settings, as_json, "pareto", drawing=drawing)
    answer_several(asked, source, output, print_front)
