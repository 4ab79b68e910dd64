"""Write the puzzle of a text in another format, or as a page of its own (`minuet export`)."""

from __future__ import annotations

from typing import Any

from ....models.formats import write
from ....solvers.contract.deadline import Deadline
from ...export.page import page_of
from .output import ANSWER, Output
from .reading import first_of

__all__ = ["convert"]

PAGE = "html"


def convert(task: dict[str, Any], output: Output) -> None:
    """Tell the puzzle in another format. Raises ModelError if that cannot hold it."""
    _, problem = first_of(task, Deadline(task["seconds"]))
    wanted = task["to"]
    text = page_of(problem) if wanted == PAGE else write(problem, wanted)
    output.send(ANSWER, {"text": text}, last=True)
