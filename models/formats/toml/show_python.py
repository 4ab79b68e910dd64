"""The picture of a description in Python: calls of `drawn`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import ModelError
from .keys import over_text, python_key, python_keys
from .python_text import (
    Program,
    bracketed,
    call,
    lambda_of,
    literal,
    names_in,
    python,
    quoted,
    reading,
)

__all__ = ["drawn_python"]

_OLD = {"at": "by", "mark": "show"}
_PLACES = ("grid", "tiles")  # of which `by` is a cell


def drawn_python(program: Program, told: Mapping[str, Any]) -> str:
    """Return the call that draws a layer of the picture."""
    if "clues" in told:
        return _clues(told)
    table, kind = told["table"], told.get("kind", "grid")
    words = {
        _OLD.get(name, name): value for name, value in told.items() if name not in ("table", "kind")
    }
    if kind in _PLACES and "covering" not in words:
        words = {"by": ["row", "col"], **words}
    arguments = [program.variables[table]] + ([quoted(kind)] if kind != "grid" else [])
    arguments += [
        f"{name}={_word(program, table, kind, name, value)}" for name, value in words.items()
    ]
    return call("puzzle.drawn", arguments)


def _word(program: Program, table: str, kind: str, name: str, told: Any) -> str:
    columns = program.columns[table]
    if isinstance(told, bool):
        return str(told)
    if any(isinstance(one, dict) and set(one) == {"rows"} for one in (told, *_parts(told))):
        raise ModelError(f"{name!r} of {table!r} row by row, which is not written in Python")
    if name == "covering":
        return python_keys(program, table, told, f"{table}_cells")
    if name == "by" and kind in _PLACES:
        return python_key(program, table, told)
    if name in ("by", "sides") or (name == "show" and kind == "graph"):
        listed = told if isinstance(told, list) else [told]
        return _tuple([python_key(program, table, one) for one in listed])
    if name == "show" and isinstance(told, list):
        return _together(columns, told)
    if name in ("color", "regions"):
        return python_key(program, table, told)
    if name in ("where", "double"):
        return reading(columns, told)
    if name == "cells" or (name in ("left", "top") and isinstance(told, str)):
        return over_text(told)
    return _places(told) if isinstance(told, dict) else literal(told)


def _places(told: Mapping[str, Any]) -> str:
    """Return where the vertices of a graph lie, as a mapping."""
    pairs = [f"{literal(vertex)}: ({row}, {col})" for vertex, row, col in told["places"]]
    return bracketed("{", pairs, "}")


def _clues(told: Mapping[str, Any]) -> str:
    """Return the statement that prints clues on cells."""
    pairs = [f"({row}, {col}): {literal(clue)}" for row, col, clue in told["clues"]]
    words = {name: value for name, value in told.items() if name not in ("clues", "kind")}
    arguments = [f"clues={bracketed('{', pairs, '}')}"]
    arguments += [f"{name}={literal(value)}" for name, value in words.items()]
    return call("puzzle.drawn", arguments)


def _together(columns: Sequence[str], told: Sequence[str]) -> str:
    """Return the function that puts several values together as a text."""
    if len(told) == 1 and told[0] in columns:
        return quoted(told[0])
    found = [name for name in columns if name in names_in(list(told))]
    if len(told) == 1:
        return lambda_of(found, f"str({python(told[0])})")
    parts = (python(one) for one in told)
    text = "".join(one[1:-1] if one.startswith('"') else f"{{{one}}}" for one in parts)
    return lambda_of(found, f'f"{text}"')


def _parts(told: Any) -> Sequence[Any]:
    return told if isinstance(told, list) else ()


def _tuple(parts: Sequence[str]) -> str:
    return bracketed("(", parts, ",)" if len(parts) == 1 else ")")
