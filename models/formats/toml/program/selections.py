"""Statements on selections in Python: `puzzle.implies(day.where(...), ~night.where(...))`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import indent
from typing import Any

from .expressions import python, reading
from .layout import STEP, WIDTH, call, literal, quoted
from .tables import Tables

__all__ = ["STATEMENTS", "said", "statement_call", "tables_of"]

STATEMENTS = ("implies", "equivalent", "not_both", "any_of")
_SIGNS = {"all": "&", "any": "|"}


def statement_call(
    tables: Tables, name: str, kind: str, told: Any, further: Iterable[str] = ()
) -> str:
    """Return the call that says what follows from what; `further`: other arguments."""
    parts = [said(tables, one) for one in told]
    return call(f"puzzle.{kind}", [*parts, *further, f"name={quoted(name)}"])


def tables_of(tables: Tables, told: Mapping[str, Any]) -> dict[str, None]:
    """Return the names of the tables that a statement selects from, in its order."""
    nodes = [one for kind in STATEMENTS for one in told.get(kind, ())]
    found: dict[str, None] = {}
    while nodes:
        for key, value in nodes.pop(0).items():
            if key in tables.variables:
                found.setdefault(key)
            else:
                nodes += [value] if key == "not" else value
    return found


def said(tables: Tables, told: Mapping[str, Any]) -> str:
    """Return a table of selections, of which one holds."""
    return _joined(list(_parts(tables, told)), "|")


def _parts(tables: Tables, told: Mapping[str, Any]) -> Iterator[str]:
    for key, value in told.items():
        if key in tables.variables:
            listed = value if isinstance(value, list) else [value]
            yield from (_selection(tables, key, one) for one in listed)
            if not listed:
                yield f"{tables.variables[key]}.where(lambda: False)"
        elif key == "not":
            yield f"~{said(tables, value)}"
        else:
            yield _joined([said(tables, one) for one in value], _SIGNS[key])


def _selection(tables: Tables, table: str, told: Any) -> str:
    variable = tables.variables[table]
    if isinstance(told, dict):
        return call(f"{variable}.where", [f"{name}={literal(v)}" for name, v in told.items()])
    return call(f"{variable}.where", [reading(tables.columns[table], told, python(told))])


def _joined(parts: list[str], sign: str) -> str:
    """Return parts with a sign between, in brackets; a part a line where they are long."""
    if len(parts) == 1:
        return parts[0]
    flat = f"({f' {sign} '.join(parts)})"
    if "\n" not in flat and len(flat) <= WIDTH - len(STEP):
        return flat
    lines = [parts[0], *(f"{sign} {part}" for part in parts[1:])]
    return f"(\n{indent(chr(10).join(lines), STEP)}\n)"
