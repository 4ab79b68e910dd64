"""`minuet contest`: what a judge gives is answered in the judge's own format."""

from __future__ import annotations

import sys
import time
from typing import Annotated

import typer

from ..arguments import SolverName
from ..inputs import bytes_of
from ..statuses import UNANSWERED
from ..terminal.saying import interruptible, tell_rate
from ..terminal.streams import listen, say

__all__ = ["contest"]


def contest(
    name: Annotated[str, typer.Argument(help="The judge's name of the task, as luogu-p1074.")],
    solver: SolverName = "auto",
) -> None:
    """Answer standard input in a judge's format, byte for byte."""
    from ...solvers import Unreached
    from ..contests.contests import run_contest

    listen(hushed=True)
    puzzles = 0

    def write(text: str) -> None:
        nonlocal puzzles
        puzzles += 1
        sys.stdout.write(text)

    began = time.perf_counter()
    try:
        with interruptible():
            run_contest(name, bytes_of("-"), write, file="<stdin>", solver=solver)
    except Unreached as error:
        say(str(error))
        raise typer.Exit(UNANSWERED) from None
    if puzzles > 1:
        tell_rate(puzzles, time.perf_counter() - began)
