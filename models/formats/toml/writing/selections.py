"""Statements on selections as TOML: choices are listed by their values."""

from __future__ import annotations

from ....rules.statements.clauses import Clauses
from ....tables.selections import All, Any_, Not, Said, Selection
from ....tables.table import Choices
from .values import array, filled, key, value

__all__ = ["row_text", "said_text", "statement_line"]


def statement_line(rule: Clauses) -> str:
    """Return the line that says what follows from what."""
    what = f"toml: rule {rule.name!r} has"
    return f"{rule.kind} = {filled(said_text(part, what) for part in rule.parts)}"


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
    pairs = zip(table.columns, table[number], strict=True)
    return f"{{ {', '.join(f'{key(name)} = {value(one, what)}' for name, one in pairs)} }}"
