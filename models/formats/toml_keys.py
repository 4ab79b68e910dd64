"""The keys of a rule's groups in TOML: what a row of a table is counted under.

    by = "row + col"                                 one key
    covering = ["row, col", { key = "row + 1, col", where = "tall == 1" }]
    covering = [{ key = "r, c", for = { r = "1..8", c = "1..8" }, where = "row == r or col == c" }]

Several keys are listed, each perhaps with a condition of its own; `for` repeats one for all values
of names of its own, which its key and its condition may use as if they were columns.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from ..table import Row, RowFunction
from .expressions import Expression
from .source import plural
from .toml_node import Node
from .toml_tables import Context, Table

__all__ = ["Key", "column_of", "covering", "key", "keys_of", "over"]

Read = Callable[[Row], Any]


class Key(NamedTuple):
    """A key of a row: there if `holds`, and then what `read` gives; `values` are those of `for`."""

    holds: Read
    read: Read
    values: Row

    def of(self, row: Row) -> list[Any]:
        """Return the key of a row, alone in a list, or an empty list."""
        whole = (*row, *self.values) if self.values else row
        return [self.read(whole)] if self.holds(whole) else []


def key(table: Table, node: Node) -> RowFunction:
    """Read the one key of a row: an expression, or an array of them."""
    if isinstance(node.value, str):
        return table.expression(node).row_function
    parts = [table.expression(inner).read for inner in node.array()]
    return RowFunction("key", lambda row: tuple([read(row) for read in parts]))


def covering(context: Context, table: Table, node: Node) -> RowFunction:
    """Read the several keys of a row."""
    if isinstance(node.value, str):
        return column_of(table, node, "list").row_function
    keys = keys_of(context, table, node)
    return RowFunction("keys", lambda row: tuple([found for one in keys for found in one.of(row)]))


def column_of(table: Table, node: Node, *kinds: str) -> Expression:
    """Read a column of these kinds."""
    expression = table.expression(node)
    if expression.kind not in kinds:
        wanted = " or ".join({"list": "arrays", "str": "strings"}[kind] for kind in kinds)
        raise node.error(f"{node.value!r} is no column of {wanted}, expected one or an array")
    return expression


def keys_of(context: Context, table: Table, node: Node) -> list[Key]:
    """Return the keys that an array lists. Raises InputError if they are too many, all in all."""
    return [one for element in node.array() for one in _repeated(context, table, element)]


def _repeated(context: Context, table: Table, node: Node) -> list[Key]:
    """Read one element of an array of keys: a key, or one for each of the values of `for`."""
    rows = len(table.choices)
    if not isinstance(node.value, dict):
        context.spend_entries(node, rows)
        return [Key(_always, key(table, node).read, ())]
    node.table("key", "where", "for")
    loops = [] if "for" not in node else list(node["for"].table().fields())
    spans = {loop.name: _values(context, loop) for loop in loops}
    for loop in loops:
        if loop.name in table.choices.columns:
            raise loop.key_error(f"{loop.name!r} is a column, expected a name of its own")
    context.spend_entries(node, rows * prod(map(len, spans.values())))
    wider = table.wider({name: kind_of(values) for name, values in spans.items()})
    read = key(wider, node.need("key", "an expression over columns")).read
    holds = wider.condition(node["where"]).read if "where" in node else _always
    return [Key(holds, read, values) for values in product(*spans.values())]


def _always(row: Row) -> bool:
    return True


def _values(context: Context, node: Node) -> Sequence[Any]:
    if isinstance(node.value, str):
        return context.range_of(node)
    return [inner.atom() for inner in node.array()]


def kind_of(values: Sequence[Any]) -> str:
    """Say what kind of values these are, as expressions want to know it."""
    return "int" if all(type(value) is int for value in values) else "any"


def over(context: Context, node: Node) -> Sequence[Hashable]:
    """Read the keys that exist: a range, an array of keys, or the product of named columns."""
    if not isinstance(node.value, dict):
        return _values(context, node)
    columns: Mapping[str, Sequence[Any]] = {
        field.name: _values(context, field) for field in node.fields() if field.name != "where"
    }
    size = prod(map(len, columns.values()))
    if size > context.most_choices:
        raise node.error(f"{plural(size, 'key')}, expected {context.most_choices} at most")
    rows = list(product(*columns.values()))
    if "where" not in node:
        return rows
    kinds = {name: kind_of(values) for name, values in columns.items()}
    holds = context.condition(node["where"], list(columns), kinds)
    return [row for row in rows if holds.read(row)]
