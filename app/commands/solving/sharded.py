"""All solutions of one puzzle in a folder of Parquet files; the same command goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...command import option_error
from ...terminal.bar import bar
from ...terminal.saying import found_so_far, interruptible, so_far
from ...terminal.streams import remark, say
from .many import Listed

if TYPE_CHECKING:
    from ....solvers.contract.result import Result
    from ....solvers.search.selection import Problem

__all__ = ["write_sharded"]


def write_sharded(
    problems: Sequence[Problem], asked: Listed, folder: str, checkpoint: str | None
) -> bool:
    """Write all solutions of the one problem there is; False if a limit cut them short."""
    from ....models.telling.spelling import counted
    from ....solvers import solutions

    if len(problems) != 1:
        raise option_error("-o", f"goes with one puzzle, but there are {len(problems)}")

    def told(stopped: KeyboardInterrupt) -> str:
        if (known := getattr(stopped, "result", None)) is not None:
            _tell(known, asked)
        return found_so_far(stopped)

    with interruptible(told, saves=True), bar("list") as progress:
        stream = solutions(problems[0], progress=progress, **asked.settings)
        result: Result = stream.write(folder, checkpoint=checkpoint, shards=True)
    _tell(result, asked)
    if result.complete:
        remark(f"{counted(result.count or 0, 'solution')} in {folder}")
    else:
        say(f"time limit: {so_far(result)}; the same command goes on")
    return result.complete


def _tell(result: Result, asked: Listed) -> None:
    """Print the document that says how many there are, where that is asked for."""
    from ...documents.document import emit

    if asked.as_json:
        emit("solutions", puzzle=1, **result.to_dict())
