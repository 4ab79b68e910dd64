"""Reads a text: what it is, its picture and its grid; or where it is wrong, and why."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ....models.errors import InputError, MinuetError
from ....models.formats import read as read_text
from ....models.formats.format import Problem
from ....models.formats.reading import Reading
from ....models.matrix.exact_cover import ExactCover
from ....models.puzzle import Puzzle
from ....solvers.contract.deadline import Deadline, Stopped
from ....solvers.search.selection import selection_of
from .cells import cells_of
from .frames import ANSWER
from .output import Output, described

__all__ = ["first_of", "picture_of", "read"]

FILE = "<text>"
COMPILING = 2.0  # seconds


def read(task: dict[str, Any], output: Output) -> None:
    """Tell what a text holds, or what is wrong with it."""
    deadline = Deadline(task["seconds"])
    try:
        reading, problem = first_of(task, deadline)
        cells = cells_of(problem)
        told = {
            "ok": True,
            "format": reading.format,
            "summary": problem.summary,
            "warnings": reading.to_dict()["warnings"],
            "title": problem.name if isinstance(problem, Puzzle) else "",
            "svg": picture_of(problem),
            "items": None,
            "options": None,
            "best": problem.has_costs if isinstance(problem, ExactCover) else problem.has_objective,
            "grid": None if cells is None else cells.described(),
            "puzzles": len(reading.problems),
        }
        with suppress(Stopped):  # what is large is compiled when a question is put
            matrix = selection_of(problem, (), deadline.within(COMPILING))[0]
            told |= {"items": len(matrix.items), "options": matrix.options}
    except (MinuetError, MemoryError, PermissionError) as error:
        told = {"ok": False, **described(error)}
    output.tell(ANSWER, told, last=True)


def first_of(task: dict[str, Any], deadline: Deadline) -> tuple[Reading, Problem]:
    """Return what a task's text holds, and the first of its problems.

    Raises InputError for a text that cannot be read, Unreached at the deadline.
    """
    text, form = task["text"], task["format"]
    reading = read_text(text, file=FILE, form=form, time_limit=round(deadline.left(), 2))
    if not len(reading.problems):
        raise InputError("no puzzle, expected one", file=FILE)
    return reading, reading.problems[0]


def picture_of(problem: Problem) -> str | None:
    """Return a puzzle with its givens as SVG; None of a matrix, and of what would be huge."""
    return None if isinstance(problem, ExactCover) else problem.page().svg
