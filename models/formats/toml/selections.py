"""Selections of choices in TOML, as statements say something of them.

    implies = [{ digit = "row == 1 and value > 3" }, { digit = [{ row = 2, value = 4 }] }]
    any_of = [{ not = { digit = "row == 1" } }, { all = [{ day = "n > 1" }, { night = "n > 2" }] }]

A table of selections names tables: of each a comparison, or an array of comparisons and values as
in `[forbid]`; it holds where one of the choices is made. `not`, `all` and `any` say more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from textwrap import indent
from typing import Any

from ...rules.arguments import Argument
from ...tables.selections import All, Any_, Not, Said, Selection, selected
from ...tables.table import Choices
from .context import Context, Table
from .node import Node
from .python_text import STEP, WIDTH, Program, call, literal, reading
from .sorts import Reading, Sort, Spelling, Writing

__all__ = ["SORTS", "row_table", "said", "said_python", "said_table", "wanted_python"]

FEW = 3  # so many choices are named, of more it is said how many they are
_SIGNS = {"all": "&", "any": "|"}


def _read_selected(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    """Read selections: as many as the method takes. Their tables are those of the rule."""
    names = reading.form.arguments[argument]
    several = names[0].startswith("*")
    nodes = reading.value_of(argument).array(None if several else len(names))
    found = tuple(said(reading.context, node) for node in nodes)
    tables = dict.fromkeys(table.name for one in found for table in one.tables)
    reading.tables = [reading.context.tables[name] for name in tables]
    return found


def said(context: Context, node: Node) -> Said:
    """Read a table of selections: one of them holds."""
    fields = list(node.table().fields())
    if not fields:
        raise node.error("no table, expected selections as { table = 'column == 1' }")
    found: list[Said] = []
    for one in fields:
        if one.name in context.tables:
            found.append(_of_table(context, context.tables[one.name], one))
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


def _write_selected(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    return {writing.key_of(argument): list(map(said_table, writing.rule.parts))}


def said_table(said: Said) -> dict[str, Any]:
    """Return what is said of selections as a table of TOML."""
    if isinstance(said, Not):
        return {"not": said_table(said.part)}
    if isinstance(said, Selection):
        table: Choices = said.table  # type: ignore[assignment]
        return {table.name: [row_table(table, row) for row in said.rows]}
    assert isinstance(said, All | Any_)
    return {"all" if isinstance(said, All) else "any": list(map(said_table, said.parts))}


def row_table(table: Choices, number: int) -> dict[str, Any]:
    """Return a row's values by column."""
    return dict(zip(table.columns, table[number], strict=True))


def _python_selected(spelling: Spelling, argument: Argument) -> tuple[str, ...]:
    return tuple(said_python(spelling.program, one) for one in spelling.value_of(argument))


def said_python(program: Program, value: Mapping[str, Any]) -> str:
    """Return a table of selections, of which one holds, in Python."""
    return _joined(list(_parts(program, value)), "|")


def _parts(program: Program, value: Mapping[str, Any]) -> Iterator[str]:
    for name, of in value.items():
        if name in program.variables:
            listed = of if isinstance(of, list) else [of]
            wheres = [wanted_python(program, name, one) for one in listed] or [["lambda: False"]]
            yield from (call(f"{program.variables[name]}.where", where) for where in wheres)
        elif name == "not":
            yield f"~{said_python(program, of)}"
        else:
            yield _joined([said_python(program, one) for one in of], _SIGNS[name])


def wanted_python(program: Program, table: str, value: Any) -> list[str]:
    """Return the arguments that select choices of a table: values by column, or a function."""
    if isinstance(value, dict):
        return [f"{name}={literal(of)}" for name, of in value.items()]
    return [reading(program.columns[table], value)]


def _joined(parts: list[str], sign: str) -> str:
    """Return parts with a sign between, in brackets; a part a line where they are long."""
    if len(parts) == 1:
        return parts[0]
    flat = f"({f' {sign} '.join(parts)})"
    if "\n" not in flat and len(flat) <= WIDTH - len(STEP):
        return flat
    lines = [parts[0], *(f"{sign} {part}" for part in parts[1:])]
    return f"(\n{indent(chr(10).join(lines), STEP)}\n)"


SORTS: Mapping[str, Sort] = {"selected": Sort(_read_selected, _write_selected, _python_selected)}
