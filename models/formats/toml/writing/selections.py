"""Statements on selections as TOML: choices are listed by their values."""

from __future__ import annotations

from collections.abc import Iterator

from ....rules.statements.cases import cases_of
from ....rules.statements.clauses import Clauses
from ....tables.selections import All, Any_, Not, Said, Selection
from ....tables.table import Choices
from .groups import groups_line
from .values import array, filled, key, range_or_array, value

__all__ = ["row_text", "said_text", "statement_lines"]


def statement_lines(rule: Clauses) -> Iterator[str]:
    """Yield the lines of a statement: its parts, its groups, and its condition."""
    what = f"toml: rule {rule.name!r} has"
    yield f"{rule.kind} = {filled(said_text(part, what) for part in rule.parts)}"
    if rule.cases is not None:
        keys = {
            part.table: [part.keys(k) for k in range(len(part.table))] for part in rule.grouping
        }
        yield groups_line(keys, f"{what} the key")
        found, _ = cases_of(rule.parts, rule.grouping, None, what)
        if list(found) != list(rule.cases):
            yield f"over = {range_or_array(list(rule.cases), f'{what} the key')}"
    if rule.condition is not None:
        yield f"if_chosen = {said_text(rule.condition, what)}"


def said_text(said: Said, what: str) -> str:
    """Return what is said of selections as a table. Raises ModelError, beginning with `what`."""
    if isinstance(said, Not):
        return f"{{ not = {said_text(said.part, what)} }}"
    if isinstance(said, Selection):
        table: Choices = said.table  # type: ignore[assignment]
        return f"{{ {key(table.name)} = {array(row_text(table, row, what) for row in said.rows)} }}"
    assert isinstance(said, All | Any_)
    kind = "all" if isinstance(said, All) else "any"
    return f"{{ {kind} = {array(said_text(part, what) for part in said.parts)} }}"


def row_text(table: Choices, number: int, what: str) -> str:
    """Return a row's values by column. Raises ModelError, which begins with `what`."""
    pairs = zip(table.columns, table.row(number), strict=True)
    return f"{{ {', '.join(f'{key(name)} = {value(one, what)}' for name, one in pairs)} }}"
