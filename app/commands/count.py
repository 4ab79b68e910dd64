"""`minuet count`: the number of solutions of each puzzle of a file."""

from __future__ import annotations

from typing import Any

import click

from ...solvers.search.goal import Goal
from .. import arguments
from ..faults import Faults
from ..inputs import Source
from ..settings_options import searching
from ..statuses import ANSWERED, UNANSWERED
from ..usage import Command

__all__ = ["count"]


@click.command(cls=Command)
@searching(Goal.COUNT)
@arguments.certificate
@arguments.reading("primary_only", "keep_going")
@arguments.as_json
def count(source: Source, certificate: str | None, as_json: bool, **settings: Any) -> None:
    """Print the number of solutions of each puzzle.

    A line for each puzzle of the file; costs play no part.
    """
    from .counting.each import Counting, count_each

    faults = Faults(source.keep_going)
    reading, settings = source.searched(settings, faults)
    if "symmetries" in settings:
        from .solving.classes import count_classes

        answered = count_classes(reading.problems, settings, faults, as_json=as_json)
    else:
        counting = Counting(settings, certificate, as_json)
        answered = count_each(reading.problems, counting, faults)
    faults.end(ANSWERED if answered else UNANSWERED)
