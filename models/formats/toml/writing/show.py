"""Writes the picture that a puzzle was told as `[show]`, or `[[show]]` of several.

What a picture says of each row is written as an expression where one is found that says it, and
else row by row. A picture that a function of Python makes, or that lays vertices out by a mapping,
has no words in TOML: a comment says that it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from ....errors import ModelError
from ....picture.painters.layers import Layers
from ....picture.painters.painter import Told
from ....picture.painters.painting import told_painter
from ....puzzle import Puzzle
from ....tables.table import Choices
from ....telling.spelling import plain
from ..fitting import fitting_column, fitting_condition, fitting_expression
from ..values import array, filled, key, range_or_array, text, value

__all__ = ["has_picture", "show_lines"]

_PLACES = ("grid", "tiles")  # of which `by` is a cell
_SEVERAL = ("by", "sides")  # words of several columns, which are listed even if it is one


def has_picture(puzzle: Puzzle) -> bool:
    """Whether it was told a picture, beside the one that its class may draw."""
    return vars(puzzle).get("picture") is not None


def show_lines(puzzle: Puzzle) -> list[str]:
    """Return the lines that say the picture. Raises ModelError for what they cannot say."""
    layers = list(_layers(told_painter(puzzle)))
    head = "[show]" if len(layers) == 1 else "[[show]]"
    return [line for told in layers for line in ["", head, *_layer(told)]]


def _layers(painter: Any) -> Iterator[Told]:
    if isinstance(painter, Layers):
        for one in painter.painters:
            yield from _layers(one)
    elif not hasattr(painter, "told"):
        raise ModelError("it is a function of Python")
    elif isinstance(painter.told, Told):
        yield painter.told
    else:
        yield from painter.told


def _layer(told: Told) -> Iterator[str]:
    if told.kind != "clues":
        yield f"table = {text(told.table.name)}"
    if told.kind not in ("grid", "clues"):
        yield f"kind = {text(told.kind)}"
    for word, columns in told.columns.items():
        yield f"{word} = {_columns(told, word, columns)}"
    for word, said in told.plain.items():
        yield f"{word} = {_plain(word, said)}"


# ---- What is said of each row --------------------------------------------------------------------


def _columns(told: Told, word: str, columns: Sequence[Sequence[Any]]) -> str:
    table = told.table
    if word == "covering":
        column = fitting_column(table, columns[0])
        return _listed(word, columns[0]) if column is None else text(column)
    if word == "by" and told.kind in _PLACES:
        axes = [_fit(table, axis) for axis in zip(*columns[0], strict=True)]
        fits = len(axes) == 2 and None not in axes
        return array(text(axis or "") for axis in axes) if fits else _listed(word, columns[0])
    if word == "show" and told.kind != "graph":
        return _mark(table, list(map(str, columns[0])), columns[0])
    if word in _SEVERAL or word == "show":
        return array(_expression(table, word, column) for column in columns)
    if word in ("where", "double"):
        holds = list(map(bool, columns[0]))
        condition = fitting_condition(table, holds)
        return _listed(word, list(map(int, holds))) if condition is None else text(condition)
    return _expression(table, word, columns[0])


def _mark(table: Choices, marks: Sequence[str], said: Sequence[Any]) -> str:
    """Return a column, the mark that all rows have, or what stands on each row."""
    if len(set(marks)) == 1 and marks[0] not in table.columns:
        return text(marks[0])
    truths = any(isinstance(one, bool) for one in said)  # 0 and 1 in the table, not drawn so
    for values in (marks,) if truths else (said, marks):
        found = _fit(table, values)
        if found is not None:
            return text(found) if found in table.columns else array([text(found)])
    return _listed("show", marks)


def _expression(table: Choices, word: str, said: Sequence[Any]) -> str:
    found = _fit(table, said)
    return _listed(word, said) if found is None else text(found)


def _fit(table: Choices, said: Sequence[Any]) -> str | None:
    return fitting_expression(table, [[one] for one in said])


def _listed(word: str, said: Sequence[Any]) -> str:
    rows = (value(_plain_value(one), f"`{word}` has") for one in said)
    return f"{{ rows = {filled(rows)} }}"


def _plain_value(said: Any) -> Any:
    """Return arrays as tuples, truth values as the integers that they equal, all else as drawn."""
    if isinstance(said, list | tuple):
        return tuple(map(_plain_value, said))
    if isinstance(said, bool):
        return int(said)
    return said if isinstance(said, int | str) else plain(said)


def _number(said: float) -> str:
    """Return a coordinate of a place."""
    return str(int(said)) if said == int(said) else repr(float(said))


# ---- What is said by a value ---------------------------------------------------------------------


def _plain(word: str, said: Any) -> str:
    what = f"`{word}` has"
    if isinstance(said, bool):
        return "true" if said else "false"
    if word == "cells":
        return _cells(said)
    if word == "clues":
        return filled(value((*cell, clue), what) for cell, clue in said.items())
    if word in ("left", "top"):
        return range_or_array(list(said), what)
    if word == "layout" and isinstance(said, Mapping):
        places = (
            array([value(_plain_value(one), what), *map(_number, at)]) for one, at in said.items()
        )
        return f"{{ places = {filled(places)} }}"
    if word in ("edges", "layout") and not isinstance(said, str):
        return filled(value(_plain_value(one), what) for one in said)
    return value(said, what)


def _cells(cells: Sequence[tuple[int, ...]]) -> str:
    """Return cells as a range of rows and one of columns, if they are these; else listed."""
    rows, cols = (sorted(set(axis)) for axis in zip(*cells, strict=True))
    if list(cells) == list(product(rows, cols)):
        ranges = {"row": range_or_array(rows, "`cells` has"), "col": range_or_array(cols, "")}
        return f"{{ {', '.join(f'{key(name)} = {one}' for name, one in ranges.items())} }}"
    return filled(value(cell, "`cells` has") for cell in cells)
