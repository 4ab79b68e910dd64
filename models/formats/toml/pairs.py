"""What rows give to keys, in TOML: each key with its value.

    letter = { agree = { across = { keys = ["row, 1", "row, 2"], values = "word" }, ... } }
    cell = { agree = { pearl = { keys = "cells", values = ["color", "color"] } } }
    cell = { agree = { pearl = { rows = [[[[1, 1], "ns"], [[1, 2]]], ...] } } }

Listed row by row, a pair is a key and its value, or a key that no other row may have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...budget import polled
from ...errors import ModelError
from ...rules.arguments import Argument
from ...tables.rows import Row, RowFunction
from ...tables.table import Choices
from ..source import plural
from .context import Context, Table
from .keys import column_of, is_listed, keys_of, listed_rows, listed_values
from .node import Node
from .python_text import bracketed, call, lambda_of, names_in, python, repeated_statement
from .python_text import key as key_text
from .python_text import keys as keys_text
from .sorts import Reading, Sort, Spelling, Writing

__all__ = ["SORTS"]


def _read_pairs(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    """Read, by table, the keys of a row with their values."""
    values: dict[Choices, RowFunction] = {}
    for uses in reading.value_of(argument).fields():
        table = reading.context.table_named(uses)
        values[table.choices] = _pairs(reading.context, table, uses.table())
    return (values,)


def _listed_pairs(context: Context, table: Table, node: Node) -> RowFunction:
    """Read the keys of each row and their values as they are listed; one alone is nobody else's."""
    rows = listed_rows(context, table, node)
    context.spend_entries(node, sum(len(row.array()) for row in rows))

    def pairs(value: Node) -> list[tuple[Any, Any]]:
        found = [one.array() for one in value.array()]
        if any(len(pair) not in (1, 2) for pair in found):
            raise value.error(
                "no pairs, expected [key, value], or [key] that no other row may have"
            )
        return [(pair[0].atom(), pair[1].atom() if len(pair) > 1 else None) for pair in found]

    return listed_values(table, rows, pairs)


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


def _write_pairs(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    """Return, by table, the keys of each row with their values; alone if no other may have it."""
    rule = writing.rule
    value = {}
    for part, values in zip(rule.parts, rule.values, strict=True):
        rows = [zip(part.keys(k), values.column[k], strict=True) for k in range(len(part.table))]
        value[part.table.name] = {
            "rows": [
                tuple((one,) if given is None else (one, given) for one, given in row)
                for row in rows
            ]
        }
    return {writing.key_of(argument): value}


def _python_pairs(spelling: Spelling, argument: Argument) -> tuple[str]:
    value = spelling.value_of(argument)
    parts = [
        f"{spelling.program.variables[table]}: {_function(spelling, table, pairs)}"
        for table, pairs in value.items()
    ]
    return (bracketed("{", parts, "}"),)


def _function(spelling: Spelling, table: str, value: Mapping[str, Any]) -> str:
    """Return the function that gives the keys of a row their values."""
    if "keys" not in value:
        raise ModelError(f"pairs of {table!r} row by row, which are not written in Python")
    listed, values = value["keys"], value["values"]
    read = [
        one for part in (listed, values) for one in (part if isinstance(part, list) else [part])
    ]
    found = [column for column in spelling.program.columns[table] if column in names_in(read)]
    if isinstance(values, str) or isinstance(listed, str):
        left = listed if isinstance(listed, str) else keys_text(listed)
        right = values if isinstance(values, str) else f"[{', '.join(map(python, values))}]"
        return lambda_of(found, call("zip", [left, right]))
    pairs = [(one, key_text(one), python(of)) for one, of in zip(listed, values, strict=True)]
    if not any(isinstance(one, dict) for one in listed):
        return lambda_of(found, bracketed("{", [f"{one}: {of}" for _, one, of in pairs], "}"))
    body = [
        line for value, one, of in pairs for line in repeated_statement(value, f"yield {one}, {of}")
    ]
    return spelling.program.function(f"{table}_{spelling.name}s", found, body)


SORTS: Mapping[str, Sort] = {"pairs": Sort(_read_pairs, _write_pairs, _python_pairs)}
