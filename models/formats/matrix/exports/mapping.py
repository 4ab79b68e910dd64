"""What is said beside a matrix that is written for another program: its variables, in words."""

from __future__ import annotations

from collections.abc import Iterator

from ....matrix.exact_cover import ExactCover
from ...format import Problem
from ..dlx_writing import option_line, remarks

__all__ = ["matrix_of", "on_one_line", "option_in_words", "title", "worth_in_words"]


def matrix_of(problem: Problem) -> ExactCover:
    """Return the matrix; givens and what is forbidden are told beside it (`selection`)."""
    return problem if isinstance(problem, ExactCover) else problem.matrix


def title(problem: Problem) -> str:
    """Return what a text is about, on one line."""
    return on_one_line("an exact cover" if isinstance(problem, ExactCover) else problem.name)


def option_in_words(problem: Problem, option: int) -> str:
    """Return what a variable that is 1 says, on one line: the choice, or the option's items."""
    if isinstance(problem, ExactCover):
        return on_one_line(option_line(problem, option))
    return on_one_line(problem.describe(option))


def worth_in_words(problem: Problem) -> Iterator[str]:
    """Yield what is to be known of the costs, where there is something."""
    yield from remarks(problem)


def on_one_line(text: str) -> str:
    """Return a text without what would end a line, or move a cursor."""
    return "".join(mark if mark.isprintable() else " " for mark in text)
