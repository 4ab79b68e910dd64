"""The choice that a text on the command line names."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from ...models.errors import ModelError, did_you_mean, excerpt
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...solvers.search.selection import Problem

__all__ = ["choice_of"]


def choice_of(problem: Problem, text: str) -> int:
    """Return the option that a text on the command line names.

    Of a puzzle `TABLE COLUMN=VALUE ...` (the table may be left out if there is but one), or the
    choice as minuet prints it, `digit(row=0, col=0, value=5)`; of a bare matrix the number of the
    option, from 1, or its items, as in `a x:red`, in any order. Raises ModelError if it names no
    choice, or several.
    """
    if isinstance(problem, ExactCover):
        return _option_of(problem, text)
    found = list(_matching(problem, text))
    if len(found) == 1:
        return found[0]
    several = f"{len(found)} choices match, expected one" if found else "no such choice"
    example = next((table.describe(0) for table in problem.tables if len(table)), "none")
    why = "" if found else _unlike(problem, text)
    wanted = f"{several} (a choice is for example {example}){why}"
    raise ModelError(f"--choice {excerpt(text)}: {wanted}")


def _option_of(matrix: ExactCover, text: str) -> int:
    """Return the option of a bare matrix that is named by its number or by its items."""
    from ...models.formats.matrix.dlx_text import option_line

    if text.isascii() and text.isdecimal() and len(text) < 20 and 1 <= int(text) <= matrix.options:
        return int(text) - 1
    words = sorted(text.split())
    lines = (option_line(matrix, number).split() for number in range(matrix.options))
    named = [
        number
        for number, line in enumerate(lines)
        if words in (sorted(line), sorted(word for word in line if word[0] != "|"))
    ]
    if len(named) == 1:
        return named[0]
    expected = f"expected the number of an option, 1 to {matrix.options}, or its items"
    if named:
        shown = ", ".join(str(number + 1) for number in named[:5])
        more = ", ..." if len(named) > 5 else ""
        wanted = f"expected the number of one: {shown}{more}"
        expected = f"{len(named)} options have these items, {wanted}"
    raise ModelError(f"--choice {excerpt(text)}: {expected}")


def _unlike(puzzle: Puzzle, text: str) -> str:
    """Return the end of a message: what no choice has, a table's name, a column's or a value."""
    names, values = _named(text)
    tables = {table.name: table for table in puzzle.tables}
    for name in names:
        if name not in tables:
            return f"; no table {excerpt(name)}{did_you_mean(name, tables)}"
    among = [tables[name] for name in names] or list(tables.values())
    columns = [column for table in among for column in table.columns]
    for column, value in values.items():
        if column not in columns:
            close = did_you_mean(column, columns)
            return f"; no column {excerpt(column)}{close}"
        known = {
            str(row[table.columns.index(column)])
            for table in among
            if column in table.columns
            for row in table.rows
        }
        if value not in known:
            return f"; no {column} {excerpt(value)}{did_you_mean(value, known)}"
    return ""


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
