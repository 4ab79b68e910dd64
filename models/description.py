"""What a puzzle is, as text: its tables, its rules, their sizes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .matrix.exact_cover import ExactCover
from .objective import Objective
from .rules.rule import Rule
from .table import Choices

__all__ = ["describe_puzzle"]

_LONG = 40


def describe_puzzle(
    name: str,
    tables: Sequence[Choices],
    rules: Sequence[Rule],
    objective: Objective,
    matrix: ExactCover,
    *,
    givens: int,
    forbidden: int,
) -> str:
    """Return the description: a line for the puzzle, one a table, one a rule, one the matrix.

    givens, forbidden  how many choices are
    """
    lines = [name]
    for table in tables:
        lines.append(f"  table {table.name}: {_count(len(table), 'choice')}")
        lines += [f"    {column}: {_values(table, k)}" for k, column in enumerate(table.columns)]
    lines += [f"  rule {_rule(rule)}" for rule in rules]
    if objective.sign:
        aim = "minimize" if objective.in_words(1) > 0 else "maximize"
        lines.append(f"  {aim} a total over {_names(objective.tables)}")
    if givens:
        lines.append(f"  {_count(givens, 'given')}")
    if forbidden:
        lines.append(f"  {_count(forbidden, 'choice')} forbidden")
    primary, secondary = matrix.primary, len(matrix.items) - matrix.primary
    lines.append(
        f"  matrix: {_count(primary, 'primary item')}, {_count(secondary, 'secondary item')}, "
        f"{_count(matrix.options, 'option')}, {_count(len(matrix.members), 'entry')}"
    )
    return "\n".join(lines)


def _rule(rule: Rule) -> str:
    sizes = np.bincount(rule.entries.groups, minlength=len(rule.groups))
    low, high = (int(sizes.min()), int(sizes.max())) if len(sizes) else (0, 0)
    width = f"{low}" if low == high else f"{low} to {high}"
    return (
        f"{rule.name}: {rule.wanted} in each of {_count(len(sizes), 'group')} "
        f"of {width} choices of {_names(rule.tables)} ({rule.source})"
    )


def _names(tables: Iterable[Choices]) -> str:
    return ", ".join(table.name for table in tables)


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


def _count(number: int, noun: str) -> str:
    many = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{number} {noun if number == 1 else many}"
