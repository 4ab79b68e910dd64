"""Rules on lines in Python: `regular`, `table_rule`, `all_different`, `increasing`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from ....errors import ModelError
from .layout import bracketed, call, literal, quoted
from .names import Names
from .tables import Tables

__all__ = ["LINES", "line_rule"]

_OF_VALUE = ("regular", "table_rule")  # whose table stands under `of`
LINES = (*_OF_VALUE, "all_different", "increasing")


class Rules(Protocol):
    """What these rules ask of the writer of rules."""

    names: Names
    tables: Tables

    def groups(self, name: str, tables: Sequence[str], told: Any, how: str) -> str:
        """Return the groups of the rows of these tables."""

    def by_columns(self, columns: Sequence[str], told: Any) -> str:
        """Return the one value of a row of these columns."""


def line_rule(rules: Rules, name: str, told: Mapping[str, Any], over: str | None) -> str:
    """Return the call that adds a rule on lines; `over` are the keys that there are, if told."""
    kind = next(kind for kind in LINES if kind in told)
    table = told["of"] if kind in _OF_VALUE else told[kind]
    table = table[0] if isinstance(table, list) else table
    arguments = list(_language(rules, kind, told, over))
    arguments.append(rules.tables.variables[table])
    arguments += [
        f"{how}={rules.groups(name, [table], told[how], how)}"
        for how in ("by", "covering")
        if how in told
    ]
    if over is not None and not isinstance(told.get("regular"), list):
        arguments.append(f"over={over}")
    if "lines" in told:
        arguments.append(f"lines={_paths(told['lines'])}")
    columns = rules.tables.columns[table]
    for key in ("along", "value"):
        if isinstance(told.get(key), dict):
            raise ModelError(f"rule {name!r}: {key} row by row, which is not written in Python")
        if key in told:
            arguments.append(f"{key}={rules.by_columns(columns, told[key])}")
    if "empty" in told:
        arguments.append(f"empty={literal(told['empty'])}")
    if "besides" in told:
        besides = told["besides"]
        arguments.append(f"besides={literal(besides if isinstance(besides, list) else [besides])}")
    if told.get("strict"):
        arguments.append("strict=True")
    return call(f"puzzle.{kind}", [*arguments, f"name={quoted(name)}"])


def _language(rules: Rules, kind: str, told: Mapping[str, Any], over: str | None) -> Iterator[str]:
    """Yield the first argument of a rule whose words are told."""
    if kind == "table_rule":
        yield bracketed("[", list(map(literal, told[kind])), "]")
    elif kind == "regular":
        language = told[kind]
        if not isinstance(language, list):
            yield _one(rules, language)
            return
        listed = bracketed("[", [_one(rules, one) for one in language], "]")
        yield call("dict", [call("zip", [str(over), listed])])


def _paths(told: Any) -> str:
    if isinstance(told, dict):
        pairs = [f"{quoted(name)}: {literal(places)}" for name, places in told.items()]
        return bracketed("{", pairs, "}")
    return bracketed("[", list(map(literal, told)), "]")


def _one(rules: Rules, language: Any) -> str:
    if isinstance(language, str):
        return quoted(language)
    steps = bracketed("[", list(map(literal, language["transitions"])), "]")
    ends = f"[{', '.join(map(literal, language['accepting']))}]"
    arguments = [steps, literal(language["start"]), ends]
    return call(rules.names.model("Automaton"), arguments)
