"""`minuet diverse`: good answers of each puzzle that differ."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from ....solvers.search.goal import Goal
from ....solvers.search.settings import CompoundSettings
from ... import arguments
from ...command import Command
from ...inputs import Source
from ...settings_options import searching

__all__ = ["diverse"]


@click.command(cls=Command)
@arguments.whole("-n", "How many answers.", default=3, show_default=True)
@click.option(
    "--within",
    type=arguments.ExactNumber(),
    metavar="W",
    help="How much worse than the best one the others may be. [default: any]",
)
@searching(Goal.BEST, ("solver", *CompoundSettings.__annotations__))
@arguments.output
@arguments.drawing
@arguments.reading("primary_only", "keep_going")
@arguments.as_json
def diverse(
    source: Source,
    n: int,
    within: Fraction | None,
    output: str | None,
    drawing: str | None,
    as_json: bool,
    settings: dict[str, Any],
) -> None:
    """Print good answers that differ.

    The best one comes first, then each as far from those before as can be. The time limit is for
    all answers of a puzzle.
    """
    from functools import partial

    from .asked import Asked
    from .front import answer_several, print_diverse

    # A solver that can leave known solutions out.
    settings.setdefault("solver", "cpsat")
    asked = Asked(settings, as_json, "diverse", drawing=drawing)
    answer_several(asked, source, output, partial(print_diverse, n=n, within=within))
