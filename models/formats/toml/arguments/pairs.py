"""What rows give to keys, in TOML: each key with its value.

    letter = { agree = { across = { keys = ["row, 1", "row, 2"], values = "word" }, ... } }
    cell = { agree = { pearl = { keys = "cells", values = ["color", "color"] } } }
    cell = { agree = { pearl = { rows = [[[[1, 1], "ns"], [[1, 2]]], ...] } } }

Listed row by row, a pair is a key and its value, or a key that no other row may have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ....budget import polled
from ....errors import ModelError
from ....rules.arguments import Argument
from ....tables.rows import Row, RowFunction
from ....tables.table import Choices
from ...source import plural
from ..context import Context, Table
from ..keys import column_of, is_listed, keys_of, listed_rows
from ..node import Node
from .arguments import Arguments

__all__ = ["pairs"]


def pairs(arguments: Arguments, _: Argument) -> tuple[Any, ...]:
    """Read, by table, the keys of a row with their values."""
    values: dict[Choices, RowFunction] = {}
    for uses in arguments.own.fields():
        table = arguments.context.table_named(uses)
        values[table.choices] = _pairs(arguments.context, table, uses.table())
    return (values,)


def _listed_pairs(context: Context, table: Table, node: Node) -> RowFunction:
    """Read the keys of each row and their values as they are listed; one alone is nobody else's."""
    found: dict[Row, Sequence[tuple[Any, Any]]] = {}
    rows = listed_rows(context, table, node)
    context.spend_entries(node, sum(len(row.array()) for row in rows))
    for row, said in zip(table.choices, rows, strict=True):
        pairs = [one.array() for one in said.array()]
        if any(len(pair) not in (1, 2) for pair in pairs):
            raise said.error("no pairs, expected [key, value], or [key] that no other row may have")
        told = [(pair[0].atom(), pair[1].atom() if len(pair) > 1 else None) for pair in pairs]
        if found.setdefault(row, told) != told:
            raise said.error("two rows that are alike and give other values, expected the same")
    return RowFunction("pairs", found.__getitem__)


def _pairs(context: Context, table: Table, node: Node) -> RowFunction:
    """Read the keys of a row with their values."""
    if is_listed(node):
        return _listed_pairs(context, table, node)
    node.table("keys", "values")
    keys, values = node.need("keys", "keys"), node.need("values", "the values of the keys")
    read_values = _values(context, table, values)
    if isinstance(keys.value, str):
        read_keys = column_of(table, keys, "list").read
        return RowFunction("pairs", polled(lambda row: _paired(read_keys(row), read_values(row))))
    listed = keys_of(context, table, keys)

    def pairs(row: Row) -> list[tuple[Any, Any]]:
        paired = _paired(listed, read_values(row))
        return [(found, value) for one, value in paired for found in one.of(row)]

    return RowFunction("pairs", polled(pairs, sum(one.size for one in listed)))


def _values(context: Context, table: Table, node: Node) -> Callable[[Row], Any]:
    """Read the values of a row: an array of expressions, or a column of arrays or strings."""
    if isinstance(node.value, str):
        column = column_of(table, node, "list", "str")
        context.spend_entries(node, sum(len(column.read(row)) for row in table.choices))
        return column.read
    parts = [table.expression(inner) for inner in node.array()]
    weight = sum(part.weight for part in parts)
    context.spend_looks(node, weight * len(table.choices))
    reads = [part.read for part in parts]
    return lambda row: [one(row) for one in reads]


def _paired(keys: Sequence[Any], values: Sequence[Any]) -> list[tuple[Any, Any]]:
    if len(keys) != len(values):
        raise ModelError(f"{plural(len(keys), 'key')} and {plural(len(values), 'value')} in a row")
    return list(zip(keys, values, strict=True))
