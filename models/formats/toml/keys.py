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

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import Any, NamedTuple

from ...budget import polled
from ...errors import ModelError, excerpt
from ...rules.arguments import Argument
from ...rules.keys import Listed
from ...spelling import spell
from ...tables.rows import Row, RowFunction
from ...tables.table import Choices
from ..source import plural
from .context import Context, Table
from .expressions import (
    Expression,
    fitting_column,
    fitting_expression,
    fitting_expressions,
    together,
)
from .node import Node
from .python_text import (
    Program,
    bracketed,
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
from .sorts import Reading, Sort, Spelling, Writing
from .values import span_of

__all__ = [
    "HOW",
    "SORTS",
    "Key",
    "Listed",
    "amount_of",
    "by_table",
    "column_of",
    "covering",
    "groups_text",
    "is_listed",
    "key",
    "keys_of",
    "keys_of_rows",
    "kind_of",
    "listed_keys",
    "listed_rows",
    "listed_values",
    "one_key",
    "over",
    "over_text",
    "per_table",
    "python_groups",
    "python_key",
    "python_keys",
    "read_keys",
    "weighed_rows",
]

HOW = ("by", "covering")  # the keys of a text under which groups stand
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
    (key,) = _repeated(context, table, node)
    return RowFunction(key.text, polled(lambda row: tuple(key.of(row)), key.size))


def covering(context: Context, table: Table, node: Node) -> RowFunction:
    """Read the several keys of a row."""
    if isinstance(node.value, str):
        column = column_of(table, node, "list")
        context.spend_entries(node, sum(len(column.read(row)) for row in table.choices))
        return column.row_function
    keys = keys_of(context, table, node)
    size = sum(key.size for key in keys)
    if any(key.counts is not None for key in keys):
        return RowFunction("keys", polled(partial(_weighed, keys), size))
    return RowFunction(
        "keys", polled(lambda row: tuple([group for key in keys for group in key.of(row)]), size)
    )


def _weighed(keys: Sequence[Key], row: Row) -> dict[Hashable, int]:
    """Return how much a row counts under each of its keys."""
    weights: dict[Hashable, int] = {}
    for key in keys:
        for group in key.of(row):
            weights[group] = weights.get(group, 0) + key.weight(row)
    return weights


def is_listed(node: Node, tables: Sequence[Table] = ()) -> bool:
    """Whether a table says something of each row outright, and not by the tables of the rule."""
    listed = isinstance(node.value, dict) and set(node.value) in ({"rows"}, {"rows", "weights"})
    return listed and all(table.choices.name != "rows" for table in tables)


def listed_rows(context: Context, table: Table, node: Node) -> Sequence[Node]:
    """Return what an array says of each row. Raises InputError for another number of rows."""
    rows = node["rows"].array()
    if len(rows) != len(table.choices):
        count, wanted = plural(len(rows), "row"), len(table.choices)
        raise node["rows"].error(f"{count}, expected {wanted} as table {table.choices.name!r} has")
    context.spend_looks(node, len(rows))
    return rows


def listed_values(table: Table, rows: Sequence[Node], read: Callable[[Node], Any]) -> RowFunction:
    """Return what is said of each row outright, as `read` has it.

    Raises InputError for rows that are alike and differ in it.
    """
    values: dict[Row, Any] = {}
    for row, element in zip(table.choices, rows, strict=True):
        value = read(element)
        if values.setdefault(row, value) != value:
            raise element.error("two rows that are alike and give other values, expected the same")
    return RowFunction("values", values.__getitem__)


def listed_keys(context: Context, table: Table, node: Node) -> Listed:
    """Read the keys of each row as they are listed."""
    rows = [row.array() for row in listed_rows(context, table, node)]
    context.spend_entries(node, sum(map(len, rows)))
    keys = [tuple([element.atom() for element in row]) for row in rows]
    if "weights" not in node:
        return Listed(keys)
    weighed = []
    for row, own in zip(node["weights"].array(len(rows)), keys, strict=True):
        if len(set(own)) < len(own):
            raise row.error("weights of a key that is there twice, expected each key once")
        weights = [element.integer() for element in row.array(len(own))]
        weighed.append(dict(zip(own, weights, strict=True)))
    return Listed(weighed)


def column_of(table: Table, node: Node, *kinds: str) -> Expression:
    """Read a column of these kinds."""
    expression = table.expression(node)
    if expression.kind not in kinds:
        wanted = " or ".join({"list": "arrays", "str": "strings"}[kind] for kind in kinds)
        raise node.error(f"{node.value!r} is no column of {wanted}, expected one or an array")
    return expression


def keys_of(context: Context, table: Table, node: Node) -> list[Key]:
    """Return the keys that an array lists. Raises InputError if they are too many, all in all."""
    return [key for element in node.array() for key in _repeated(context, table, element)]


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
    expression = key(wider, node.need("key", "an expression over columns"))
    test = wider.condition(node["where"]) if "where" in node else None
    counts = amount_of(wider, node["weight"]) if "weight" in node else None
    whole = [part for part in (expression, test, counts) if part is not None]
    weight, size = sum(part.weight for part in whole), sum(part.size for part in whole)
    context.spend_entries(node, max(rows, 1) * prod(map(len, spans.values())), weight)
    holds = _always if test is None else test.read
    of_row = None if counts is None else counts.read
    return [
        Key(holds, expression.read, values, expression.text, size, of_row)
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


def amount_of(table: Table, node: Node) -> Expression:
    """Read arithmetic of columns."""
    expression = table.expression(node)
    if expression.kind != "int":
        raise node.error(f"{node.value!r} is no integer, expected arithmetic of columns")
    return expression


# ---- As arguments of a rule ----------------------------------------------------------------------


def _read_groups(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    """Read the groups of rows, for `covering`, whichever of the two keys the text has."""
    groups = keys_of_rows(reading)
    names = reading.form.arguments[argument]
    return tuple(groups if name == "covering" else None for name in names)


def keys_of_rows(reading: Reading) -> Mapping[Choices, Any]:
    """Read the groups of the tables' rows, under `by` or `covering`, by table."""
    node = reading.node
    present = [key for key in HOW if key in node]
    if len(present) != 1:
        raise node.key_error("expected one of `by` and `covering`")
    (how,) = present
    spec, read = node[how], one_key if how == "by" else read_keys
    single = not isinstance(spec.value, dict) or (
        "key" in spec if how == "by" else is_listed(spec, reading.tables)
    )
    return {
        table.choices: read(reading.context, table, element)
        for table, element in by_table(reading.tables, spec, "columns", single=single)
    }


def read_keys(context: Context, table: Table, node: Node) -> RowFunction | Listed:
    """Read the several keys of a row: worked out, or listed row by row."""
    return (listed_keys if is_listed(node) else covering)(context, table, node)


def by_table(
    tables: Sequence[Table], spec: Node, noun: str, *, single: bool
) -> Iterator[tuple[Table, Node]]:
    """Yield each table with what a text says of it.

    single  whether a table of the text says it of each of them, and is none by their names
    """
    if not single:
        spec.table(*(table.choices.name for table in tables))
    for table in tables:
        name = table.choices.name
        yield table, spec if single else spec.need(name, f"the {noun} of table {name!r}")


def _write_groups(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    """Return in which groups the rows are; with their weights where these differ within a row."""
    counted = writing.counted
    if not counted or writing.lines or (argument.optional and _are_one_group(writing)):
        return {}
    if writing.weighs_alike:
        return groups_text({table: list(map(tuple, rows)) for table, rows in counted.items()})
    return {"covering": per_table({t: weighed_rows(rows) for t, rows in counted.items()})}


def weighed_rows(rows: Sequence[Counter[Any]]) -> dict[str, Any]:
    """Return the keys of each row of a table, and how much it counts under each of them."""
    weights = [tuple(row.values()) for row in rows]
    return {"rows": [tuple(row) for row in rows], "weights": weights}


def _are_one_group(writing: Writing) -> bool:
    """Whether all rows are one group, as they are if a text says nothing of groups."""
    whole = [writing.rule.whole]
    rows = (row for rows in writing.counted.values() for row in rows)
    return (
        writing.weighs_alike
        and list(writing.rule.groups) == whole
        and all(list(row) == whole for row in rows)
    )


def groups_text(keys: Mapping[Choices, Sequence[tuple[Any, ...] | None]]) -> dict[str, Any]:
    """Return in which groups the rows of each table are, under `by` or `covering`.

    keys  those of each row, by table; None: any
    """
    expressions = {table: fitting_expression(table, of_table) for table, of_table in keys.items()}
    if all(expressions.values()):
        return {"by": per_table(expressions)}
    covers: dict[Choices, Any] = {}
    for table, of_table in keys.items():
        fit = fitting_column(table, of_table) or fitting_expressions(table, of_table)
        covers[table] = fit or {"rows": [of_row or () for of_row in of_table]}
    return {"covering": per_table(covers)}


def per_table(values: Mapping[Choices, Any]) -> Any:
    """Return the value of each table by its name, or the one value that all have."""
    first, *others = values.values()
    if all(value == first for value in others) and all(table.name != "rows" for table in values):
        return first
    return {table.name: value for table, value in values.items()}


def _python_groups(spelling: Spelling, argument: Argument) -> tuple[str | None, ...]:
    names = spelling.form.arguments[argument]
    return tuple(python_groups(spelling, spelling.entry.get(name), name) for name in names)


def python_groups(spelling: Spelling, value: Any, how: str) -> str | None:
    """Return the groups of the rows of a rule's tables; `how` is `by` or `covering`."""
    if value is None:
        return None
    spelled = python_key if how == "by" else python_keys
    program = spelling.program
    if not isinstance(value, dict) or {"key", "rows"}.intersection(value):
        return spelled(program, spelling.tables[0], value, f"{spelling.name}_keys")
    return spelling.by_table(value, lambda table, of: spelled(program, table, of, f"{table}_keys"))


def python_key(program: Program, table: str, value: Any, wanted: str = "") -> str:
    """Return the one key of a row: columns, or a function of them."""
    columns = program.columns[table]
    if isinstance(value, dict):
        if "key" not in value:
            raise ModelError(f"values of {table!r} row by row, which are not written in Python")
        return reading(columns, value, f"{key_text(value)} if {python(value['where'])} else None")
    parts = value if isinstance(value, list) else str(value).split(",")
    names = [str(part).strip() for part in parts]
    of_one = isinstance(value, list) and len(names) == 1  # its key is a tuple
    if of_one or not all(name in columns for name in names):
        return reading(columns, value)
    return quoted(names[0]) if len(names) == 1 else literal(tuple(names))


def python_keys(program: Program, table: str, value: Any, wanted: str) -> str:
    """Return the several keys of a row: a column, or a function, which may be called `wanted`."""
    columns = program.columns[table]
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        raise ModelError(f"keys of {table!r} row by row, which are not written in Python")
    names = [name for name in columns if name in names_in(value)]
    if any(isinstance(entry, dict) and "weight" in entry for entry in value):
        body = ["weights = {}"]
        for entry in value:
            weight = python(entry.get("weight", 1)) if isinstance(entry, dict) else "1"
            added = f"weights[{key_text(entry)}] = weights.get({key_text(entry)}, 0) + {weight}"
            body += repeated_statement(entry, added)
        return program.function(wanted, names, [*body, "return weights"])
    alone = len(value) == 1 and isinstance(value[0], dict) and "for" in value[0]
    if alone or not any(isinstance(entry, dict) for entry in value):
        return reading(columns, value, keys_text(value))
    body = [
        line for entry in value for line in repeated_statement(entry, f"yield {key_text(entry)}")
    ]
    return program.function(wanted, names, body)


def _read_over(reading: Reading, _: Argument) -> tuple[Any, ...]:
    reading.groups = over(reading.context, reading.node["over"])
    return (reading.groups,)


def _write_over(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    """Return the keys of the groups, where the rows do not say them."""
    rows = (row for rows in writing.counted.values() for row in rows)
    groups = list(writing.rule.groups)
    same = bool(writing.lines) or groups == list(
        dict.fromkeys(group for row in rows for group in row)
    )
    needed = writing.by_group or (bool(writing.counted) and not same)
    return {writing.key_of(argument): span_of(groups)} if needed else {}


def _python_over(spelling: Spelling, _: Argument) -> tuple[str | None]:
    """Return the keys that there are; not where a mapping by group names them."""
    value = spelling.entry.get("over")
    return (None if value is None or spelling.by_group else over_text(value),)


def over_text(value: Any) -> str:
    """Return the keys that there are."""
    if not isinstance(value, dict):
        return span(value)
    names = [name for name in value if name != "where"]
    loops = [f"for {name} in {span(value[name])}" for name in names]
    vertex = f"({', '.join(names)})" if len(names) > 1 else names[0]
    if "where" in value:
        loops.append(f"if {python(value['where'])}")
    return bracketed("[", [vertex, *loops], "]", end="")


_GROUPS = Sort(_read_groups, _write_groups, _python_groups)
SORTS: Mapping[str, Sort] = {
    "groups": _GROUPS,
    "elements": _GROUPS,
    "over": Sort(_read_over, _write_over, _python_over),
}
