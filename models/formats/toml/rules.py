"""Rules in TOML.

    [rules]
    row = { exactly_one = "queen", by = "row" }
    rising = { at_most_one = "queen", by = "row + col" }
    seen = { between = [1, "many"], of = "queen", covering = "cells", over = "1..64" }
    tents = { exactly = [2, 0, 1], of = "tent", by = "row", over = "1..3" }
    letter = { agree = { across = { keys = ["row, 1", "row, 2"], values = "word" }, ... } }

`toml_keys` reads the keys. `exactly` wants a number of every group, or one number for each of the
groups that `over` names. Every rule is worked out when it is read, so that a mistake in it is found
there and not by a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from ...budget import polled
from ...errors import ModelError, excerpt
from ...rules.rule import Rule
from ...table import Choices, Row, RowFunction
from ..source import plural
from .context import Context, Table, words_of
from .keys import column_of, covering, keys_of, one_key, over
from .node import Node

__all__ = ["MOST_RULES", "read_rule"]

MOST_RULES = 2000
TABLE = 100  # looks that a table takes in a rule, however small it is

_KINDS = ("exactly_one", "at_most_one", "exactly", "between", "agree")
_COUNTED = ("exactly", "between")  # these say the number, and `of` the tables
_UNUSED = {
    "exactly_one": ("of",),
    "at_most_one": ("of",),
    "exactly": (),
    "between": (),
    "agree": ("of", "by", "covering", "over"),
}

Read = Callable[[Row], Any]


def read_rule(context: Context, node: Node) -> None:
    """Add a rule to the puzzle."""
    node.table(*_KINDS, "of", "by", "covering", "over", "says")
    kinds = [kind for kind in _KINDS if kind in node]
    if len(kinds) != 1:
        found = " and ".join(kinds) or "no kind of rule"
        raise node.key_error(f"{found}, expected one of {', '.join(_KINDS)}")
    for key in _UNUSED[kinds[0]]:
        if key in node:
            raise node[key].key_error(f"{key!r} in a rule of {kinds[0]!r}, expected none")
    context.puzzle.origin = node.origin
    first = len(context.puzzle.rules)
    with node.blamed():
        if kinds == ["agree"]:
            _agreement(context, node)
        else:
            _count(context, node, kinds[0])
        for rule in context.puzzle.rules[first:]:
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


def _count(context: Context, node: Node, kind: str) -> None:
    of = node.need("of", "the table that is counted") if kind in _COUNTED else node[kind]
    tables = _tables(context, of)
    if ("by" in node) == ("covering" in node):
        raise node.key_error("expected one of `by` and `covering`")
    which = "by" if "by" in node else "covering"
    spec = node[which]
    several = isinstance(spec.value, dict) and (which == "covering" or "key" not in spec)
    if several:
        spec.table(*(table.choices.name for table in tables))
    before = context.budget.looks
    reads: dict[Choices, RowFunction] = {}
    for table in tables:
        name = table.choices.name
        one = spec.need(name, f"the columns of table {name!r}") if several else spec
        reads[table.choices] = (one_key if which == "by" else covering)(context, table, one)
    known = None if "over" not in node else over(context, node["over"])
    if kind == "exactly" and isinstance(node["exactly"].value, list):
        counts = _counts(node, known)
        different = len(set(counts.values()))
        if len(context.puzzle.rules) + different > MOST_RULES:
            raise node["exactly"].error(f"over {MOST_RULES} rules, expected fewer numbers")
        context.spend_looks(node, different * (context.budget.looks - before))
        context.puzzle.exactly(counts, list(reads), covering=reads, name=node.name)
        return
    low, high = _bounds(node, kind)
    context.puzzle.between(low, high, list(reads), covering=reads, over=known, name=node.name)


def _tables(context: Context, node: Node) -> Sequence[Table]:
    """Read the tables that a rule counts, each named once."""
    tables: list[Table] = []
    for one in _listed(node):
        table = context.table_of(one)
        context.spend_looks(one, TABLE)
        if any(table is known for known in tables):
            raise one.error(f"table {excerpt(table.choices.name)} twice, expected each once")
        tables.append(table)
    return tables


def _counts(node: Node, known: Sequence[Hashable] | None) -> dict[Hashable, int]:
    """Read a number for each of the groups that `over` names."""
    if known is None:
        raise node.key_error("numbers without `over`, expected the groups that they are of")
    numbers = node["exactly"].array(len(known))
    return {key: one.count() for key, one in zip(known, numbers, strict=True)}


def _bounds(node: Node, kind: str) -> tuple[int, int | None]:
    """Return how many choices of a group are made."""
    if kind == "exactly":
        number = node["exactly"].count("a number or an array of them")
        return number, number
    if kind != "between":
        return int(kind == "exactly_one"), 1
    low, high = node["between"].array(2)
    least = low.count()
    return least, None if high.value == "many" else high.count('an integer or "many"', least)


def _listed(node: Node) -> Sequence[Node]:
    return node.array() if isinstance(node.value, list) else [node]


def _agreement(context: Context, node: Node) -> None:
    values: dict[Choices, RowFunction] = {}
    for uses in node.fields("agree"):
        table = context.table_named(uses)
        values[table.choices] = _pairs(context, table, uses.table("keys", "values"))
    context.puzzle.agree(values, name=node.name)


def _pairs(context: Context, table: Table, node: Node) -> RowFunction:
    """Read the keys of a row with their values."""
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


def _values(context: Context, table: Table, node: Node) -> Read:
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
