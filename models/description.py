"""What a puzzle is, as text: its tables, its rules, their sizes; in lines, or in a short list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .matrix.exact_cover import ExactCover
from .objective import Objective
from .rules.rule import Rule
from .spelling import counted
from .tables.table import Choices

__all__ = ["describe_puzzle", "free_words", "selection_parts", "table_parts", "unread_parts"]

_LONG = 40
_MOST_TABLES = 3  # that a list names one by one


def describe_puzzle(
    name: str,
    tables: Sequence[Choices],
    rules: Sequence[Rule],
    objective: Objective,
    matrix: ExactCover,
    *,
    unread: Sequence[Choices],
    givens: int,
    forbidden: int,
) -> str:
    """Return the description: a line for the puzzle, one a table, one a rule, one the matrix.

    unread             the tables that no rule and no objective reads
    givens, forbidden  how many choices are
    """
    lines = [name]
    for table in tables:
        lines.append(f"  table {table.name}: {counted(len(table), 'choice')}")
        lines += [f"    {column}: {_values(table, k)}" for k, column in enumerate(table.columns)]
        if table in unread:
            lines.append(f"    no rule reads it: {free_words(table)}")
    lines += [f"  rule {rule.summary}" for rule in rules]
    for level, sign in objective.levels.items():
        aim = "minimize" if sign > 0 else "maximize"
        at = f" at level {level}" if level else ""
        names = ", ".join(table.name for table in objective.tables_at(level))
        lines.append(f"  {aim} a total over {names}{at}")
    soft = sum(rule.is_soft for rule in rules)
    if soft:
        lines.append(f"  minimize what is broken of {counted(soft, 'rule')}")
    if givens:
        lines.append(f"  {counted(givens, 'given')}")
    if forbidden:
        lines.append(f"  {counted(forbidden, 'choice')} forbidden")
    primary, secondary = matrix.primary, len(matrix.items) - matrix.primary
    lines.append(
        f"  matrix: {counted(primary, 'primary item')}, {counted(secondary, 'secondary item')}, "
        f"{counted(matrix.options, 'option')}, {counted(len(matrix.members), 'entry')}"
    )
    return "\n".join(lines)


def table_parts(tables: Sequence[Choices], rules: Sequence[Rule]) -> Iterator[str]:
    """Yield, for a list, what tables and how many rules there are."""
    if len(tables) <= _MOST_TABLES:
        for table in tables:
            yield f"table {table.name} of {counted(len(table), 'choice')}"
    else:
        choices = counted(sum(map(len, tables)), "choice")
        yield f"{counted(len(tables), 'table')} of {choices}"
    yield counted(len(rules), "rule")


def selection_parts(levels: int, givens: int, forbidden: int) -> Iterator[str]:
    """Yield, for a list, on how many levels there is an objective, and what is preselected."""
    if levels:
        yield "an objective" if levels == 1 else f"an objective of {levels} levels"
    if givens:
        yield counted(givens, "given")
    if forbidden:
        yield f"{counted(forbidden, 'choice')} forbidden"


def unread_parts(unread: Sequence[Choices]) -> Iterator[str]:
    """Yield, for a list, which tables no rule reads."""
    if unread:
        noun = "table" if len(unread) == 1 else "tables"
        yield f"no rule reads {noun} {' and '.join(table.name for table in unread)}"


def free_words(table: Choices) -> str:
    """Return what it means that no rule reads a table."""
    each = "its one choice" if len(table) == 1 else f"each of its {len(table)} choices"
    return f"{each} may be made or not"


def _values(table: Choices, place: int) -> str:
    """Say what stands in a column: a range, a few values, or how many there are."""
    try:
        values: list[Any] = list(dict.fromkeys(row[place] for row in table))
    except TypeError:
        return "values that cannot be hashed"
    if not values:
        return "nothing"
    if len(values) > 2 and all(type(value) is int for value in values):
        low, high = min(values), max(values)
        if high - low + 1 == len(values):
            return f"{low} to {high}"
    listed = ", ".join(map(str, values))
    return listed if len(listed) <= _LONG else f"{len(values)} values, as {values[0]}"
