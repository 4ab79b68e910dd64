"""Pictures of answers in TOML: which table puts which marks on which cells.

    [show]
    table = "queen"
    by = ["row", "col"]                 or covering = ["row, col", "row, col + 1"]: several cells
    show = "Q"                          or a column, or ["row", "'/'", "col"]: several expressions
    blank = "."
    symbol = "queen"

    [[show]]
    clues = [[1, 3, "A"], [2, 2, 4]]     row, col and what is printed there; no table

`by` may be called `at`, and `show` `mark`. `kind` is grid unless said otherwise; it and the other
words are those of `Puzzle.drawn`. Several pictures, [[show]], lie over each other.

A picture that a function of Python makes has no words in TOML.

Every row's cells and marks are worked out once when the document is read, so that a cell that is
none, or a picture that would fill the disk, is found there and not when an answer is shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product
from math import prod
from typing import Any, NamedTuple

from ...budget import polled
from ...errors import ModelError, excerpt
from ...picture.painters.grid_picture import Look
from ...picture.painters.painter import Layers, PainterWords
from ...picture.painters.words import BARE, KINDS, painter_of_kind
from ...picture.picture import Painter
from ...puzzle import Puzzle
from ...spelling import plain
from ...tables.rows import RowFunction
from ...tables.table import Choices, Columns
from .context import Context, Table
from .expressions import Expression, fitting_column, fitting_condition, fitting_expression, together
from .keys import (
    covering,
    is_listed,
    listed_rows,
    listed_values,
    over,
    over_text,
    python_key,
    python_keys,
)
from .node import Node
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
from .values import lines_of, span_of

__all__ = ["OLD", "drawn_python", "has_picture", "read_picture", "show_lines"]

# ---- The words of a picture ----------------------------------------------------------------------
# Where that takes functions of columns, there are expressions in TOML; or `{ rows = [...] }` says
# the value of each row of the table outright, row after row. What a word takes to be worked out is
# put down to the document's account, as everything is. What a picture says of each row is written
# as an expression where one is found that says it, and else row by row; a value that TOML lacks is
# written as it is drawn.


OLD = {"at": "by", "mark": "show"}
PLACES = ("grid", "tiles")  # of which `by` is a cell
_MOST_NAMES = 1000  # in one word
_FARTHEST = 10_000  # how far from 0 a vertex lies, in cells


def read_words(context: Context, node: Node, kind: str) -> dict[str, Any]:
    """Return what a picture's table says, but for its kind and its choices.

    Raises InputError for a word that the kind has not, and for a value that does not fit.
    """
    words = KINDS[kind][1]
    looks = () if kind in BARE else Look.words()
    old = [name for name, new in OLD.items() if new in words]
    node.table(*(() if kind == "clues" else ("table",)), "kind", *words, *looks, *old)
    if kind == "grid" and ("at" in node or "by" in node) and "covering" in node:
        called = "at" if "at" in node else "by"
        raise node[called].key_error(f"`{called}` and `covering`, expected one of them")
    table = None if kind == "clues" else table_shown(context, node)
    values: dict[str, Any] = {}
    for field in node.fields():
        name = OLD.get(field.name, field.name)
        if name in ("table", "kind"):
            continue
        if name in values:
            raise field.key_error(f"{field.name!r} said twice, as {name!r} too, expected it once")
        values[name] = WORDS[name].read(context, table, field, kind)
    if table is not None:
        _complete(node, table, kind, values)
    elif "clues" not in values:
        raise node.key_error("no `clues`, expected [row, col, clue] of each")
    return values


def table_shown(context: Context, node: Node) -> Table:
    """Return the table that a picture shows."""
    return context.table_of(node.need("table", "the table whose rows are shown"))


def _complete(node: Node, table: Table, kind: str, values: dict[str, Any]) -> None:
    """Add what goes without saying. Raises InputError for what has to be said."""
    if kind in ("grid", "tiles") and "covering" not in values:
        values.setdefault("by", ("row", "col"))
    if kind == "grid" and "show" not in values:
        if "value" not in table.choices.columns:
            raise node.key_error('no `show`, expected a column or the mark itself: show = "Q"')
        values["show"] = "value"
    if kind in ("table", "graph", "edges") and "by" not in values:
        raise node.key_error("no `by`, expected columns")
    if kind == "signs" and "rule" not in values:
        raise node.key_error("no `rule`, expected the name of a rule of values that increase")
    if kind == "cages" and "covering" not in values:
        raise node.key_error("no `covering`, expected the cells of each row")


def written_word(layer: PainterWords, word: str, value: Any) -> Any:
    """Return the TOML value of a painter's word; for columns, the value of each row."""
    return value if isinstance(value, bool) else WORDS[word].write(layer, value)


def python_word(program: Program, table: str, kind: str, word: str, value: Any) -> str:
    """Return the Python text of a word. Raises ModelError for what is listed row by row."""
    if isinstance(value, bool):
        return str(value)
    if any(isinstance(part, dict) and set(part) == {"rows"} for part in (value, *_parts(value))):
        raise ModelError(f"{word!r} of {table!r} row by row, which is not written in Python")
    return WORDS[word].python(program, table, value, kind)


class Word(NamedTuple):
    """A word of a picture.

    read    returns what `Puzzle.drawn` takes, of a node of the table of a kind of picture
    write   returns the TOML value of a painter's word
    python  returns the argument of `Puzzle.drawn` as Python text, from the TOML value
    """

    read: Callable[[Context, Any, Node, str], Any]
    write: Callable[[PainterWords, Any], Any]
    python: Callable[[Program, str, Any, str], str]


# ---- What is said of each row --------------------------------------------------------------------


def _function(context: Context, table: Table, node: Node, kind: str = "") -> RowFunction:
    """Read an expression, or what is said of each row outright."""
    if is_listed(node):
        return _listed(context, table, node)
    expression = table.expression(node)
    context.spend_looks(node, expression.weight * len(table.choices))
    return expression.row_function


def _listed(context: Context, table: Table, node: Node) -> RowFunction:
    return listed_values(table, listed_rows(context, table, node), Node.atom)


def _together(context: Context, table: Table, node: Node) -> RowFunction:
    """Read an array of expressions as the function that gives their values."""
    parts: list[Expression] = [table.expression(element) for element in node.array()]
    context.spend_looks(node, sum(part.weight for part in parts) * len(table.choices))
    size = sum(part.size for part in parts)
    return RowFunction("values", polled(together(tuple(part.read for part in parts)), size))


def _fit(table: Choices, values: Sequence[Any]) -> str | None:
    return fitting_expression(table, [[value] for value in values])


def _expression(table: Choices, values: Sequence[Any]) -> Any:
    fit = _fit(table, values)
    return _rows(values) if fit is None else fit


def _rows(values: Sequence[Any]) -> dict[str, Any]:
    return {"rows": list(map(_plain_value, values))}


def _plain_value(value: Any) -> Any:
    """Return arrays as tuples, truth values as the integers that they equal, all else as drawn."""
    if isinstance(value, list | tuple):
        return tuple(map(_plain_value, value))
    if isinstance(value, bool):
        return int(value)
    return value if isinstance(value, int | str) else plain(value)


def _key(program: Program, table: str, value: Any, kind: str) -> str:
    return python_key(program, table, value)


VALUE = Word(_function, lambda layer, columns: _expression(layer.table, columns[0]), _key)


def _read_color(context: Context, table: Table, node: Node, kind: str) -> RowFunction | bool:
    return node.value if isinstance(node.value, bool) else _function(context, table, node)


def _read_where(context: Context, table: Table, node: Node, kind: str) -> RowFunction:
    if is_listed(node):
        return _listed(context, table, node)
    condition = table.condition(node)
    context.spend_looks(node, condition.weight * len(table.choices))
    return condition.row_function


def _write_where(layer: PainterWords, columns: Any) -> Any:
    holds = list(map(bool, columns[0]))
    return fitting_condition(layer.table, holds) or _rows(holds)


def _python_where(program: Program, table: str, condition: Any, kind: str) -> str:
    return reading(program.columns[table], condition)


CONDITION = Word(_read_where, _write_where, _python_where)


def _read_covering(context: Context, table: Table, node: Node, kind: str) -> RowFunction:
    return (_listed if is_listed(node) else covering)(context, table, node)


def _write_covering(layer: PainterWords, columns: Any) -> Any:
    return fitting_column(layer.table, columns[0]) or _rows(columns[0])


def _python_covering(program: Program, table: str, cells: Any, kind: str) -> str:
    return python_keys(program, table, cells, f"{table}_cells")


def _read_by(context: Context, table: Table, node: Node, kind: str) -> Any:
    """Read the columns that say where: a cell's two, or one after the other."""
    if is_listed(node):
        function = _function(context, table, node)
        return function if kind in PLACES else (function,)
    if kind in PLACES:
        node.array(2)
        return _together(context, table, node)
    listed = [node] if isinstance(node.value, str) else node.array()
    return tuple(_function(context, table, element) for element in listed)


def _write_by(layer: PainterWords, columns: Any) -> Any:
    if layer.kind not in PLACES:
        return _write_columns(layer, columns)
    axes = [_fit(layer.table, axis) for axis in zip(*columns[0], strict=True)]
    return axes if len(axes) == 2 and None not in axes else _rows(columns[0])


def _python_by(program: Program, table: str, columns: Any, kind: str) -> str:
    if kind in PLACES:
        return python_key(program, table, columns)
    parts = [python_key(program, table, part) for part in (_parts(columns) or [columns])]
    return bracketed("(", parts, ",)" if len(parts) == 1 else ")")


def _parts(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _read_sides(context: Context, table: Table, node: Node, kind: str) -> Any:
    return tuple(_function(context, table, element) for element in node.array(4))


def _write_columns(layer: PainterWords, columns: Any) -> Any:
    return [_expression(layer.table, column) for column in columns]


def _read_show(context: Context, table: Table, node: Node, kind: str) -> Any:
    """Read a mark: a column, the mark itself, or an array of expressions that stand together."""
    if isinstance(node.value, str):
        return node.value
    if is_listed(node):
        return _function(context, table, node)
    if not isinstance(node.value, list):
        raise node.error("no mark, expected a column, a mark or an array of expressions")
    if kind == "graph":
        return tuple(_function(context, table, element) for element in node.array())
    read = _together(context, table, node).read
    return RowFunction("mark", lambda row: "".join(map(str, read(row))))


def _write_show(layer: PainterWords, show: Any) -> Any:
    """Return a column, the mark that all rows have, or what stands on each row."""
    if isinstance(show, str):
        return show
    if layer.kind == "graph":
        return _write_columns(layer, show)
    table, values, marks = layer.table, show[0], list(map(str, show[0]))
    if len(set(marks)) == 1 and marks[0] not in table.columns:
        return marks[0]
    truths = any(isinstance(value, bool) for value in values)  # 0 and 1 in the table, not drawn so
    for wanted in (marks,) if truths else (values, marks):
        fit = _fit(table, wanted)
        if fit is not None:
            return fit if fit in table.columns else [fit]
    return _rows(marks)


def _python_show(program: Program, table: str, show: Any, kind: str) -> str:
    """Return a mark, a column, or the function that puts several values together as a text."""
    columns = program.columns[table]
    if kind == "graph":
        return _python_by(program, table, show, kind)
    if not isinstance(show, list):
        return literal(show)
    if len(show) == 1 and show[0] in columns:
        return quoted(show[0])
    names = [name for name in columns if name in names_in(list(show))]
    if len(show) == 1:
        return lambda_of(names, f"str({python(show[0])})")
    parts = (python(expression) for expression in show)
    text = "".join(part[1:-1] if part.startswith('"') else f"{{{part}}}" for part in parts)
    return lambda_of(names, f'f"{text}"')


# ---- What is said by a value ---------------------------------------------------------------------


def _value(layer: PainterWords, value: Any) -> Any:
    return value


def _literal(program: Program, table: str, value: Any, kind: str) -> str:
    return literal(value)


def _read_string(context: Context, table: Table, node: Node, kind: str) -> str:
    return node.string("a mark" if node.name == "blank" else "a word")


def _read_boolean(context: Context, table: Table, node: Node, kind: str) -> bool:
    return node.boolean()


def _read_rule(context: Context, table: Table, node: Node, kind: str) -> str:
    """Read the name of a rule. Raises InputError where no rule of that name can be drawn so."""
    from ...picture.painters.sign_picture import rising

    with node.blamed():
        return rising(context.puzzle.rules, node.string("a rule's name")).name


def _read_cells(context: Context, table: Table, node: Node, kind: str) -> Any:
    return tuple(over(context, node))


def _write_cells(layer: PainterWords, cells: Any) -> Any:
    """Return cells as a range of rows and one of columns, if they are these; else listed."""
    rows, cols = (sorted(set(axis)) for axis in zip(*cells, strict=True))
    if list(cells) == list(product(rows, cols)):
        return {"row": span_of(rows), "col": span_of(cols)}
    return list(cells)


def _python_cells(program: Program, table: str, cells: Any, kind: str) -> str:
    return over_text(cells)


def _read_headings(context: Context, table: Table, node: Node, kind: str) -> Any:
    if isinstance(node.value, bool):
        return node.value
    return tuple(context.range_of(node) if isinstance(node.value, str) else _few(node))


def _python_headings(program: Program, table: str, headings: Any, kind: str) -> str:
    return over_text(headings) if isinstance(headings, str) else literal(headings)


HEADINGS = Word(_read_headings, lambda layer, values: span_of(list(values)), _python_headings)


def _read_edges(context: Context, table: Table, node: Node, kind: str) -> Any:
    context.spend_looks(node, len(node.array()))
    for edge in node.array():
        edge.array(2)
    return tuple(edge.atom() for edge in node.array())


def _write_list(layer: PainterWords, values: Any) -> Any:
    return values if isinstance(values, str) else list(map(_plain_value, values))


def _read_layout(context: Context, table: Table, node: Node, kind: str) -> Any:
    if isinstance(node.value, dict):
        # Read where each vertex of a graph lies.
        element = node.table("places").need("places", "[vertex, row, col] of each vertex")
        places: dict[Any, tuple[float, float]] = {}
        for place in element.array():
            vertex, row, col = place.array(3)
            if vertex.atom() in places:
                raise vertex.error(f"{vertex.atom()!r} twice, expected each vertex once")
            places[vertex.atom()] = _coordinate(row), _coordinate(col)
        return places
    return node.value if isinstance(node.value, str) else tuple(_few(node))


def _coordinate(node: Node) -> float:
    is_number = type(node.value) is int or isinstance(node.value, Decimal)
    if not is_number or not abs(node.value) <= _FARTHEST:
        raise node.error(f"no coordinate, expected a number of {_FARTHEST} at most")
    return node.value if isinstance(node.value, int) else float(node.value)


def _write_layout(layer: PainterWords, layout: Any) -> Any:
    if not isinstance(layout, Mapping):
        return _write_list(layer, layout)
    return {"places": [[_plain_value(vertex), *map(_number, at)] for vertex, at in layout.items()]}


def _number(coordinate: float) -> int | Decimal:
    """Return a coordinate of a place."""
    return int(coordinate) if coordinate == int(coordinate) else Decimal(repr(float(coordinate)))


def _python_layout(program: Program, table: str, layout: Any, kind: str) -> str:
    if not isinstance(layout, dict):
        return literal(layout)
    pairs = [f"{literal(vertex)}: ({row}, {col})" for vertex, row, col in layout["places"]]
    return bracketed("{", pairs, "}")


def _read_clue_cells(context: Context, table: Any, node: Node, kind: str) -> Mapping[Any, Any]:
    """Read clues, each with its cell, as an array: row, col, clue."""
    context.spend_looks(node, len(node.array()))
    clues: dict[tuple[int, int], Any] = {}
    for element in node.array():
        row, col, clue = element.array(3)
        cell = row.integer("a row"), col.integer("a column")
        if cell in clues:
            raise element.error(f"a second clue on {cell}, expected one on each cell")
        clues[cell] = clue.atom()
    return clues


def _write_clues(layer: PainterWords, clues: Any) -> Any:
    return [(*cell, clue) for cell, clue in clues.items()]


def _python_clues(program: Program, table: str, clues: Any, kind: str) -> str:
    pairs = [f"({row}, {col}): {literal(clue)}" for row, col, clue in clues]
    return bracketed("{", pairs, "}")


def _few(node: Node) -> list[Any]:
    if len(node.array()) > _MOST_NAMES:
        raise node.error(f"{len(node.array())} names, expected {_MOST_NAMES} at most")
    return [element.atom() for element in node.array()]


_STRINGS = ("blank", "symbol", "corner", "ground", "around", "style", "lattice")
_SWITCHES = ("printed", "letters", "label", "checkered", "corners")
WORDS: Mapping[str, Word] = {
    "by": Word(_read_by, _write_by, _python_by),
    "show": Word(_read_show, _write_show, _python_show),
    "covering": Word(_read_covering, _write_covering, _python_covering),
    "sides": Word(_read_sides, _write_columns, _python_by),
    "color": VALUE._replace(read=_read_color),
    "regions": VALUE,
    "where": CONDITION,
    "double": CONDITION,
    "cells": Word(_read_cells, _write_cells, _python_cells),
    "left": HEADINGS,
    "top": HEADINGS,
    "edges": Word(_read_edges, _write_list, _literal),
    "clues": Word(_read_clue_cells, _write_clues, _python_clues),
    "layout": Word(_read_layout, _write_layout, _python_layout),
    "rule": Word(_read_rule, _value, _literal),
    **dict.fromkeys(_STRINGS, Word(_read_string, _value, _literal)),
    **dict.fromkeys(_SWITCHES, Word(_read_boolean, _value, _literal)),
}

# ---- Reading -------------------------------------------------------------------------------------

LARGEST_PICTURE = 1_000_000  # characters
MOST_LAYERS = 20


def read_picture(context: Context, node: Node) -> Painter:
    """Return the picture. Raises InputError for a row without a cell, and for a huge picture."""
    if not isinstance(node.value, list):
        return _read_layer(context, node)
    layers = node.array()
    if not 0 < len(layers) <= MOST_LAYERS:
        raise node.key_error(f"{len(layers)} pictures, expected 1 to {MOST_LAYERS}")
    return Layers([_read_layer(context, layer.table()) for layer in layers])


def _read_layer(context: Context, node: Node) -> Painter:
    usual = "clues" if "clues" in node.table() and "table" not in node else "grid"
    kind = node["kind"].string("a kind of picture") if "kind" in node else usual
    if kind not in KINDS:
        raise node["kind"].error(f"no picture {excerpt(kind)}, expected one of {', '.join(KINDS)}")
    words = read_words(context, node, kind)
    if kind == "clues":
        # The picture of clues, which shows no table.
        with node.blamed():
            painter = painter_of_kind("clues", None, words)
        longest = max((len(str(clue)) for clue in words["clues"].values()), default=0)
        _require_small(node, prod(_spans(words["clues"])) * longest if words["clues"] else 0)
        return painter
    table = table_shown(context, node)
    context.spend_looks(node, len(table.choices))
    with node.blamed():
        painter = painter_of_kind(kind, table.choices, words)
        for word in words.values():
            for part in word if isinstance(word, list | tuple) else (word,):
                if isinstance(part, RowFunction):
                    deque(map(part.read, table.choices), 0)  # raises for a row it cannot read
        if kind == "edges":
            from ...picture.painters.edge_picture import EdgePicture

            assert isinstance(painter, EdgePicture)
            size = 8 * prod(painter.extent)
        else:
            size = _size(table, kind, words)
    _require_small(node, size)
    return painter


def _require_small(node: Node, size: int) -> None:
    if size > LARGEST_PICTURE:
        fault = f"a picture of {size} characters"
        raise node.key_error(f"{fault}, expected {LARGEST_PICTURE} at most")


def _size(table: Table, kind: str, words: Mapping[str, Any]) -> int:
    """Return how many characters a picture of all rows would have.

    Raises ModelError for a row whose cell, or one of whose several cells, is no (row, col).
    """
    choices = table.choices
    shown = words.get("show", "value" if "value" in choices.columns else "x")
    longest = max(len(words.get("blank", ".")), _longest(choices, shown))
    if kind == "table" and len(words["by"]) == 2:
        spans = [len({str(read(row)) for row in choices}) for read in
                 (choices.reader(column, "the picture") for column in words["by"])]  # fmt: skip
        return prod(spans) * longest
    if kind not in ("grid", "tiles", "cages"):
        return len(choices) * longest
    several = "covering" in words
    where = choices.reader(words["covering" if several else "by"], "the picture")
    every = (cell for row in choices for cell in (where(row) if several else [where(row)]))
    cells = dict.fromkeys((*every, *words.get("cells", ())))
    for cell in cells:
        if not isinstance(cell, tuple) or len(cell) != 2 or not all(type(k) is int for k in cell):
            raise ModelError(f"cell {excerpt(repr(cell))} in the picture, expected row and column")
    return prod(_spans(cells)) * longest if cells else 0


def _spans(cells: Iterable[Any]) -> list[int]:
    return [max(axis) - min(axis) + 1 for axis in zip(*cells, strict=True)]


def _longest(table: Choices, shown: Columns | tuple[RowFunction, ...]) -> int:
    """Return how long the longest mark is."""
    if isinstance(shown, tuple):
        return max((_longest(table, column) for column in shown), default=0)
    if isinstance(shown, str) and shown not in table.columns:
        return len(shown)
    marked = table.reader(shown, "the picture")
    return max((len(str(marked(row))) for row in table), default=0)


# ---- Written -------------------------------------------------------------------------------------


def has_picture(puzzle: Puzzle) -> bool:
    """Whether a picture was set, besides the one that its class may draw."""
    return vars(puzzle).get("picture") is not None


def show_lines(puzzle: Puzzle) -> list[str]:
    """Return the lines that say the picture. Raises ModelError for what they cannot say."""
    from ...picture.painters.painting import own_painter

    layers = list(_layers(own_painter(puzzle)))
    head = "[show]" if len(layers) == 1 else "[[show]]"
    lines: list[str] = []
    for layer in layers:
        lines += ["", head]
        if layer.kind != "clues":
            lines += lines_of({"table": layer.table.name}, "the picture has")
        if layer.kind not in ("grid", "clues"):
            lines += lines_of({"kind": layer.kind}, "the picture has")
        for word, value in {**layer.columns, **layer.plain}.items():
            lines += lines_of({word: written_word(layer, word, value)}, f"`{word}` has")
    return lines


def _layers(painter: Any) -> Iterator[PainterWords]:
    if isinstance(painter, Layers):
        for layer in painter.painters:
            yield from _layers(layer)
    elif not hasattr(painter, "words"):
        raise ModelError("it is a function of Python")
    elif isinstance(painter.words, PainterWords):
        yield painter.words
    else:
        yield from painter.words


# ---- In Python -----------------------------------------------------------------------------------


def drawn_python(program: Program, value: Mapping[str, Any]) -> str:
    """Return the call that draws a layer of the picture."""
    table, kind = value.get("table", ""), value.get("kind", "grid")
    words = {OLD.get(name, name): of for name, of in value.items() if name not in ("table", "kind")}
    if table and kind in PLACES and "covering" not in words:
        words = {"by": ["row", "col"], **words}
    arguments = [program.variables[table]] if table else []
    arguments += [quoted(kind)] if kind not in ("grid", "clues") else []
    arguments += [
        f"{word}={python_word(program, table, kind, word, of)}" for word, of in words.items()
    ]
    return call("puzzle.drawn", arguments)
