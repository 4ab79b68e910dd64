"""All solutions of one puzzle in a folder of Parquet files; the same command goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ...terminal.bar import bar
from ...terminal.saying import found_so_far, interruptible, so_far
from ...terminal.streams import remark, say
from .asked import Asked

if TYPE_CHECKING:
    from ....solvers.contract.result import Result
    from ....solvers.questions.selection import Problem

__all__ = ["require_sharded", "write_sharded"]

OPTION = "'--shards'"


def require_sharded(asked: Asked, output: str | None, *, every: bool) -> None:
    """Raise BadParameter unless all solutions are asked for, there alone, by one solver's word."""
    if not every:
        what = "keeps all solutions, expected --all with it"
    elif output is not None:
        what = f"given together with -o {output}, expected one"
    elif asked.classes:
        what = "keeps no classes of solutions, expected no --up-to-symmetry with it"
    elif asked.drawn is not None:
        what = "keeps no answers to draw, expected no --draw with it"
    elif asked.evidence != "claimed":
        what = "rests on the word of one solver, expected no --evidence with it"
    else:
        return
    raise click.BadParameter(what, param_hint=OPTION)


def write_sharded(
    problems: Sequence[Problem], asked: Asked, folder: str, checkpoint: str | None
) -> bool:
    """Write all solutions of the one problem there is; False if a limit cut them short."""
    from ....models.telling.spelling import counted
    from ....solvers import solutions

    if len(problems) != 1:
        what = f"goes with one puzzle, but there are {len(problems)}"
        raise click.BadParameter(what, param_hint=OPTION)

    def told(stopped: KeyboardInterrupt) -> str:
        if (known := getattr(stopped, "result", None)) is not None:
            _tell(known, asked)
        return found_so_far(stopped)

    with interruptible(told, saves=True), bar("solve") as progress:
        stream = solutions(
            problems[0],
            asked.solver,
            time_limit=asked.time_limit,
            threads=asked.threads,
            seed=asked.seed,
            parameters=asked.parameters,
            progress=progress,
            on=asked.on,
        )
        result = stream.write(folder, checkpoint=checkpoint, shards=True)
    _tell(result, asked)
    if result.complete:
        remark(f"{counted(result.count or 0, 'solution')} in {folder}")
    else:
        say(f"time limit: {so_far(result)}; the same command goes on")
    return result.complete


def _tell(result: Result, asked: Asked) -> None:
    """Print the document that says how many there are, where that is asked for."""
    from ...documents.document import emit

    if asked.as_json:
        emit("solutions", puzzle=1, **result.to_dict())
