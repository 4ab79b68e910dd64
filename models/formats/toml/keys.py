"""The keys of a rule's groups in TOML: what a row of a table is counted under.

    by = "row + col"                                 one key
    by = { key = "row", where = "shaded == 0" }      one, or none
    covering = ["row, col", { key = "row + 1, col", where = "tall == 1" }]
    covering = [{ key = "r, c", for = { r = "1..8", c = "1..8" }, where = "row == r or col == c" }]

    covering = ["row", { key = "row + 1", weight = "height - 1" }]

    covering = { rows = [["a", "b"], [], ["b"]], weights = [[1, 2], [], [-1]] }

Several keys are listed, each perhaps with a condition and a weight of its own; `for` repeats one
for all values of names of its own, which its key, its condition and its weight may use as if they
were columns. `rows` says the keys of each row of the table outright, row after row, for who writes
puzzles by a program; `weights`, which may be left out, how much each of them counts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import Any, NamedTuple

from ...budget import polled
from ...errors import excerpt
from ...objective import Number
from ...rules.keys import Listed
from ...tables.rows import Row, RowFunction
from ...telling.spelling import spell
from ..source import plural
from .context import Context, Table
from .expressions import Expression, together
from .node import Node

__all__ = [
    "Key",
    "Listed",
    "alone",
    "amount",
    "column_of",
    "covering",
    "is_listed",
    "key",
    "keys_of",
    "listed_keys",
    "listed_rows",
    "one_key",
    "over",
]

Read = Callable[[Row], Any]


class Key(NamedTuple):
    """A key of a row: there if `holds`, and then what `read` gives; `values` are those of `for`.

    `text` spells the key, `size` says how many operands and operators it has. `counts` gives how
    much the row counts under it; None: 1.
    """

    holds: Read
    read: Read
    values: Row
    text: str
    size: int
    counts: Read | None = None

    def of(self, row: Row) -> list[Any]:
        """Return the key of a row, alone in a list, or an empty list."""
        whole = (*row, *self.values) if self.values else row
        return [self.read(whole)] if self.holds(whole) else []

    def weight(self, row: Row) -> int:
        """Return how much a row counts under its key."""
        whole = (*row, *self.values) if self.values else row
        return 1 if self.counts is None else self.counts(whole)


def key(table: Table, node: Node) -> Expression:
    """Read the one key of a row: an expression, or an array of them."""
    if isinstance(node.value, str | int):
        return table.expression(node)
    parts = [table.expression(inner) for inner in node.array()]
    if not parts:
        raise node.error("no expressions, expected some")
    reads, size = tuple(part.read for part in parts), sum(part.size for part in parts)
    return Expression("key", "tuple", together(reads), reads, size)


def one_key(context: Context, table: Table, node: Node) -> RowFunction:
    """Read `by`: the one key of a row as a tuple, which is empty where a condition fails."""
    if isinstance(node.value, dict):
        node.table("key", "where")
        node.need("where", "a comparison of columns, or a key alone")
    (found,) = _repeated(context, table, node)
    return RowFunction(found.text, polled(lambda row: tuple(found.of(row)), found.size))


def alone(read: RowFunction | Listed) -> RowFunction | Listed:
    """Return what gives the one key bare, or None, in place of a tuple of it or an empty one."""
    if isinstance(read, Listed):
        return Listed([(*keys, None)[0] for keys in read.said])
    return RowFunction(read.text, lambda row: (*read.read(row), None)[0])


def covering(context: Context, table: Table, node: Node) -> RowFunction:
    """Read the several keys of a row."""
    if isinstance(node.value, str):
        column = column_of(table, node, "list")
        context.spend_entries(node, sum(len(column.read(row)) for row in table.choices))
        return column.row_function
    keys = keys_of(context, table, node)
    size = sum(one.size for one in keys)
    if any(one.counts is not None for one in keys):
        return RowFunction("keys", polled(partial(_weighed, keys), size))
    return RowFunction(
        "keys", polled(lambda row: tuple([found for one in keys for found in one.of(row)]), size)
    )


def _weighed(keys: Sequence[Key], row: Row) -> dict[Hashable, int]:
    """Return how much a row counts under each of its keys."""
    found: dict[Hashable, int] = {}
    for one in keys:
        for said in one.of(row):
            found[said] = found.get(said, 0) + one.weight(row)
    return found


def is_listed(node: Node, tables: Sequence[Table] = ()) -> bool:
    """Whether a table says something of each row outright, and not by the tables of the rule."""
    told = isinstance(node.value, dict) and set(node.value) in ({"rows"}, {"rows", "weights"})
    return told and all(table.choices.name != "rows" for table in tables)


def listed_rows(context: Context, table: Table, node: Node) -> Sequence[Node]:
    """Return what an array says of each row. Raises InputError for another number of rows."""
    rows = node["rows"].array()
    if len(rows) != len(table.choices):
        found, wanted = plural(len(rows), "row"), len(table.choices)
        raise node["rows"].error(f"{found}, expected {wanted} as table {table.choices.name!r} has")
    context.spend_looks(node, len(rows))
    return rows


def listed_keys(context: Context, table: Table, node: Node) -> Listed:
    """Read the keys of each row as they are listed."""
    rows = [row.array() for row in listed_rows(context, table, node)]
    context.spend_entries(node, sum(map(len, rows)))
    keys = [tuple([one.atom() for one in row]) for row in rows]
    if "weights" not in node:
        return Listed(keys)
    told = node["weights"].array(len(rows))
    weights = [
        [one.integer() for one in row.array(len(own))] for row, own in zip(told, keys, strict=True)
    ]
    for row, own in zip(told, keys, strict=True):
        if len(set(own)) < len(own):
            raise row.error("weights of a key that is there twice, expected each key once")
    return Listed(
        [dict(zip(own, mine, strict=True)) for own, mine in zip(keys, weights, strict=True)]
    )


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
        alone = key(table, node)
        context.spend_entries(node, rows, alone.weight)
        return [Key(_always, alone.read, (), alone.text, alone.size)]
    node.table("key", "where", "for", "weight")
    loops = [] if "for" not in node else list(node["for"].table().fields())
    spans = {loop.name: _values(context, loop) for loop in loops}
    for loop in loops:
        if loop.name in table.choices.columns:
            raise loop.key_error(f"{loop.name!r} is a column, expected a name of its own")
    context.spend_looks(node, sum(map(len, spans.values())))
    wider = table.wider({name: kind_of(values) for name, values in spans.items()})
    made = key(wider, node.need("key", "an expression over columns"))
    test = wider.condition(node["where"]) if "where" in node else None
    counts = amount_of(wider, node["weight"]) if "weight" in node else None
    whole = [one for one in (made, test, counts) if one is not None]
    weight, size = sum(one.weight for one in whole), sum(one.size for one in whole)
    context.spend_entries(node, max(rows, 1) * prod(map(len, spans.values())), weight)
    holds = _always if test is None else test.read
    of_row = None if counts is None else counts.read
    return [
        Key(holds, made.read, values, made.text, size, of_row)
        for values in product(*spans.values())
    ]


def _always(row: Row) -> bool:
    return True


def _values(context: Context, node: Node) -> Sequence[Any]:
    """Read a range or an array of values. Raises InputError for a value that is there twice."""
    if isinstance(node.value, str):
        return context.range_of(node)
    values: dict[Any, None] = {}
    for inner in node.array():
        value = inner.atom()
        if value in values:
            raise inner.error(f"{excerpt(spell(value))} twice, expected each value once")
        values[value] = None
    return list(values)


def kind_of(values: Sequence[Any]) -> str:
    """Say what kind of values these are, as expressions want to know it."""
    return "int" if all(type(value) is int for value in values) else "any"


def over(context: Context, node: Node) -> Sequence[Hashable]:
    """Read the keys that exist: a range, an array of keys, or the product of named columns."""
    if not isinstance(node.value, dict):
        keys = _values(context, node)
        context.spend_entries(node, len(keys))
        return keys
    columns: Mapping[str, Sequence[Any]] = {
        field.name: _values(context, field) for field in node.fields() if field.name != "where"
    }
    if not columns:
        raise node.error("no columns, expected some")
    size = prod(map(len, columns.values()))
    if size > context.most_choices:
        raise node.error(f"{plural(size, 'key')}, expected {context.most_choices} at most")
    context.spend_entries(node, size + sum(map(len, columns.values())))
    rows = list(product(*columns.values()))
    if "where" not in node:
        return rows
    kinds = {name: kind_of(values) for name, values in columns.items()}
    test = context.condition(node["where"], list(columns), kinds)
    context.spend_looks(node["where"], test.weight * size)
    with node["where"].blamed():
        return list(filter(test.row_function.read, rows))


def amount(
    context: Context, table: Table, node: Node, number: Callable[[Node], Number] = Node.integer
) -> RowFunction:
    """Read what each row counts: an expression, or an array of the numbers, row after row.

    number  reads one of these
    """
    if isinstance(node.value, list):
        return _listed_amounts(context, table, node, number)
    expression = amount_of(table, node)
    context.spend_looks(node, expression.weight * len(table.choices))
    return expression.row_function


def amount_of(table: Table, node: Node) -> Expression:
    """Read arithmetic of columns."""
    expression = table.expression(node)
    if expression.kind != "int":
        raise node.error(f"{node.value!r} is no integer, expected arithmetic of columns")
    return expression


def _listed_amounts(
    context: Context, table: Table, node: Node, number: Callable[[Node], Number]
) -> RowFunction:
    numbers, size = node.array(), len(table.choices)
    if len(numbers) != size:
        name = table.choices.name
        raise node.error(f"{plural(len(numbers), 'number')}, expected {size} as table {name!r} has")
    context.spend_looks(node, size)
    found: dict[Row, Number] = {}
    for row, told in zip(table.choices, numbers, strict=True):
        counted = number(told)
        if found.setdefault(row, counted) != counted:
            raise told.error("two rows that are alike and count differently, expected the same")
    return RowFunction("numbers", found.__getitem__)
