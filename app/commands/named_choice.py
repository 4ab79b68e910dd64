"""The choice that a text on the command line names."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from ...models.errors import ModelError, excerpt
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...solvers.questions.queries import Problem

__all__ = ["choice_of"]


def choice_of(problem: Problem, text: str) -> int:
    """Return the option that a text on the command line names.

    Of a puzzle `TABLE COLUMN=VALUE ...` (the table may be left out if there is but one), or the
    choice as minuet prints it, `digit(row=0, col=0, value=5)`; of a bare matrix the number of the
    option, from 1. Raises ModelError if it names no choice, or several.
    """
    if isinstance(problem, ExactCover):
        if text.isdecimal() and 1 <= int(text) <= problem.options:
            return int(text) - 1
        expected = f"expected the number of an option, 1 to {problem.options}"
        raise ModelError(f"--choice {excerpt(text)}: {expected}")
    found = list(_matching(problem, text))
    if len(found) == 1:
        return found[0]
    several = f"{len(found)} choices match, expected one" if found else "no such choice"
    example = next((table.describe(0) for table in problem.tables if len(table)), "none")
    raise ModelError(f"--choice {excerpt(text)}: {several} (a choice is for example {example})")


def _matching(puzzle: Puzzle, text: str) -> Iterator[int]:
    """Yield the options whose table and values, as text, are those that are named."""
    names, values = _named(text)
    for table in puzzle.tables:
        if names not in ([], [table.name]) or not set(values) <= set(table.columns):
            for place in range(len(table)):
                if table.describe(place) == text:
                    yield table.offset + place
            continue
        wanted = {table.columns.index(column): value for column, value in values.items()}
        for place, row in enumerate(table.rows):
            if all(str(row[column]) == value for column, value in wanted.items()):
                yield table.offset + place


def _named(text: str) -> tuple[list[str], dict[str, str]]:
    """Split `table column=value ...` into names and values."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ModelError(f"--choice {excerpt(text)}: {str(error).lower()}") from None
    pairs = [word.split("=", 1) for word in words]
    names = [pair[0] for pair in pairs if len(pair) == 1]
    values: dict[str, str] = {}
    for column, value in (pair for pair in pairs if len(pair) == 2):
        if column in values:
            raise ModelError(f"--choice {excerpt(text)}: {column} twice, expected once")
        values[column] = value
    return names, values
