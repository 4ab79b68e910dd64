"""Counts, bounds, weights, sums that are compared, and values of keys, in TOML.

    exactly = 1             exactly = [2, 0, 1], over = "1..3"      one for each group
    between = [1, "many"]   between = [[1, 2], [3, 4]], over = "1..2"
    weight = "value"        weight = { a = [1, 2, 3], b = "2 * n" }
    compare = [{ of = "a", by = "x", weight = "n" }, "<=", { of = "b", where = "n > 1" }]
    maximum = [{ of = "a", by = "x" }, { of = "b", by = "x" }], values = "0..7"

A count is 0 or more; where a sum is bounded, numbers may be negative.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any

from ...budget import polled
from ...errors import ModelError
from ...objective import Number
from ...rules.arguments import WEIGHT, Argument, form_of
from ...rules.keys import Part
from ...rules.methods import method
from ...tables.rows import Row, RowFunction
from ...tables.table import Choices
from ..source import plural
from .context import Context, Table
from .expressions import fitting_condition, fitting_expression, fitting_multiple
from .keys import (
    HOW,
    amount_of,
    by_table,
    column_of,
    groups_text,
    is_listed,
    keys_of,
    keys_of_rows,
    listed_rows,
    listed_values,
    over_text,
    per_table,
    python_groups,
    weighed_rows,
)
from .node import Node
from .python_text import (
    STEP,
    WIDTH,
    bracketed,
    call,
    lambda_of,
    literal,
    names_in,
    python,
    quoted,
    reading,
    repeated_statement,
    span,
)
from .python_text import key as key_text
from .python_text import keys as keys_text
from .sorts import Reading, Sort, Spelling, Writing, python_tables, read_tables
from .values import span_of

__all__ = ["amount", "amounts_of", "python_amount"]

MOST_PLACES = 9  # behind the point; fractions of more are written as such


# ---- Numbers -------------------------------------------------------------------------------------


def _read_number(reading: Reading, _: Argument) -> tuple[Any, ...]:
    """Read a number, or one for each of the groups that `over` names, as one rule."""
    return (_number(reading, reading.own, "a number or an array of them"),)


def _read_bounds(reading: Reading, _: Argument) -> tuple[Any, ...]:
    """Read how few and how many choices of a group are made, or between what a sum lies."""
    low, high = reading.own.array(2)
    least = _number(reading, low, "an integer")
    if high.value == "many":
        return least, None
    first = least if isinstance(least, int) and not _weighs(reading) else 0
    return least, _number(reading, high, 'an integer or "many"', first)


def _number(reading: Reading, node: Node, expected: str, low: int = 0) -> Any:
    """Read a number, or by group an array of them; of sums, they may be negative."""
    weighs = _weighs(reading)
    if not isinstance(node.value, list):
        return node.integer(expected) if weighs else node.count(expected, low)
    if reading.groups is None:
        raise reading.node.key_error("numbers without `over`, expected the groups that they are of")
    numbers = zip(reading.groups, node.array(len(reading.groups)), strict=True)
    return {key: number.integer() if weighs else number.count() for key, number in numbers}


def _weighs(reading: Reading) -> bool:
    """Whether it is a sum that is bounded."""
    covering = reading.node.get("covering")
    return "weight" in reading.node or (covering is not None and "weight" in repr(covering.value))


def _bounds_of(writing: Writing) -> list[Any]:
    """Return the least and the most, the same for all groups or a list of them; None: no bound.

    Raises ModelError if no group has bounds.
    """
    rule = writing.rule
    writing.by_group = rule.ranges is not None
    if not writing.by_group:
        return [rule.low, rule.high]
    if not rule.groups:
        raise writing.error("has bounds of no group, expected some")
    sides = zip(*map(rule.range_of, rule.groups), strict=True)
    return [None if None in side else tuple(side) for side in sides]


def _write_number(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    low, high = _bounds_of(writing)
    return {writing.key_of(argument): (high or 0) if low is None else low}


def _write_bounds(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    low, high = _bounds_of(writing)
    return {writing.key_of(argument): (low or 0, "many" if high is None else high)}


def _python_number(spelling: Spelling, argument: Argument) -> tuple[str]:
    return (_number_text(spelling, spelling.value_of(argument)),)


def _python_bounds(spelling: Spelling, argument: Argument) -> tuple[str, ...]:
    low, high = spelling.value_of(argument)
    last = "None" if high == "many" else _number_text(spelling, high)
    return _number_text(spelling, low), last


def _number_text(spelling: Spelling, value: Any) -> str:
    if not isinstance(value, list):
        return str(value)
    spelling.by_group, keys = True, spelling.entry["over"]
    if isinstance(keys, list):
        pairs = [f"{literal(key)}: {number}" for key, number in zip(keys, value, strict=True)]
        return bracketed("{", pairs, "}")
    return f"dict(zip({over_text(keys)}, {value}))"


# ---- Weights -------------------------------------------------------------------------------------


def _read_weight(reading: Reading, _: Argument = WEIGHT) -> tuple[Any, ...]:
    """Read how much each row counts, by table."""
    node = reading.node["weight"]
    pairs = by_table(reading.tables, node, "weight", single=not isinstance(node.value, dict))
    return ({table.choices: _weight_of(reading.context, table, node) for table, node in pairs},)


def _weight_of(context: Context, table: Table, node: Node) -> Any:
    """Read an integer, an expression or the numbers of a table's rows."""
    if isinstance(node.value, str | list):
        return amount(context, table, node)
    return node.integer("an integer, an expression over columns or an array of integers")


def amount(
    context: Context, table: Table, node: Node, number: Callable[[Node], Number] = Node.integer
) -> RowFunction:
    """Read what each row counts: an expression, or an array of the numbers, row after row.

    number  reads one of these
    """
    if isinstance(node.value, list):
        numbers, size = node.array(), len(table.choices)
        if len(numbers) != size:
            count, name = plural(len(numbers), "number"), table.choices.name
            raise node.error(f"{count}, expected {size} as table {name!r} has")
        context.spend_looks(node, size)
        return listed_values(table, numbers, number)
    expression = amount_of(table, node)
    context.spend_looks(node, expression.weight * len(table.choices))
    return expression.row_function


def _write_weight(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    """Return how much rows count; where it differs within a row, the groups say it (keys.py)."""
    if not writing.weighs or not writing.weighs_alike:
        return {}
    weights = {table: _weights_of(table, rows) for table, rows in writing.counted.items()}
    return {writing.key_of(argument): per_table(weights)}


def _weights_of(table: Choices, rows: Sequence[Counter[Any]]) -> Any:
    """Return how much each row counts; of a row without groups it may say anything."""
    weights = [next(iter(row.values()), None) for row in rows]
    if len({weight for weight in weights if weight is not None}) > 1:
        for place, name in enumerate(table.columns):
            column = [row[place] for row in table.rows]
            if {*map(type, column)} <= {int} and all(
                weight is None or weight == of for weight, of in zip(weights, column, strict=True)
            ):
                return name
    return amounts_of(table, [0 if weight is None else weight for weight in weights])


def amounts_of(table: Choices, amounts: Sequence[Number]) -> Any:
    """Return the amount of each row of a table: an expression, a number for all, or a list.

    A decimal is one in TOML, any other fraction a string, so that it is read exactly.
    """
    if len(set(amounts)) == 1:
        return _exact_value(amounts[0])
    expression = fitting_expression(table, [[amount] for amount in amounts])
    if expression is None:
        expression = fitting_multiple(table, amounts)
    return list(map(_exact_value, amounts)) if expression is None else expression


def _exact_value(amount: Number) -> int | Decimal | str:
    if not isinstance(amount, Fraction):
        return amount
    for places in range(1, MOST_PLACES + 1):
        scaled = amount * 10**places
        if scaled.denominator == 1:
            return Decimal(int(scaled)).scaleb(-places)
    return str(amount)


def _python_weight(spelling: Spelling, _: Argument = WEIGHT) -> tuple[str | None]:
    value = spelling.entry.get("weight")
    if value is None:
        return (None,)

    def spell(table: str, of: Any) -> str:
        return python_amount(spelling.program.columns[table], table, of, "weights")

    if isinstance(value, dict):
        return (spelling.by_table(value, spell),)
    return (spell(spelling.tables[0], value),)


def python_amount(columns: Sequence[str], table: str, value: Any, place: str) -> str:
    """Return what each row of a table counts. Raises ModelError, naming the `place`, for a list."""
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str):
        kind = "row by row" if isinstance(value, list) else "that are fractions"
        raise ModelError(f"{place} of {table!r} {kind}, which are not written in Python")
    return quoted(value) if value in columns else reading(columns, value)


# ---- Sums that are compared ----------------------------------------------------------------------


def _read_compared(reading: Reading, _: Argument) -> tuple[Any, ...]:
    """Read two sums, or a number for one of them, and the sign between them."""
    left, relation, right = reading.own.array(3)
    sign = relation.string("one of ==, <=, >=, < and >")
    return _read_sum(reading, left), sign, _read_sum(reading, right)


def _read_sum(reading: Reading, node: Node) -> Any:
    """Read a sum: a table with `of`, and what `at_most` takes beside it; or an integer."""
    if not isinstance(node.value, dict):
        return node.integer("an integer, or a sum as a table with `of`")
    node.table("of", "by", "covering", "weight", "where")
    form = form_of(method("at_most"))
    assert form is not None
    inner = Reading(reading.context, node, node, form)
    (choices,) = read_tables(inner)
    grouped = "by" in node or "covering" in node
    groups = keys_of_rows(inner) if grouped else None
    (weight,) = _read_weight(inner) if "weight" in node else (None,)
    where = None
    if "where" in node:
        if len(inner.tables) != 1:
            count = plural(len(inner.tables), "table")
            raise node["where"].error(f"a condition on {count}, expected one table")
        condition = inner.tables[0].condition(node["where"])
        reading.context.spend_looks(node, condition.weight * len(choices[0]))
        where = condition.row_function
    return reading.context.puzzle.sum(choices, covering=groups, weight=weight, where=where)


def _write_compared(writing: Writing, _: Argument) -> Mapping[str, Any]:
    """Raise ModelError: a comparison is written as a bound on the difference of its sums."""
    raise writing.error("compares sums, expected bounds on their difference")


def _python_compared(spelling: Spelling, argument: Argument) -> tuple[str, ...]:
    left, relation, right = spelling.value_of(argument)
    return _sum_text(spelling, left), quoted(relation), _sum_text(spelling, right)


def _sum_text(spelling: Spelling, value: Any) -> str:
    if isinstance(value, int):
        return str(value)
    inner = replace(spelling, entry=value)
    arguments = list(python_tables(inner))
    named = {how: python_groups(inner, value.get(how), how) for how in ("by", "covering")}
    (named["weight"],) = _python_weight(inner)
    if "where" in value:
        named["where"] = reading(spelling.program.columns[inner.tables[0]], value["where"])
    arguments += [f"{name}={text}" for name, text in named.items() if text is not None]
    return call("puzzle.sum", arguments)


# ---- Sums of which one is the greatest or the least ----------------------------------------------


def _read_sums(reading: Reading, _: Argument) -> tuple[Any, ...]:
    """Read a sum with groups, or several that are added."""
    own = reading.own
    nodes = own.array() if isinstance(own.value, list) else [own]
    sums = [_read_sum(reading, node) for node in nodes]
    if not any({*HOW}.intersection(node.value) for node in nodes if isinstance(node.value, dict)):
        raise own.error("no sum with groups, expected one with `by` or `covering`")
    return (reduce(add, sums),)


def _write_sums(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    sums: list[Any] = [_sum_table(part) for part in writing.rule.parts]
    if writing.rule.constant:
        sums.append(writing.rule.constant)
    return {writing.key_of(argument): sums[0] if len(sums) == 1 else sums}


def _sum_table(part: Part) -> dict[str, Any]:
    """Return a sum of one table; rows that are in no group do not meet its condition, if it can."""
    table = part.table
    rows = [part.counted(number) for number in range(len(table))]
    where = None if all(rows) else fitting_condition(table, list(map(bool, rows)))
    fields: dict[str, Any] = {"of": table.name}
    if all(len(set(row.values())) < 2 for row in rows):
        groups = [None if where and not row else tuple(row) for row in rows]
        fields |= groups_text({table: groups})
        if any(set(row.values()) - {1} for row in rows):
            fields["weight"] = _weights_of(table, rows)
    else:
        fields["covering"] = weighed_rows(rows)
    return fields if where is None else fields | {"where": where}


def _python_sums(spelling: Spelling, argument: Argument) -> tuple[str]:
    own = spelling.value_of(argument)
    sums = own if isinstance(own, list) else [own]
    parts = [_sum_text(spelling, part) for part in sums]
    flat = " + ".join(parts)
    return (flat if "\n" not in flat and len(flat) <= WIDTH - len(STEP) else "\n+ ".join(parts),)


def _read_values(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    """Read the integers that a quantity may be: a range, or an array."""
    node = reading.value_of(argument)
    if isinstance(node.value, str):
        return (reading.context.range_of(node),)
    return ([element.integer() for element in node.array()],)


def _write_values(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    return {writing.key_of(argument): span_of([value for (value,) in writing.rule.value])}


def _python_values(spelling: Spelling, argument: Argument) -> tuple[str | None]:
    value = spelling.value_of(argument)
    return (None if value is None else span(value),)


# ---- What rows give to keys ----------------------------------------------------------------------
#     letter = { agree = { across = { keys = ["row, 1", "row, 2"], values = "word" }, ... } }
#     cell = { agree = { pearl = { keys = "cells", values = ["color", "color"] } } }
#     cell = { agree = { pearl = { rows = [[[[1, 1], "ns"], [[1, 2]]], ...] } } }
#
# Listed row by row, a pair is a key and its value, or a key that no other row may have.


def _read_pairs(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    """Read, by table, the keys of a row with their values."""
    values: dict[Choices, RowFunction] = {}
    for uses in reading.value_of(argument).fields():
        table = reading.context.table_named(uses)
        values[table.choices] = _pairs(reading.context, table, uses.table())
    return (values,)


def _listed_pairs(context: Context, table: Table, node: Node) -> RowFunction:
    """Read the listed keys and values of each row; a key without a value clashes with all."""
    rows = listed_rows(context, table, node)
    context.spend_entries(node, sum(len(row.array()) for row in rows))

    def pairs(value: Node) -> list[tuple[Any, Any]]:
        arrays = [pair.array() for pair in value.array()]
        if any(len(pair) not in (1, 2) for pair in arrays):
            raise value.error(
                "no pairs, expected [key, value], or [key] that no other row may have"
            )
        return [(pair[0].atom(), pair[1].atom() if len(pair) > 1 else None) for pair in arrays]

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
        return [(key, value) for entry, value in paired for key in entry.of(row)]

    return RowFunction("pairs", polled(pairs, sum(entry.size for entry in listed)))


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
    return lambda row: [read(row) for read in reads]


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
                tuple((key,) if given is None else (key, given) for key, given in row)
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
        entry for part in (listed, values) for entry in (part if isinstance(part, list) else [part])
    ]
    columns = [column for column in spelling.program.columns[table] if column in names_in(read)]
    if isinstance(values, str) or isinstance(listed, str):
        left = listed if isinstance(listed, str) else keys_text(listed)
        right = values if isinstance(values, str) else f"[{', '.join(map(python, values))}]"
        return lambda_of(columns, call("zip", [left, right]))
    pairs = [(key, key_text(key), python(of)) for key, of in zip(listed, values, strict=True)]
    if not any(isinstance(key, dict) for key in listed):
        return lambda_of(columns, bracketed("{", [f"{text}: {of}" for _, text, of in pairs], "}"))
    body = [
        line
        for value, text, of in pairs
        for line in repeated_statement(value, f"yield {text}, {of}")
    ]
    return spelling.program.function(f"{table}_{spelling.name}s", columns, body)


# ---- The sorts of this file ----------------------------------------------------------------------

SORTS: Mapping[str, Sort] = {
    "number": Sort(_read_number, _write_number, _python_number),
    "bounds": Sort(_read_bounds, _write_bounds, _python_bounds),
    "weight": Sort(_read_weight, _write_weight, _python_weight),
    "compared": Sort(_read_compared, _write_compared, _python_compared),
    "sums": Sort(_read_sums, _write_sums, _python_sums),
    "values": Sort(_read_values, _write_values, _python_values),
    "pairs": Sort(_read_pairs, _write_pairs, _python_pairs),
}
