"""Statements on selections as TOML: choices are listed by their values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ....rules.keys import Key
from ....rules.statements.cases import keys_among
from ....rules.statements.clauses import Clauses
from ....tables.selections import All, Any_, Not, Said, Selection
from ....tables.table import Choices
from .groups import groups_line
from .values import array, filled, key, range_or_array, value

__all__ = ["row_text", "said_text", "statement_lines"]


def statement_lines(rule: Clauses) -> Iterator[str]:
    """Yield the lines of a statement: its parts, its groups, and its condition.

    The groups that most selections have are written once, others with their selections.
    """
    what = f"toml: rule {rule.name!r} has"
    lines = Counter(_groups_line(one, what) for part in rule.parts for one in part.selections)
    common = "" if rule.over is None else lines.most_common(1)[0][0]
    yield f"{rule.kind} = {filled(said_text(part, what, common) for part in rule.parts)}"
    if rule.over is not None:
        yield common
        if rule.over != keys_among(rule.parts):
            yield f"over = {range_or_array(rule.over, f'{what} the key')}"
    if rule.condition is not None:
        yield f"if_chosen = {said_text(rule.condition, what)}"


def _groups_line(one: Selection, what: str) -> str:
    """Return the line that says in which groups the choices of a selection are; "": in none."""
    if one.keys is None:
        return ""
    table: Choices = one.table  # type: ignore[assignment]
    keys: list[Sequence[Key] | None] = [None] * len(table)
    for row, of_row in zip(one.rows, one.keys, strict=True):
        keys[row] = of_row
    return groups_line({table: keys}, f"{what} the key")


def said_text(said: Said, what: str, common: str = "") -> str:
    """Return what is said of selections as a table. Raises ModelError, beginning with `what`.

    common  the line of the groups that is written elsewhere
    """
    if isinstance(said, Not):
        return f"{{ not = {said_text(said.part, what, common)} }}"
    if isinstance(said, Selection):
        table: Choices = said.table  # type: ignore[assignment]
        rows = array(row_text(table, row, what) for row in said.rows)
        line = _groups_line(said, what)
        groups = "" if line == common else f", {line}"
        return f"{{ {key(table.name)} = {rows}{groups} }}"
    assert isinstance(said, All | Any_)
    kind = "all" if isinstance(said, All) else "any"
    return f"{{ {kind} = {array(said_text(part, what, common) for part in said.parts)} }}"


def row_text(table: Choices, number: int, what: str) -> str:
    """Return a row's values by column. Raises ModelError, which begins with `what`."""
    pairs = zip(table.columns, table[number], strict=True)
    return f"{{ {', '.join(f'{key(name)} = {value(one, what)}' for name, one in pairs)} }}"
