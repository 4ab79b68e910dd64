"""Rules in TOML.

    [rules]
    row = { exactly_one = "queen", by = "row" }
    rising = { at_most_one = "queen", by = "row + col" }
    seen = { between = [1, "many"], of = "queen", covering = "cells", over = "1..64" }
    letter = { agree = { across = { keys = ["row, 1", "row, 2"], values = "word" }, ... } }

A key is an expression (`by`), or several are listed (`covering`), each perhaps with a condition of
its own: `{ key = "row + 1", where = "row < 8" }`. Every rule is worked out when it is read, so that
a mistake in it is found there and not by a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import product
from math import prod
from typing import Any

from ..errors import ModelError
from ..rules import Rule
from ..table import Choices, Row, RowFunction
from .expressions import Expression
from .source import plural
from .toml_node import Node
from .toml_tables import Context, Table, condition_of, words_of

__all__ = ["read_rule"]

_KINDS = ("exactly_one", "at_most_one", "between", "agree")

Read = Callable[[Row], Any]


def read_rule(context: Context, node: Node) -> None:
    """Add a rule to the puzzle."""
    node.table(*_KINDS, "of", "by", "covering", "over", "says")
    kinds = [kind for kind in _KINDS if kind in node]
    if len(kinds) != 1:
        found = " and ".join(kinds) or "no kind of rule"
        raise node.key_error(f"{found}, expected one of {', '.join(_KINDS)}")
    context.puzzle.origin = node.origin
    with node.blamed():
        rule = _agreement(context, node) if kinds == ["agree"] else _count(context, node, kinds[0])
        _ = rule.entries
        if "says" in node:
            rule.words = _words(rule, node["says"])


def _words(rule: Rule, node: Node) -> Callable[[Hashable], str]:
    """Read what a rule says of a key: `{1}` is its first part, `{2}` its second."""
    size = max((len(key) for key in rule.groups if isinstance(key, tuple)), default=1)
    text = node.string("words with {1}, {2} ... for the key's parts")
    with node.blamed():
        words = words_of(text, range(1, size + 1))
    return lambda key: words([*(key if isinstance(key, tuple) else (key,)), *[""] * size])


def _count(context: Context, node: Node, kind: str) -> Rule:
    low, high = _bounds(node, kind)
    of = node.need("of", "the table that is counted") if kind == "between" else node[kind]
    tables = [context.table_of(one) for one in _listed(of)]
    over = None if "over" not in node else _over(context, node["over"])
    if ("by" in node) == ("covering" in node):
        raise node.key_error("expected one of `by` and `covering`")
    which = "by" if "by" in node else "covering"
    spec = node[which]
    several = isinstance(spec.value, dict)
    reads: dict[Choices, RowFunction] = {}
    for table in tables:
        name = table.choices.name
        one = spec.need(name, f"the columns of table {name!r}") if several else spec
        context.spend_entries(one, len(table.choices))
        reads[table.choices] = (_key if which == "by" else _covering)(context, table, one)
    choices = [table.choices for table in tables]
    if which == "by":
        return context.puzzle.between(low, high, choices, by=reads, over=over, name=node.name)
    return context.puzzle.between(low, high, choices, covering=reads, over=over, name=node.name)


def _bounds(node: Node, kind: str) -> tuple[int, int | None]:
    if kind != "between":
        return int(kind == "exactly_one"), 1
    low, high = node["between"].array(2)
    if high.value == "many":
        return low.integer(low=0), None
    return low.integer(low=0), high.integer('an integer or "many"', low=low.integer(low=0))


def _listed(node: Node) -> Sequence[Node]:
    return node.array() if isinstance(node.value, list) else [node]


def _key(context: Context, table: Table, node: Node) -> RowFunction:
    """Read the one key of a row: an expression, or an array of them."""
    if isinstance(node.value, str):
        return table.expression(node).row_function
    parts = [table.expression(inner).read for inner in node.array()]
    return RowFunction("key", lambda row: tuple([read(row) for read in parts]))


def _covering(context: Context, table: Table, node: Node) -> RowFunction:
    """Read the several keys of a row."""
    if isinstance(node.value, str):
        return _column(table, node, "list").row_function
    keys = _keys(context, table, node)
    return RowFunction("keys", lambda row: tuple([read(row) for holds, read in keys if holds(row)]))


def _column(table: Table, node: Node, *kinds: str) -> Expression:
    expression = table.expression(node)
    if expression.kind not in kinds:
        wanted = " or ".join({"list": "arrays", "str": "strings"}[kind] for kind in kinds)
        raise node.error(f"{node.value!r} is no column of {wanted}, expected one or an array")
    return expression


def _keys(context: Context, table: Table, node: Node) -> list[tuple[Read, Read]]:
    """Return a (condition, key) pair for each element of an array of keys."""
    elements = node.array()
    context.spend_entries(node, len(elements) * len(table.choices))
    keys: list[tuple[Read, Read]] = []
    for element in elements:
        if isinstance(element.value, dict):
            element.table("key", "where")
            key = _key(context, table, element.need("key", "an expression over columns")).read
            holds = table.condition(element["where"]).read if "where" in element else _always
        else:
            key, holds = _key(context, table, element).read, _always
        keys.append((holds, key))
    return keys


def _always(row: Row) -> bool:
    return True


def _over(context: Context, node: Node) -> Sequence[Hashable]:
    """Read the keys that exist: a range, an array of keys, or the product of named columns."""
    if isinstance(node.value, str):
        return context.range_of(node)
    if isinstance(node.value, list):
        return [inner.atom() for inner in node.array()]
    names = [field.name for field in node.fields() if field.name != "where"]
    columns = [
        context.range_of(node[name])
        if isinstance(node[name].value, str)
        else [inner.atom() for inner in node[name].array()]
        for name in names
    ]
    size = prod(map(len, columns))
    if size > context.most_choices:
        raise node.error(f"{plural(size, 'key')}, expected {context.most_choices} at most")
    rows = list(product(*columns))
    if "where" not in node:
        return rows
    kinds = {
        name: "int" if all(type(value) is int for value in column) else "any"
        for name, column in zip(names, columns, strict=True)
    }
    holds = condition_of(node["where"], names, kinds)
    return [row for row in rows if holds.read(row)]


def _agreement(context: Context, node: Node) -> Rule:
    values: dict[Choices, RowFunction] = {}
    for uses in node.fields("agree"):
        table = context.table_named(uses)
        values[table.choices] = _pairs(context, table, uses.table("keys", "values"))
    return context.puzzle.agree(values, name=node.name)


def _pairs(context: Context, table: Table, node: Node) -> RowFunction:
    """Read the keys of a row with their values."""
    keys, values = node.need("keys", "keys"), node.need("values", "the values of the keys")
    read_values = _values(table, values)
    if isinstance(keys.value, str):
        read_keys = _column(table, keys, "list").read
        return RowFunction("pairs", lambda row: _paired(read_keys(row), read_values(row)))
    listed = _keys(context, table, keys)

    def pairs(row: Row) -> list[tuple[Any, Any]]:
        paired = _paired(listed, read_values(row))
        return [(key(row), value) for (holds, key), value in paired if holds(row)]

    return RowFunction("pairs", pairs)


def _values(table: Table, node: Node) -> Read:
    """Read the values of a row: an array of expressions, or a column of arrays or strings."""
    if isinstance(node.value, str):
        return _column(table, node, "list", "str").read
    reads = [table.expression(inner).read for inner in node.array()]
    return lambda row: [one(row) for one in reads]


def _paired(keys: Sequence[Any], values: Sequence[Any]) -> list[tuple[Any, Any]]:
    if len(keys) != len(values):
        raise ModelError(f"{plural(len(keys), 'key')} and {plural(len(values), 'value')} in a row")
    return list(zip(keys, values, strict=True))
