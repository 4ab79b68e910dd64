"""Reads a text: what it is, its picture and its grid; or where it is wrong, and why."""

from __future__ import annotations

from typing import Any

from ....models.errors import InputError, MinuetError, OutOfTime
from ....models.formats import Reading
from ....models.formats import read as read_text
from ....models.formats.format import Problem
from ....models.matrix.exact_cover import ExactCover
from ....models.puzzle import Puzzle
from ....solvers.contract.deadline import Deadline, Stopped
from ....solvers.questions.queries import selection_of
from .cells import cells_of
from .child import Output, described
from .frames import ANSWER

__all__ = ["first_of", "picture_of", "read"]

FILE = "<text>"


def read(task: dict[str, Any], output: Output) -> None:
    """Tell what a text holds, or what is wrong with it."""
    deadline = Deadline(task["seconds"])
    try:
        reading, problem = first_of(task, deadline)
        told = _told(reading, problem, deadline)
    except (MinuetError, MemoryError) as error:
        told = {"ok": False, **described(error)}
    output.tell(ANSWER, told, last=True)


def first_of(task: dict[str, Any], deadline: Deadline) -> tuple[Reading, Problem]:
    """Return what a task's text holds, and the first of its problems.

    Raises InputError for a text that cannot be read, OutOfTime at the deadline.
    """
    text, form = task["text"], task["format"]
    reading = read_text(text, file=FILE, form=form, time_limit=deadline.left())
    if not len(reading.problems):
        raise InputError("no puzzle, expected one", file=FILE)
    return reading, reading.problems[0]


def _told(reading: Reading, problem: Problem, deadline: Deadline) -> dict[str, Any]:
    try:
        matrix = selection_of(problem, (), deadline)[0]
    except Stopped:
        raise OutOfTime(f"it is not compiled within {deadline.seconds:g} s") from None
    cells = cells_of(problem)
    return {
        "ok": True,
        "format": reading.format,
        "title": problem.name if isinstance(problem, Puzzle) else "",
        "svg": picture_of(problem),
        "items": matrix.items,
        "options": matrix.options,
        "best": matrix.has_costs,
        "grid": None if cells is None else cells.described(),
        "puzzles": len(reading.problems),
    }


def picture_of(problem: Problem) -> str | None:
    """Return a puzzle with its givens as SVG; None of a matrix, and of what would be huge."""
    return None if isinstance(problem, ExactCover) else problem.page().svg
