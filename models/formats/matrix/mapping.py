"""What is said beside a matrix that is written for another program: its variables, in words."""

from __future__ import annotations

from collections.abc import Iterator

from ...matrix.exact_cover import ExactCover
from ..format import Problem
from .dlx_text import option_line, remarks

__all__ = ["MODEL", "heading", "matrix_of", "on_one_line", "option_in_words", "quoted", "title"]

MODEL = "the solutions of this model are its solutions"


def matrix_of(problem: Problem) -> ExactCover:
    """Return the matrix; `selection` has the given and forbidden options."""
    return problem if isinstance(problem, ExactCover) else problem.matrix


def title(problem: Problem) -> str:
    """Return what a text is about, on one line."""
    return on_one_line("an exact cover" if isinstance(problem, ExactCover) else problem.name)


def option_in_words(problem: Problem, option: int) -> str:
    """Return what a variable that is 1 says, on one line: the choice, or the option's items."""
    if isinstance(problem, ExactCover):
        return on_one_line(option_line(problem, option))
    return on_one_line(problem.describe(option))


def heading(problem: Problem, mark: str, meaning: str) -> Iterator[str]:
    """Yield comments: what the text is about, and what is to be known of the costs, if anything.

    mark     the beginning of a comment
    meaning  the relation of the text to the solutions
    """
    yield f"{mark} {title(problem)}: {meaning}\n"
    for remark in remarks(problem):
        yield f"{mark} {remark}\n"


def quoted(text: str) -> str:
    """Return a text in quotation marks, its own ones escaped."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def on_one_line(text: str) -> str:
    """Return a text without what would end a line, or move a cursor."""
    return "".join(mark if mark.isprintable() else " " for mark in text)
