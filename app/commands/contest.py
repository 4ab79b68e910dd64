"""`minuet contest`: what a judge gives is answered in the judge's own format."""

from __future__ import annotations

import logging
import time
from typing import Any

import click

from ...solvers.contract.goal import Goal
from .. import arguments
from ..command import Command
from ..inputs import Faults, Source, bytes_of
from ..settings_options import searching
from ..statuses import ANSWERED, UNANSWERED
from ..terminal.reports import bar, interruptible, print_rate
from ..terminal.streams import listen, print_message, write

__all__ = ["command"]


@click.command("contest", cls=Command)
@click.argument(
    "name",
    metavar="NAME",
    shell_complete=arguments.completing("contests"),
    help="The judge's name of the task, as luogu-p1074.",
)
@searching(Goal.BEST, ("solver", "threads"))
@arguments.source_option("keep_going")
def command(source: Source, name: str, settings: dict[str, Any]) -> None:
    """Answer standard input in a judge's format, byte for byte.

    All of it is read first: where a line of it is wrong, nothing is answered. With --keep-going the
    puzzles that can be read are.
    """
    from ...models.errors import Unreached
    from ..contests import run_contest

    listen(logging.WARNING)
    faults = Faults(source.keep_going)
    began = time.perf_counter()
    try:
        with interruptible(), bar(name) as progress:
            puzzles = run_contest(
                name,
                bytes_of("-"),
                write,
                file="<stdin>",
                complain=faults.complain,
                progress=progress,
                **settings,
            )
    except Unreached as error:
        print_message(str(error))
        raise click.exceptions.Exit(UNANSWERED) from None
    if puzzles > 1:
        print_rate(puzzles, time.perf_counter() - began)
    faults.end(ANSWERED)
