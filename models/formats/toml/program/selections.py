"""Statements on selections in Python: `puzzle.implies(day.where(...), ~night.where(...))`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import indent
from typing import Any

from .expressions import python, reading
from .layout import STEP, WIDTH, call, literal, quoted
from .tables import Tables

__all__ = ["STATEMENTS", "said", "statement_call", "tables_of"]

STATEMENTS = ("implies", "equivalent", "not_both", "any_of")
Groups = Callable[[str, str, Any], str]  # of a table's name, `by` or `covering`, and what it says
_SIGNS = {"all": "&", "any": "|"}


def statement_call(
    tables: Tables, name: str, kind: str, told: Any, further: Iterable[str], groups: Groups
) -> str:
    """Return the call that says what follows from what; `further`: other arguments."""
    parts = [said(tables, one, groups) for one in told]
    return call(f"puzzle.{kind}", [*parts, *further, f"name={quoted(name)}"])


def tables_of(tables: Tables, told: Mapping[str, Any]) -> dict[str, None]:
    """Return the names of the tables that a statement selects from without groups, in order."""
    nodes = [one for kind in STATEMENTS for one in told.get(kind, ())]
    found: dict[str, None] = {}
    while nodes:
        node = nodes.pop(0)
        own = any(_is_groups(tables, key) for key in node)
        for key, value in node.items():
            if key in tables.variables:
                if not own:
                    found.setdefault(key)
            elif not _is_groups(tables, key):
                nodes += [value] if key == "not" else value
    return found


def _is_groups(tables: Tables, key: str) -> bool:
    """Whether a key of a table of selections says the groups of these."""
    return key in ("by", "covering") and key not in tables.variables


def said(tables: Tables, told: Mapping[str, Any], groups: Groups | None = None) -> str:
    """Return a table of selections, of which one holds."""
    return _joined(list(_parts(tables, told, groups)), "|")


def _parts(tables: Tables, told: Mapping[str, Any], groups: Groups | None) -> Iterator[str]:
    own = [(key, value) for key, value in told.items() if _is_groups(tables, key)]
    for key, value in told.items():
        if key in tables.variables:
            listed = value if isinstance(value, list) else [value]
            parts = [_selection(tables, key, one) for one in listed]
            for part in parts or [f"{tables.variables[key]}.where(lambda: False)"]:
                ends = [f".{how}({groups(key, how, spec)})" for how, spec in own if groups]
                yield "".join([part, *ends])
        elif key == "not":
            yield f"~{said(tables, value, groups)}"
        elif not _is_groups(tables, key):
            yield _joined([said(tables, one, groups) for one in value], _SIGNS[key])


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
