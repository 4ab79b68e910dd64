"""Selections of choices in TOML, as statements say something of them.

    implies = [{ digit = "row == 1 and value > 3" }, { digit = [{ row = 2, value = 4 }] }]
    any_of = [{ not = { digit = "row == 1" } }, { all = [{ day = "n > 1" }, { night = "n > 2" }] }]

A table of selections names tables: of each a comparison, or an array of comparisons and values as
in `[forbid]`; it holds where one of the choices is made. `not`, `all` and `any` say more. `by` or
`covering` beside tables says the groups of these choices, where the statement holds for each group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_, or_

from ....tables.selections import Said, Selection, selected
from ..context import Context, Table
from ..keys import covering, is_listed, listed_keys, one_key
from ..node import Node

__all__ = ["said"]

GROUPED = ("by", "covering")  # the keys that say the groups of a selection
FEW = 3  # so many choices are named, of more it is said how many they are


def said(context: Context, node: Node) -> Said:
    """Read a table of selections: one of them holds."""
    fields = list(node.table().fields())
    if not fields:
        raise node.error("no table, expected selections as { table = 'column == 1' }")
    found: list[Said] = []
    for one in fields:
        if one.name in context.tables:
            table = context.tables[one.name]
            found.append(_in_groups(context, table, node, _of_table(context, table, one)))
        elif one.name in GROUPED and any(field.name in context.tables for field in fields):
            continue
        elif one.name == "not":
            found.append(~said(context, one))
        elif one.name in ("all", "any"):
            join: Callable[[Said, Said], Said] = and_ if one.name == "all" else or_
            parts = [said(context, part) for part in one.array()]
            if not parts:
                raise one.error("no selections, expected some")
            found.append(reduce(join, parts))
        else:
            context.table_named(one)
    return reduce(or_, found)


def _in_groups(context: Context, table: Table, node: Node, found: Selection) -> Selection:
    """Return a selection in the groups that its node says, if it says some."""
    told = [name for name in GROUPED if name in node and name not in context.tables]
    if not told:
        return found
    if len(told) > 1:
        raise node.error("both `by` and `covering`, expected one")
    (name,) = told
    read = one_key if name == "by" else listed_keys if is_listed(node[name]) else covering
    with node.blamed():
        column = table.choices.column(read(context, table, node[name]), found.text)
        return found.grouped(column, found.text, several=True)


def _of_table(context: Context, table: Table, node: Node) -> Selection:
    """Read the choices of one table: a comparison, or an array of these and of values."""
    if not isinstance(node.value, list):
        return _one(context, table, node)
    parts = [_one(context, table, one) for one in node.array()]
    rows = sorted({row for part in parts for row in part.rows})
    return Selection(table.choices, tuple(rows), _together(parts))


def _together(parts: Sequence[Selection]) -> str:
    if len(parts) < 2 or len(parts) > FEW:
        return parts[0].text if len(parts) == 1 else f"one of {len(parts)} choices"
    return f"({' or '.join(part.text for part in parts)})"


def _one(context: Context, table: Table, node: Node) -> Selection:
    if isinstance(node.value, dict):
        node.table(*table.choices.columns)
        values = {field.name: field.atom() for field in node.fields()}
        context.spend_looks(node, (1 + len(values)) * len(table.choices))
        with node.blamed():
            return selected(table.choices, None, values)
    condition = table.condition(node)
    context.spend_looks(node, (1 + condition.weight) * len(table.choices))
    return selected(table.choices, condition.row_function, {})
