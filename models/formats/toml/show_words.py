"""The words of a picture in TOML, read as `Puzzle.drawn` takes them.

Where that takes functions of columns, there are expressions here; or `{ rows = [...] }` says the
value of each row of the table outright, row after row. What a word takes to be worked out is put
down to the document's account, as everything is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from ...budget import polled
from ...picture.painters.look import Look
from ...picture.painters.words import BARE, KINDS
from ...tables.rows import Row, RowFunction
from .context import Context, Table
from .expressions import Expression, together
from .keys import covering, is_listed, listed_rows, over
from .node import Node

__all__ = ["read_words", "table_shown"]

_OLD = {"at": "by", "mark": "show"}
_MOST_NAMES = 1000  # in one word
_FARTHEST = 10_000  # how far from 0 a vertex lies, in cells


def read_words(context: Context, node: Node, kind: str) -> dict[str, Any]:
    """Return what a picture's table says, but for its kind and its choices.

    Raises InputError for a word that the kind has not, and for a value that does not fit.
    """
    words = KINDS[kind][1]
    looks = () if kind in BARE else Look.words()
    old = [name for name, new in _OLD.items() if new in words]
    node.table(*(() if kind == "clues" else ("table",)), "kind", *words, *looks, *old)
    if kind == "grid" and ("at" in node or "by" in node) and "covering" in node:
        called = "at" if "at" in node else "by"
        raise node[called].key_error(f"`{called}` and `covering`, expected one of them")
    table = None if kind == "clues" else table_shown(context, node)
    found: dict[str, Any] = {}
    for field in node.fields():
        name = _OLD.get(field.name, field.name)
        if name in ("table", "kind"):
            continue
        if name in found:
            raise field.key_error(f"{field.name!r} said twice, as {name!r} too, expected it once")
        found[name] = _READERS[name](context, table, field, kind)
    if table is not None:
        _complete(node, table, kind, found)
    elif "clues" not in found:
        raise node.key_error("no `clues`, expected [row, col, clue] of each")
    return found


def table_shown(context: Context, node: Node) -> Table:
    """Return the table that a picture shows."""
    return context.table_of(node.need("table", "the table whose rows are shown"))


def _complete(node: Node, table: Table, kind: str, found: dict[str, Any]) -> None:
    """Add what goes without saying. Raises InputError for what has to be said."""
    if kind in ("grid", "tiles") and "covering" not in found:
        found.setdefault("by", ("row", "col"))
    if kind == "grid" and "show" not in found:
        if "value" not in table.choices.columns:
            raise node.key_error("no mark, expected a column or the mark itself")
        found["show"] = "value"
    if kind in ("table", "graph", "edges") and "by" not in found:
        raise node.key_error("no `by`, expected columns")
    if kind == "signs" and "rule" not in found:
        raise node.key_error("no `rule`, expected the name of a rule of values that increase")
    if kind == "cages" and "covering" not in found:
        raise node.key_error("no `covering`, expected the cells of each row")


# ---- A reader for each word ----------------------------------------------------------------


def _by(context: Context, table: Table, node: Node, kind: str) -> Any:
    """Read the columns that say where: a cell's two, or one after the other."""
    if is_listed(node):
        cells = kind in ("grid", "tiles")
        return _function(context, table, node) if cells else (_function(context, table, node),)
    if kind in ("grid", "tiles"):
        node.array(2)
        return _together(context, table, node)
    if isinstance(node.value, str):
        return (_function(context, table, node),)
    return tuple(_function(context, table, one) for one in node.array())


def _show(context: Context, table: Table, node: Node, kind: str) -> Any:
    """Read a mark: a column, the mark itself, or an array of expressions that stand together."""
    if isinstance(node.value, str):
        return node.value
    if is_listed(node):
        return _function(context, table, node)
    if not isinstance(node.value, list):
        raise node.error("no mark, expected a column, a mark or an array of expressions")
    if kind == "graph":
        return tuple(_function(context, table, one) for one in node.array())
    read = _together(context, table, node).read
    return RowFunction("mark", lambda row: "".join(map(str, read(row))))


def _covering(context: Context, table: Table, node: Node, kind: str) -> RowFunction:
    return (_listed if is_listed(node) else covering)(context, table, node)


def _sides(context: Context, table: Table, node: Node, kind: str) -> Any:
    return tuple(_function(context, table, one) for one in node.array(4))


def _value(context: Context, table: Table, node: Node, kind: str) -> RowFunction:
    return _function(context, table, node)


def _color(context: Context, table: Table, node: Node, kind: str) -> RowFunction | bool:
    return node.value if isinstance(node.value, bool) else _function(context, table, node)


def _where(context: Context, table: Table, node: Node, kind: str) -> RowFunction:
    if is_listed(node):
        return _listed(context, table, node)
    condition = table.condition(node)
    context.spend_looks(node, condition.weight * len(table.choices))
    return condition.row_function


def _cells(context: Context, table: Table, node: Node, kind: str) -> Any:
    return tuple(over(context, node))


def _clues(context: Context, table: Any, node: Node, kind: str) -> Mapping[Any, Any]:
    """Read clues, each with its cell, as an array: row, col, clue."""
    context.spend_looks(node, len(node.array()))
    clues: dict[tuple[int, int], Any] = {}
    for one in node.array():
        row, col, clue = one.array(3)
        cell = row.integer("a row"), col.integer("a column")
        if cell in clues:
            raise one.error(f"a second clue on {cell}, expected one on each cell")
        clues[cell] = clue.atom()
    return clues


def _string(context: Context, table: Table, node: Node, kind: str) -> str:
    return node.string("a mark" if node.name == "blank" else "a word")


def _rule(context: Context, table: Table, node: Node, kind: str) -> str:
    """Read the name of a rule. Raises InputError where no rule of that name can be drawn so."""
    from ...picture.painters.sign_picture import rising

    with node.blamed():
        return rising(context.puzzle.rules, node.string("a rule's name")).name


def _boolean(context: Context, table: Table, node: Node, kind: str) -> bool:
    return node.boolean()


def _headings(context: Context, table: Table, node: Node, kind: str) -> Any:
    if isinstance(node.value, bool):
        return node.value
    if isinstance(node.value, str):
        return tuple(context.range_of(node))
    return tuple(_few(node))


def _edges(context: Context, table: Table, node: Node, kind: str) -> Any:
    context.spend_looks(node, len(node.array()))
    for edge in node.array():
        edge.array(2)
    return tuple(edge.atom() for edge in node.array())


def _layout(context: Context, table: Table, node: Node, kind: str) -> Any:
    if isinstance(node.value, dict):
        return _places(node.table("places").need("places", "[vertex, row, col] of each vertex"))
    return node.value if isinstance(node.value, str) else tuple(_few(node))


def _places(node: Node) -> Mapping[Any, tuple[float, float]]:
    """Read where each vertex of a graph lies."""
    places: dict[Any, tuple[float, float]] = {}
    for one in node.array():
        vertex, row, col = one.array(3)
        if vertex.atom() in places:
            raise vertex.error(f"{vertex.atom()!r} twice, expected each vertex once")
        places[vertex.atom()] = _coordinate(row), _coordinate(col)
    return places


def _coordinate(node: Node) -> float:
    known = type(node.value) is int or isinstance(node.value, Decimal)
    if not known or not abs(node.value) <= _FARTHEST:
        raise node.error(f"no coordinate, expected a number of {_FARTHEST} at most")
    return node.value if isinstance(node.value, int) else float(node.value)


def _few(node: Node) -> list[Any]:
    if len(node.array()) > _MOST_NAMES:
        raise node.error(f"{len(node.array())} names, expected {_MOST_NAMES} at most")
    return [one.atom() for one in node.array()]


_READERS: Mapping[str, Callable[[Context, Any, Node, str], Any]] = {
    "by": _by,
    "show": _show,
    "covering": _covering,
    "sides": _sides,
    "color": _color,
    "regions": _value,
    **dict.fromkeys(("where", "double"), _where),
    "cells": _cells,
    "left": _headings,
    "top": _headings,
    "edges": _edges,
    "clues": _clues,
    "layout": _layout,
    "rule": _rule,
    **dict.fromkeys(("blank", "symbol", "corner", "ground", "around", "style", "lattice"), _string),
    **dict.fromkeys(("printed", "letters", "label", "checkered", "corners"), _boolean),
}


def _function(context: Context, table: Table, node: Node) -> RowFunction:
    if is_listed(node):
        return _listed(context, table, node)
    expression = table.expression(node)
    context.spend_looks(node, expression.weight * len(table.choices))
    return expression.row_function


def _listed(context: Context, table: Table, node: Node) -> RowFunction:
    """Read what is said of each row outright.

    Raises InputError for rows that are alike and differ in it.
    """
    found: dict[Row, Any] = {}
    for row, said in zip(table.choices, listed_rows(context, table, node), strict=True):
        value = said.atom()
        if found.setdefault(row, value) != value:
            raise said.error("two rows that are alike and give other values, expected the same")
    return RowFunction("values", found.__getitem__)


def _together(context: Context, table: Table, node: Node) -> RowFunction:
    """Read an array of expressions as the function that gives their values."""
    parts: list[Expression] = [table.expression(one) for one in node.array()]
    context.spend_looks(node, sum(part.weight for part in parts) * len(table.choices))
    size = sum(part.size for part in parts)
    return RowFunction("values", polled(together(tuple(part.read for part in parts)), size))
